import { type RefObject, useRef, useState } from 'react'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { EmptySheet } from './empty-sheet.tsx'
import { SheetGrid } from './grid/sheet-grid.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { LoadingFailure } from './loading-failure.tsx'
import { SaveButtons } from './sheet-actions.tsx'
import { createSheetStore, SheetContext, type SheetStore } from './sheet-store.ts'
import { SheetToolbar } from './sheet-toolbar.tsx'
import { StatusBar } from './status-bar.tsx'
import { useFind } from './use-find.ts'
import { useSave } from './use-save.ts'
import { type SheetLoading, useSheetPages } from './use-sheet-pages.ts'

const readOnlyReason = 'Your role can look at the sheet and copy from it, but not change it.'

export function SheetWorkspace({ onLeave }: { onLeave: () => void }) {
  const canEdit = allows('ops', useCurrentUser().role)
  const [store] = useState(() => createSheetStore(canEdit ? null : readOnlyReason))
  const { loading, resume } = useSheetPages(store)
  const gridRef = useRef<HTMLDivElement>(null)
  const focusGrid = () => gridRef.current?.focus({ preventScroll: true })
  const { save, isSaving } = useSave(store, { onSaved: onLeave, onRefused: focusGrid })

  return (
    <SheetContext value={store}>
      <div className="grid gap-4">
        <PageHeader
          title="Sheet View"
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
      <LeaveGuard />
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
      <LoadError what="The sheet" error={loading.error} onRetry={onResume} />
    ) : (
      <Spinner />
    )
  }
  if (loading.state === 'done' && store.read().sheet.rows.length === 0) return <EmptySheet />
  return (
    <>
      {loading.state === 'failed' && <LoadingFailure error={loading.error} onResume={onResume} />}
      <ConflictPanel onSettled={focusGrid} />
      <SheetToolbar find={find} findRef={findRef} onLeave={focusGrid} />
      <div className="min-w-0">
        <SheetGrid gridRef={gridRef} calls={{ find: focusFind, findNext: find.next, save: onSave }} />
        <StatusBar loading={loading} />
      </div>
    </>
  )
}
