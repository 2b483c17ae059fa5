import { sheetLabels } from '#contract/sheet.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { conflictCells, listConflicts, resolveWithMine, resolveWithTheirs } from './model/conflicts.ts'
import type { SheetState } from './model/state.ts'
import { useSheet, useSheetStore } from './sheet-store.ts'

/** Settled ones make room for the next. */
const mostShown = 20

type Resolve = (state: SheetState, ids: readonly string[]) => SheetState

/** Rows that were not saved because somebody else had changed them: theirs and mine, side by side. */
export function ConflictPanel({ onSettled }: { onSettled: () => void }) {
  const store = useSheetStore()
  const sheet = useSheet((state) => state.sheet)
  const conflicts = listConflicts(sheet)
  if (conflicts.length === 0) return null

  const resolve = (how: Resolve, ids: readonly string[]) => () => {
    store.update((state) => how(state, ids))
    onSettled()
  }
  const all = conflicts.map(({ id }) => id)

  return (
    <section aria-label="Conflicts" className="grid gap-3">
      <Alert
        tone="warning"
        title={`${conflicts.length === 1 ? '1 row was' : `${formatNumber(conflicts.length)} rows were`} changed by somebody else`}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={resolve(resolveWithTheirs, all)}>
              Take theirs for all
            </Button>
            <Button size="small" onClick={resolve(resolveWithMine, all)}>
              Keep mine for all
            </Button>
          </div>
        }
      >
        What you changed in {conflicts.length === 1 ? 'it' : 'them'} is not saved yet. Choose what to keep, then save
        again.
      </Alert>
      <ul className="grid gap-3 lg:grid-cols-2">
        {conflicts.slice(0, mostShown).map(({ id, base, mine, theirs }) => (
          <li key={id} className="grid content-start gap-3 rounded-lg border bg-raised p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="font-semibold break-all">{base.sku}</h2>
              <div className="flex gap-2">
                <Button
                  size="small"
                  aria-label={`Take theirs for ${base.sku}`}
                  onClick={resolve(resolveWithTheirs, [id])}
                >
                  Take theirs
                </Button>
                <Button size="small" aria-label={`Keep mine for ${base.sku}`} onClick={resolve(resolveWithMine, [id])}>
                  Keep mine
                </Button>
              </div>
            </div>
            <table className="w-full table-fixed text-left text-sm">
              <thead className="text-xs text-muted">
                <tr>
                  <th scope="col">Column</th>
                  <th scope="col">Theirs</th>
                  <th scope="col">Mine</th>
                </tr>
              </thead>
              <tbody>
                {conflictCells(base, mine, theirs).map((cell) => (
                  <tr key={cell.column} className="align-top">
                    <th scope="row" className="py-0.5 pr-2 font-normal text-muted">
                      {sheetLabels[cell.column]}
                    </th>
                    <td className="py-0.5 pr-2 break-words">{cellTextOrEmpty(cell.theirs)}</td>
                    <td className="py-0.5 break-words">
                      {cell.mine === null ? 'as theirs' : cellTextOrEmpty(cell.mine)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </li>
        ))}
      </ul>
      {conflicts.length > mostShown && (
        <p className="text-sm text-muted">
          Showing {mostShown} of {formatNumber(conflicts.length)}
        </p>
      )}
    </section>
  )
}

const cellTextOrEmpty = (text: string) => text || 'empty'
