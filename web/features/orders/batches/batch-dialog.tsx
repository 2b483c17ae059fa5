import { orderBatchesApi } from '#contract/order-batches.ts'
import { QueryContent } from '#web/shared/loaded.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { useBatch, useStopBatch } from './api.ts'
import { BatchProgress } from './batch-progress.tsx'
import { BatchResults } from './batch-results.tsx'
import { batchActionLabels } from './batch-words.ts'

type BatchDialogProps = { batchId: string; onClose: () => void }

/** How far a bulk action has come, with a result per order. It goes on when this is closed. */
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
