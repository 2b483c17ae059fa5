import Sheet from 'lucide-react/icons/sheet'
import { startTransition, Suspense, useEffect, useRef, useState } from 'react'
import { sessionKey, useCurrentUser } from '#web/lib/session.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** Lazy: cell validation needs zod, which the intro does not. */
const SheetWorkspace = lazyPart(async () => (await import('./sheet-workspace.tsx')).SheetWorkspace)

export function SheetPage() {
  const mark = sessionKey(useCurrentUser())
  return <SheetOfCompany key={mark} />
}

/** `left`: the intro is shown again after the sheet was closed. */
type Mode = 'off' | 'on' | 'left'

function SheetOfCompany() {
  const [mode, setMode] = useState<Mode>('off')
  // A transition keeps the intro on screen until the sheet's chunk is loaded.
  const enable = () => startTransition(() => setMode('on'))
  return (
    <Suspense>
      {mode === 'on' ? (
        <SheetWorkspace onLeave={() => setMode('left')} />
      ) : (
        <SheetIntro takesFocus={mode === 'left'} onNear={SheetWorkspace.preload} onEnable={enable} />
      )}
    </Suspense>
  )
}

type SheetIntroProps = {
  takesFocus: boolean
  /** Called when the button is focused or hovered, to preload the sheet. */
  onNear: () => void
  onEnable: () => void
}

function SheetIntro({ takesFocus, onNear, onEnable }: SheetIntroProps) {
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
