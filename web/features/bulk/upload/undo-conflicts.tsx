import { mostShown, type UndoConflict, type UndoResult } from '#contract/bulk.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { fieldLabel, fieldText } from './field-text.ts'
import { resourceLabels } from './resource-labels.ts'

type UndoConflictsProps = { result: UndoResult | null; onClose: () => void }

/** What an undo left alone, because somebody has changed it since. */
export function UndoConflicts({ result, onClose }: UndoConflictsProps) {
  return (
    <Drawer open={result !== null} onOpenChange={onClose} side="right" size="detail" title="Left alone">
      {result && (
        <>
          <p className="px-4 pb-3 text-muted">
            {formatCount(result.undone, 'SKU')} as before, {formatNumber(result.conflicted)} left alone, because
            somebody has changed the same thing since. Set them by hand where that is wanted.
            {result.conflicts.length === mostShown &&
              ` The first ${mostShown} are shown; View in the history marks all of them.`}
          </p>
          <ul aria-label="Left alone" className="divide-y border-t">
            {result.conflicts.map((conflict) => (
              <Conflict key={`${conflict.row} ${conflict.resource}`} conflict={conflict} />
            ))}
          </ul>
        </>
      )}
    </Drawer>
  )
}

function Conflict({ conflict: { label, resource, reason, cells } }: { conflict: UndoConflict }) {
  return (
    <li className="grid gap-2 px-4 py-3">
      <div>
        <p className="font-medium wrap-anywhere">
          {label} <span className="font-normal text-muted">{resourceLabels[resource]}</span>
        </p>
        <p className="text-sm text-muted">{reason}</p>
      </div>
      <ConflictCells label={label} cells={cells} />
    </li>
  )
}

function ConflictCells({ label, cells }: Pick<UndoConflict, 'label' | 'cells'>) {
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">{label}</caption>
      <thead className="text-xs text-muted">
        <tr>
          {['Field', 'Before', 'Set to', 'Now'].map((heading) => (
            <th key={heading} scope="col" className="py-1 pr-3 font-medium">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map(({ field, before, after, current }) => (
          <tr key={field} className="align-top wrap-anywhere">
            <th scope="row" className="py-1 pr-3 font-normal text-muted">
              {fieldLabel(field)}
            </th>
            <td className="py-1 pr-3">{fieldText(field, before)}</td>
            <td className="py-1 pr-3">{fieldText(field, after)}</td>
            <td className="py-1 font-medium">{fieldText(field, current)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
