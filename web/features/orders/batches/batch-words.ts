import type { BatchAction } from '#contract/order-status.ts'

type BatchActionLabels = {
  label: string
  /** Goes before "12 orders" while they are worked on. */
  doing: string
  /** Goes after a figure once they are. */
  done: string
}

export const batchActionLabels: Record<BatchAction, BatchActionLabels> = {
  acknowledge: { label: 'Acknowledge', doing: 'Acknowledging', done: 'acknowledged' },
  fulfill: { label: 'Fulfill', doing: 'Fulfilling', done: 'sent to Amazon' },
  hold: { label: 'Hold', doing: 'Putting on hold', done: 'put on hold' },
  release: { label: 'Release', doing: 'Releasing', done: 'released' },
}
