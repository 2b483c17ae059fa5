import Sheet from 'lucide-react/icons/sheet'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

type SheetIntroProps = {
  takesFocus: boolean
  /** Somebody is about to enable the sheet. */
  onNear: () => void
  onEnable: () => void
}

export function SheetIntro({ takesFocus, onNear, onEnable }: SheetIntroProps) {
  const enable = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) enable.current?.focus()
  }, [takesFocus])

  return (
    <div className="grid gap-6">
      <PageHeader title="Sheet View" subtitle="All your SKUs in one sheet, edited like a spreadsheet" />
      <Card>
        <EmptyState
          icon={<Sheet />}
          action={
            <Button ref={enable} variant="primary" onFocus={onNear} onPointerEnter={onNear} onClick={onEnable}>
              Enable Sheet View
            </Button>
          }
        >
          Change SKU, title, price, quantity, ASIN and category of many products at once: type, paste from a spreadsheet
          or fill down. Nothing is written until you save, and a saved sheet can be undone for 30 days.
        </EmptyState>
      </Card>
    </div>
  )
}
