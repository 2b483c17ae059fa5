import Hourglass from 'lucide-react/icons/hourglass'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { ReactNode } from 'react'
import { type BatchResult, type OrderBatch, orderBatchesApi } from '#contract/order-batches.ts'
import { shopOrderText } from '#contract/order-numbers.ts'
import type { BatchOutcome } from '#contract/order-status.ts'
import { QueryContent } from '#web/shared/query-content.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { useBatch, useStopBatch } from './api.ts'
import { batchActionLabels, BatchProgress } from './batch-progress.tsx'

type BatchDialogProps = { batchId: string; onClose: () => void }

/** Progress of a batch with a result per order. Closing the dialog does not stop the batch. */
export function BatchDialog({ batchId, onClose }: BatchDialogProps) {
  const query = useBatch(batchId)
  const { data: batch } = query
  const stop = useStopBatch()
  const isRunning = batch?.finishedAt === null

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={batch ? `${batchActionLabels[batch.action].label} orders` : 'Several orders'}
      description={isRunning ? 'Close this if you like: the work goes on without it.' : 'A result for each order.'}
    >
      <QueryContent what="The progress" query={query}>
        {(loaded) => (
          <>
            <BatchProgress batch={loaded} />
            <BatchResults batch={loaded} />
          </>
        )}
      </QueryContent>
      <DialogActions>
        {batch && batch.counts.waiting > 0 && (
          <PermittedButton
            access={orderBatchesApi.stop.access}
            task="stop this"
            isPending={stop.isPending}
            onClick={() => stop.mutate(batch.id)}
          >
            Stop
          </PermittedButton>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

/** One line per order; once the batch has finished, refused orders come first. */
function BatchResults({ batch: { results, finishedAt } }: { batch: OrderBatch }) {
  const listed = finishedAt === null ? results : [...results].sort(refusedFirst)
  return (
    <ul aria-label="Result of each order" className="max-h-72 divide-y overflow-y-auto rounded-lg border">
      {listed.map((result) => (
        <ResultItem key={result.orderId} result={result} />
      ))}
    </ul>
  )
}

function ResultItem({ result }: { result: BatchResult }) {
  const { orderNumber, outcome, message } = result
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 px-3 py-2">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{orderNumber}</span>{' '}
        <span className="text-sm text-muted">{shopOrderText(result)}</span>
      </span>
      <BatchOutcomeBadge outcome={outcome} />
      {message && <span className="col-span-full text-sm wrap-anywhere text-muted">{message}</span>}
    </li>
  )
}

const refusedFirst = (one: BatchResult, other: BatchResult) =>
  Number(other.outcome === 'refused') - Number(one.outcome === 'refused')

const outcomeStyles: Record<BatchOutcome, { tone: Tone; icon?: ReactNode; label: string }> = {
  waiting: { tone: 'neutral', icon: <Hourglass aria-hidden />, label: 'Waiting' },
  sending: { tone: 'info', icon: <LoaderCircle aria-hidden className="animate-spin" />, label: 'Sending…' },
  done: { tone: 'success', label: 'Done' },
  refused: { tone: 'danger', label: 'Refused' },
}

function BatchOutcomeBadge({ outcome }: { outcome: BatchOutcome }) {
  const { label, ...style } = outcomeStyles[outcome]
  return <Badge {...style}>{label}</Badge>
}
