import type { BatchAction } from '#contract/order-words.ts'

type ActionWords = {
  label: string
  /** Goes before "12 orders" while they are worked on. */
  doing: string
  /** Goes after a figure once they are. */
  done: string
}

export const actionWords: Record<BatchAction, ActionWords> = {
  acknowledge: { label: 'Acknowledge', doing: 'Acknowledging', done: 'acknowledged' },
  fulfill: { label: 'Fulfill', doing: 'Fulfilling', done: 'sent to Amazon' },
  hold: { label: 'Hold', doing: 'Putting on hold', done: 'put on hold' },
  release: { label: 'Release', doing: 'Releasing', done: 'released' },
}
