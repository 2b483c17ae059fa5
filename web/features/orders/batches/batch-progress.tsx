import type { ReactNode } from 'react'
import type { OrderBatch } from '#contract/order-batches.ts'
import type { BatchAction } from '#contract/order-status.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useBatch } from './api.ts'

type RunningBatchProps = { batchId: string; onShow: () => void }

/** Shows a running batch whose dialog is closed, with a button that opens it again. */
export function RunningBatch({ batchId, onShow }: RunningBatchProps) {
  const { data: batch } = useBatch(batchId)
  if (!batch || batch.finishedAt !== null) return null
  return (
    <FloatingBar label="Work that goes on">
      <div className="min-w-48 flex-1">
        <BatchProgress batch={batch} />
      </div>
      <Button size="small" onClick={onShow}>
        Show results
      </Button>
    </FloatingBar>
  )
}

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

/** For example "10 sent to Amazon, 2 refused". */
function outcomeText({ action, counts: { done, refused } }: OrderBatch): string {
  const parts = [
    `${formatNumber(done)} ${batchActionLabels[action].done}`,
    refused > 0 && `${formatNumber(refused)} refused`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** A bar that floats over the bottom of the list. */
export function FloatingBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex animate-fade flex-wrap items-center gap-2 rounded-lg border bg-raised px-4 py-3 shadow-overlay"
    >
      {children}
    </section>
  )
}

type BatchActionLabels = {
  label: string
  /** Before "12 orders" while the batch runs. */
  doing: string
  /** After a number once the batch has finished. */
  done: string
}

export const batchActionLabels: Record<BatchAction, BatchActionLabels> = {
  acknowledge: { label: 'Acknowledge', doing: 'Acknowledging', done: 'acknowledged' },
  fulfill: { label: 'Fulfill', doing: 'Fulfilling', done: 'sent to Amazon' },
  hold: { label: 'Hold', doing: 'Putting on hold', done: 'put on hold' },
  release: { label: 'Release', doing: 'Releasing', done: 'released' },
}
