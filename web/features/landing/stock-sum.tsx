import { cx } from 'class-variance-authority'
import { AnimatedNumber } from './ticking-number.tsx'

type StockSumProps = { available: number; held: number; buffer: number; sellable: number }

export function StockSum({ available, held, buffer, sellable }: StockSumProps) {
  return (
    <dl className="mt-4 overflow-hidden rounded-lg border bg-sunken">
      <SumLine sign="" label="Amazon’s count" value={available} />
      <SumLine sign="−" label="Held for open orders" value={held} isActive={held > 0} />
      <SumLine sign="−" label="Safety buffer" value={buffer} />
      <div className="flex items-baseline gap-2 border-t bg-accent px-4 py-2.5 text-on-accent">
        <dt className="flex-1 font-semibold">
          <span aria-hidden className="inline-block w-5">
            =
          </span>
          Sellable
        </dt>
        <dd className="text-2xl font-semibold">
          <AnimatedNumber value={sellable} />
        </dd>
      </div>
    </dl>
  )
}

type SumLineProps = { sign: string; label: string; value: number; isActive?: boolean }

function SumLine({ sign, label, value, isActive = false }: SumLineProps) {
  return (
    <div className="flex items-baseline gap-2 px-4 py-2 not-first:border-t">
      <dt className={cx('flex-1 transition-colors', isActive ? 'text-ink' : 'text-muted')}>
        <span aria-hidden className="inline-block w-5">
          {sign}
        </span>
        {label}
      </dt>
      <dd className="text-lg font-semibold">
        <AnimatedNumber value={value} />
      </dd>
    </div>
  )
}
