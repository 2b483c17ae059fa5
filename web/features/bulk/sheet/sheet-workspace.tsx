import { cx } from 'class-variance-authority'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Sheet from 'lucide-react/icons/sheet'
import { type RefObject, useRef, useState } from 'react'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { buttonVariants, Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { toneIcons } from '#web/ui/badge.tsx'
import { type SheetLoading, useSheetPages } from './api.ts'
import { useFind } from './find.tsx'
import { cellMessageId } from './grid/grid-row.tsx'
import { SheetGrid } from './grid/sheet-grid.tsx'
import { activeCellMessage, type CellMessage } from './model/row-view.ts'
import { countCells } from './model/selection.ts'
import { gridSize, selectedRange } from './model/state.ts'
import { ConflictPanel, LeaveGuard, SaveButtons, SheetDraft, useSave } from './save-sheet.tsx'
import { createSheetStore, SheetContext, type SheetStore, useSheet, useSheetParts } from './sheet-store.ts'
import { SheetToolbar } from './sheet-toolbar.tsx'

const readOnlyReason = t('Your role lets you view and copy from the sheet, but not edit it.')

type SheetWorkspaceProps = { onLeave: () => void; onDiscard: () => void }

/** `onLeave` closes the sheet once it was saved or given up, `onDiscard` comes before another page. */
export function SheetWorkspace({ onLeave, onDiscard }: SheetWorkspaceProps) {
  const canEdit = allows('ops', useCurrentUser().role)
  const [store] = useState(() => createSheetStore(canEdit ? null : readOnlyReason))
  const { loading, resume } = useSheetPages(store)
  const gridRef = useRef<HTMLDivElement>(null)
  const focusGrid = () => gridRef.current?.focus({ preventScroll: true })
  const { save, isSaving } = useSave(store, { onSaved: onLeave, onFailed: focusGrid })

  return (
    <SheetContext value={store}>
      <div className="grid gap-4">
        <PageHeader
          title={t('Sheet View')}
          actions={
            <SaveButtons reason={canEdit ? null : readOnlyReason} isSaving={isSaving} onSave={save} onLeave={onLeave} />
          }
        />
        <SheetBody
          store={store}
          loading={loading}
          onResume={resume}
          onSave={save}
          gridRef={gridRef}
          focusGrid={focusGrid}
        />
      </div>
      <LeaveGuard onDiscard={onDiscard} />
    </SheetContext>
  )
}

type SheetBodyProps = {
  store: SheetStore
  loading: SheetLoading
  onResume: () => void
  onSave: () => void
  gridRef: RefObject<HTMLDivElement | null>
  focusGrid: () => void
}

function SheetBody({ store, loading, onResume, onSave, gridRef, focusGrid }: SheetBodyProps) {
  const findRef = useRef<HTMLInputElement>(null)
  const find = useFind(store)
  const focusFind = () => {
    findRef.current?.focus()
    findRef.current?.select()
  }

  if (loading.total === null) {
    return loading.state === 'failed' ? (
      <LoadError what={t('The sheet')} error={loading.error} onRetry={onResume} />
    ) : (
      <Spinner />
    )
  }
  if (loading.state === 'done' && store.read().sheet.rows.length === 0) return <EmptySheet />
  return (
    <>
      {loading.state === 'failed' && <LoadingFailure error={loading.error} onResume={onResume} />}
      <SheetDraft isLoaded={loading.state === 'done'} />
      <ConflictPanel onResolved={focusGrid} />
      <SheetToolbar find={find} findRef={findRef} onLeave={focusGrid} />
      <div className="min-w-0">
        <SheetGrid gridRef={gridRef} actions={{ find: focusFind, findNext: find.next, save: onSave }} />
        <StatusBar loading={loading} />
      </div>
    </>
  )
}

type LoadingFailureProps = { error: unknown; onResume: () => void }

function LoadingFailure({ error, onResume }: LoadingFailureProps) {
  return (
    <Alert
      tone="danger"
      title={t('The rest of the sheet couldn’t be loaded')}
      action={
        <Button size="small" onClick={onResume}>
          {t('Load the rest')}
        </Button>
      }
    >
      {errorMessage(error)} {t('The rows below are complete, so you can edit and save them.')}
    </Alert>
  )
}

function EmptySheet() {
  const canAdd = allows('ops', useCurrentUser().role)
  return (
    <Card>
      <EmptyState icon={<Sheet />} action={canAdd && <FirstSteps />}>
        {t('No active SKUs yet. Add a product with SKUs or upload a file; each SKU gets a row here.')}
      </EmptyState>
    </Card>
  )
}

function FirstSteps() {
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Link href="/products" className={buttonVariants({ variant: 'primary' })}>
        {t('Add Product')}
      </Link>
      <Link href="/bulk-upload" className={buttonVariants()}>
        {t('Bulk Upload')}
      </Link>
    </div>
  )
}

const toneStyles = { danger: 'text-danger', warning: 'text-warning', neutral: 'text-muted' } satisfies Record<
  CellMessage['tone'],
  string
>

function StatusBar({ loading }: { loading: SheetLoading }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-b-lg border border-t-0 bg-raised px-3 py-1.5 text-sm">
      <CellMessageText />
      <div className="flex flex-wrap gap-x-4 text-muted">
        <SelectionCount />
        <RowCount loading={loading} />
      </div>
    </div>
  )
}

function CellMessageText() {
  const { tone, text } = useSheetParts(activeCellMessage)
  const Icon = toneIcons[tone === 'neutral' ? 'info' : tone]
  return (
    <p
      id={cellMessageId}
      aria-live={tone === 'warning' ? 'polite' : 'off'}
      className={cx('flex min-w-0 items-center gap-1.5', toneStyles[tone])}
    >
      {text && <Icon aria-hidden className="size-4 shrink-0" />}
      {text}
    </p>
  )
}

function SelectionCount() {
  const count = useSheet((state) => countCells(selectedRange(state)))
  return count > 1 ? <span>{t('{count} cells selected', { count })}</span> : null
}

function RowCount({ loading }: { loading: SheetLoading }) {
  const loaded = useSheet(({ sheet }) => sheet.rows.length)
  const shown = useSheet((state) => gridSize(state).rows)
  const isFiltered = useSheet(({ view }) => view.filter !== 'all')
  const isLoading = loading.state === 'loading'
  return (
    <output aria-live={isLoading ? 'off' : 'polite'} className="flex items-center gap-1.5">
      {isLoading && <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />}
      {isFiltered && `${t('{shown} shown', { shown })} · `}
      {loading.state === 'done' || loading.total === null
        ? t('{loaded, plural, one {# row} other {# rows}}', { loaded })
        : t('{loaded} of {total, plural, one {# row} other {# rows}}', { loaded, total: loading.total })}
    </output>
  )
}
