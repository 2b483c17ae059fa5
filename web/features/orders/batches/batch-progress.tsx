import type { OrderBatch } from '#contract/order-batches.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { Progress } from '#web/ui/progress.tsx'
import { batchActionLabels } from './batch-words.ts'

export function BatchProgress({ batch }: { batch: OrderBatch }) {
  const { action, total, counts, finishedAt } = batch
  const finished = counts.done + counts.refused
  const labels = batchActionLabels[action]
  return (
    <Progress
      label={finishedAt === null ? `${labels.doing} ${formatCount(total, 'order')}` : outcomeText(batch)}
      detail={`${formatNumber(finished)} of ${formatNumber(total)}`}
      share={total === 0 ? 1 : finished / total}
    />
  )
}

/** Such as "10 sent to Amazon, 2 refused". */
function outcomeText({ action, counts: { done, refused } }: OrderBatch): string {
  const parts = [
    `${formatNumber(done)} ${batchActionLabels[action].done}`,
    refused > 0 && `${formatNumber(refused)} refused`,
  ]
  return parts.filter(Boolean).join(', ')
}
