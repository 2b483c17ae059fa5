import ArrowRight from 'lucide-react/icons/arrow-right'
import type { FieldChange } from '#contract/products.ts'
import { compareByColumn, fieldLabel, fieldText } from './field-text.ts'

type FieldChangesProps = { cells: readonly FieldChange[]; isNew: boolean }

/** Fields as they were and as they become; of something new only what it gets besides its code. */
export function FieldChanges({ cells, isNew }: FieldChangesProps) {
  const shown = isNew ? cells.filter(({ field, after }) => field !== 'sku' && after !== null && after !== '') : cells
  return (
    <ul className={isNew ? 'flex flex-wrap gap-x-4 gap-y-0.5 text-sm' : 'grid gap-y-0.5 text-sm'}>
      {shown.toSorted(compareByColumn).map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{fieldLabel(field)}</span>{' '}
          {!isNew && (
            <>
              <span className="sr-only">was </span>
              <del className="text-muted">{fieldText(field, before)}</del>
              <ArrowRight aria-hidden className="mx-1 inline size-3.5 text-muted" />
              <span className="sr-only"> becomes </span>
            </>
          )}
          <ins className="font-medium no-underline">{fieldText(field, after)}</ins>
        </li>
      ))}
    </ul>
  )
}
