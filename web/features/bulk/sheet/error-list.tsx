import { sheetLabels } from '#contract/sheet.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { goToCell } from './model/go-to.ts'
import type { CellProblem } from './model/problems.ts'
import { rowOf, textIn } from './model/sheet.ts'
import { useSheetStore } from './sheet-store.ts'

/** So many are enough to see what is wrong; mended ones make room for the next. */
const mostListed = 100

type ErrorListProps = { problems: readonly CellProblem[]; onChosen: () => void }

export function ErrorList({ problems, onChosen }: ErrorListProps) {
  const store = useSheetStore()
  const { sheet } = store.read()

  function open({ id, column }: CellProblem) {
    store.update((state) => goToCell(state, id, column))
    onChosen()
  }

  return (
    <section aria-label="Errors" className="rounded-lg border bg-raised text-sm">
      <ul className="max-h-48 overflow-y-auto p-1">
        {problems.slice(0, mostListed).map((problem) => {
          const row = rowOf(sheet, problem.id)
          return (
            <li key={`${problem.id} ${problem.column}`}>
              <button
                type="button"
                className="flex min-h-10 w-full flex-wrap items-center gap-x-2 rounded-md px-2 text-left hover:bg-hover md:min-h-8"
                onClick={() => open(problem)}
              >
                <span className="font-medium">{row && textIn(sheet, row, 'sku')}</span>{' '}
                <span className="text-muted">{sheetLabels[problem.column]}</span>{' '}
                <span className="text-danger">{problem.message}</span>
              </button>
            </li>
          )
        })}
      </ul>
      {problems.length > mostListed && (
        <p className="border-t px-3 py-2 text-muted">
          Showing {mostListed} of {formatNumber(problems.length)}
        </p>
      )}
    </section>
  )
}
