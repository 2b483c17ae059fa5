import type { ListingChange } from '#contract/two-way.ts'
import { Badge } from '#web/ui/badge.tsx'
import { fitsOnLine, StackedValues, InlineValues } from './change-values.tsx'
import { describeChange, describeConflict, fieldLabels, outcomeBadges } from './change-words.ts'

type ChangeItemProps = {
  change: ListingChange
  /** False for a preview, of which nothing comes. */
  hasOutcome: boolean
}

export function ChangeItem({ change, hasOutcome }: ChangeItemProps) {
  const { field, isConflict, outcome, reason } = change
  const { word, tone } = outcomeBadges[outcome]
  const values = describeChange(change)
  const isShort = fitsOnLine(values.before) && fitsOnLine(values.after)
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{fieldLabels[field]}</span> {isShort && <InlineValues {...values} />}
        </p>
        <p className="flex flex-wrap gap-1.5">
          {isConflict && <Badge tone="warning">Conflict</Badge>}
          {hasOutcome && <Badge tone={tone}>{word}</Badge>}
        </p>
      </div>
      {!isShort && <StackedValues {...values} />}
      {isConflict && <p className="text-sm text-warning">{describeConflict(change)}</p>}
      {reason && (
        <p
          className={outcome === 'rejected' ? 'text-sm wrap-anywhere text-danger' : 'text-sm wrap-anywhere text-muted'}
        >
          {reason}
        </p>
      )}
    </li>
  )
}
