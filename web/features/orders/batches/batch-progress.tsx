import type { OrderBatch } from '#contract/order-batches.ts'
import { counted, figure } from '#web/lib/figures.ts'
import { Progress } from '#web/ui/progress.tsx'
import { actionWords } from './batch-words.ts'

export function BatchProgress({ batch }: { batch: OrderBatch }) {
  const { action, total, counts, finishedAt } = batch
  const ended = counts.done + counts.refused
  const words = actionWords[action]
  return (
    <Progress
      label={finishedAt === null ? `${words.doing} ${counted(total, 'order')}` : outcomeOf(batch)}
      detail={`${figure(ended)} of ${figure(total)}`}
      share={total === 0 ? 1 : ended / total}
    />
  )
}

/** Such as "10 sent to Amazon, 2 refused". */
function outcomeOf({ action, counts: { done, refused } }: OrderBatch): string {
  const parts = [`${figure(done)} ${actionWords[action].done}`, refused > 0 && `${figure(refused)} refused`]
  return parts.filter(Boolean).join(', ')
}
