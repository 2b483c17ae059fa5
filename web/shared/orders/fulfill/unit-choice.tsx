import type { OrderDetail } from '#contract/orders.ts'
import { Input } from '#web/ui/input.tsx'
import { type Units, unitsOf, unsentLines } from './sending.ts'

type UnitChoiceProps = { order: OrderDetail; units: Units; onUnitsChange: (units: Units) => void }

/** What to send: all that is left, or fewer units of some lines. */
export function UnitChoice({ order, units, onUnitsChange }: UnitChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Units to send</legend>
      <ul className="max-h-60 divide-y overflow-y-auto rounded-lg border">
        {unsentLines(order).map(({ id, sku, title, unsent }) => (
          <li key={id} className="flex items-center justify-between gap-4 px-3 py-2">
            <span className="min-w-0">
              <span className="line-clamp-2 wrap-anywhere">{title ?? sku}</span>
              {title && <span className="block font-mono text-sm text-muted wrap-anywhere">{sku}</span>}
            </span>
            <span className="flex shrink-0 items-center gap-2 whitespace-nowrap text-muted">
              <Input
                type="number"
                min={0}
                max={unsent}
                aria-label={`Units of ${sku}`}
                className="max-w-20 text-right"
                value={unitsOf(order, units, id)}
                onFocus={(event) => event.target.select()}
                onChange={({ target }) => onUnitsChange({ ...units, [id]: wholeUnits(target.value, unsent) })}
              />
              of {unsent}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const wholeUnits = (typed: string, most: number) => Math.min(Math.max(Math.trunc(Number(typed)) || 0, 0), most)
