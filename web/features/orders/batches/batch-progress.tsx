import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import type { OrderBatch } from '#contract/order-batches.ts'
import type { BatchAction } from '#contract/order-status.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useBatch } from './api.ts'

type RunningBatchProps = { batchId: string; onShow: () => void }

/** Shows a running batch whose dialog is closed, with a button that opens it again. */
export function RunningBatch({ batchId, onShow }: RunningBatchProps) {
  const { data: batch } = useBatch(batchId)
  if (!batch || batch.finishedAt !== null) return null
  return (
    <FloatingBar label={t('Running action')}>
      <div className="min-w-48 flex-1">
        <BatchProgress batch={batch} />
      </div>
      <Button size="small" onClick={onShow}>
        {t('Show results')}
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
      label={finishedAt === null ? labels.doing(total) : outcomeText(batch)}
      detail={t('{finished} of {total}', { finished, total })}
      share={total === 0 ? 1 : finished / total}
    />
  )
}

/** For example "10 sent to Amazon, 2 refused". */
function outcomeText({ action, counts: { done, refused } }: OrderBatch): string {
  const parts = [batchActionLabels[action].done(done), refused > 0 && t('{refused} refused', { refused })]
  return parts.filter(Boolean).join(', ')
}

/** A bar that floats over the bottom of the list. */
export function FloatingBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex min-w-0 animate-fade flex-wrap items-center gap-2 rounded-lg border bg-raised px-4 py-3 shadow-overlay"
    >
      {children}
    </section>
  )
}

type BatchActionLabels = {
  /** Of its button. */
  label: string
  /** Of its dialog. */
  title: string
  /** While the batch runs. */
  doing: (count: number) => string
  /** Once the batch has finished. */
  done: (count: number) => string
}

export const batchActionLabels: Record<BatchAction, BatchActionLabels> = {
  acknowledge: {
    label: t('Acknowledge'),
    title: t('Acknowledge orders'),
    doing: (count) => t('Acknowledging {count, plural, one {# order} other {# orders}}', { count }),
    done: (count) => t('{count} acknowledged', { count }),
  },
  fulfill: {
    label: t('Fulfill'),
    title: t('Fulfill orders'),
    doing: (count) => t('Fulfilling {count, plural, one {# order} other {# orders}}', { count }),
    done: (count) => t('{count} sent to Amazon', { count }),
  },
  hold: {
    label: t('Hold'),
    title: t('Hold orders'),
    doing: (count) => t('Holding {count, plural, one {# order} other {# orders}}', { count }),
    done: (count) => t('{count} put on hold', { count }),
  },
  cancel: {
    label: t('Cancel orders'),
    title: t('Cancel orders'),
    doing: (count) => t('Cancelling {count, plural, one {# order} other {# orders}}', { count }),
    done: (count) => t('{count} cancelled or cancellation requested', { count }),
  },
  release: {
    label: t('Release'),
    title: t('Release orders'),
    doing: (count) => t('Releasing {count, plural, one {# order} other {# orders}}', { count }),
    done: (count) => t('{count} released', { count }),
  },
  tag: {
    label: t('Tags'),
    title: t('Tag orders'),
    doing: (count) => t('Tagging {count, plural, one {# order} other {# orders}}', { count }),
    done: (count) => t('{count} tagged', { count }),
  },
  assign: {
    label: t('Assign'),
    title: t('Assign orders'),
    doing: (count) => t('Assigning {count, plural, one {# order} other {# orders}}', { count }),
    done: (count) => t('{count} assigned', { count }),
  },
}
