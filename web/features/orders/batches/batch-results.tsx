import type { BatchResult, OrderBatch } from '#contract/order-batches.ts'
import { BatchOutcomeBadge } from './batch-outcome-badge.tsx'

/** One line per order. Once nothing moves any more, what was refused comes first. */
export function BatchResults({ batch: { results, finishedAt } }: { batch: OrderBatch }) {
  const listed = finishedAt === null ? results : [...results].sort(refusedFirst)
  return (
    <ul aria-label="Result of each order" className="max-h-72 divide-y overflow-y-auto rounded-lg border">
      {listed.map((result) => (
        <ResultItem key={result.orderId} result={result} />
      ))}
    </ul>
  )
}

function ResultItem({ result: { orderNumber, externalOrderId, outcome, message } }: { result: BatchResult }) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 px-3 py-2">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">#{externalOrderId}</span>{' '}
        <span className="text-sm text-muted">{orderNumber}</span>
      </span>
      <BatchOutcomeBadge outcome={outcome} />
      {message && <span className="col-span-full text-sm wrap-anywhere text-muted">{message}</span>}
    </li>
  )
}

const refusedFirst = (one: BatchResult, other: BatchResult) =>
  Number(other.outcome === 'refused') - Number(one.outcome === 'refused')
