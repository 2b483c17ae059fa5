import { rich } from '#web/shared/rich.tsx'
import Sheet from 'lucide-react/icons/sheet'
import { startTransition, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#contract/i18n.ts'
import type { Draft } from '#web/lib/drafts.ts'
import { sessionKey, useCurrentUser } from '#web/lib/session.tsx'
import { DraftTime, useDraft } from '#web/shared/drafts.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { sheetDraft } from './sheet-store.ts'

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
  const { offered, withdraw, drop } = useDraft(sheetDraft)

  function giveUp() {
    drop()
    withdraw()
  }

  function leave() {
    giveUp()
    setMode('left')
  }

  return (
    <Suspense>
      {mode === 'on' ? (
        <SheetWorkspace onLeave={leave} onDiscard={giveUp} />
      ) : (
        <SheetIntro takesFocus={mode === 'left'} draft={offered} onNear={SheetWorkspace.preload} onEnable={enable} />
      )}
    </Suspense>
  )
}

type SheetIntroProps = {
  takesFocus: boolean
  /** Unsaved changes of an earlier visit. */
  draft: Draft | null
  /** Called when the button is focused or hovered, to preload the sheet. */
  onNear: () => void
  onEnable: () => void
}

function SheetIntro({ takesFocus, draft, onNear, onEnable }: SheetIntroProps) {
  const enable = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) enable.current?.focus()
  }, [takesFocus])

  return (
    <div className="grid gap-6">
      <PageHeader title={t('Sheet View')} subtitle={t('Edit all your SKUs in one sheet, like a spreadsheet')} />
      {draft && (
        <Alert tone="info">
          {rich(t('You have unsaved changes from {when}. Enable Sheet View to restore them.'), {
            when: <DraftTime draft={draft} />,
          })}
        </Alert>
      )}
      <Card>
        <EmptyState
          icon={<Sheet />}
          action={
            <Button ref={enable} variant="primary" onFocus={onNear} onPointerEnter={onNear} onClick={onEnable}>
              {t('Enable Sheet View')}
            </Button>
          }
        >
          {t(
            'Edit SKU, title, price, quantity, ASIN and category for many products at once: type, paste from a spreadsheet or fill down. Nothing changes until you save, and you can undo a save for 30 days.',
          )}
        </EmptyState>
      </Card>
    </div>
  )
}
