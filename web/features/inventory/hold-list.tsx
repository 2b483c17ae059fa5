import type { StockHold } from '#contract/inventory.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'

export function HoldList({ holds }: { holds: readonly StockHold[] }) {
  return (
    <details>
      <summary className="min-h-10 content-center md:min-h-6">
        {holds.length === 1 ? '1 order holds' : `${formatNumber(holds.length)} orders hold`} units
      </summary>
      <ul aria-label="Orders that hold units" className="mt-1 divide-y border-t">
        {holds.map((hold) => (
          <HoldItem key={hold.id} hold={hold} />
        ))}
      </ul>
    </details>
  )
}

function HoldItem({ hold: { orderNumber, quantity, createdAt, acceptedAt } }: { hold: StockHold }) {
  return (
    <li className="py-2">
      <p className="flex justify-between gap-4 text-ink">
        <span className="wrap-anywhere">Order {orderNumber}</span>
        <span className="whitespace-nowrap">{formatCount(quantity, 'unit')}</span>
      </p>
      <p>
        Placed <RelativeTime moment={createdAt} />.{' '}
        {acceptedAt ? (
          <>
            Accepted by Amazon <RelativeTime moment={acceptedAt} />: held until its next count.
          </>
        ) : (
          'Not accepted by Amazon yet.'
        )}
      </p>
    </li>
  )
}
