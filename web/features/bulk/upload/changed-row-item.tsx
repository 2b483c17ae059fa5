import Undo2 from 'lucide-react/icons/undo-2'
import type { ChangedRow } from '#contract/bulk.ts'
import { Badge } from '#web/ui/badge.tsx'
import { FieldChanges } from './field-changes.tsx'
import { resourceLabels } from './resource-labels.ts'

export function ChangedRowItem({ change }: { change: ChangedRow }) {
  const { label, resource, isNew, cells, undoOutcome } = change
  return (
    <li className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{label}</span>
        <span className="text-muted">{resourceLabels[resource]}</span>
        {isNew && <Badge tone="info">New</Badge>}
        {undoOutcome === 'conflict' && <Badge tone="warning">Left alone</Badge>}
        {undoOutcome === 'undone' && (
          <Badge tone="neutral" icon={<Undo2 aria-hidden />}>
            Put back
          </Badge>
        )}
      </p>
      <FieldChanges cells={cells} isNew={isNew} />
    </li>
  )
}
