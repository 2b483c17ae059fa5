import type { AttentionRow } from '#contract/attention.ts'
import type { AttentionActor, AttentionCode } from '#contract/order-status.ts'

export const attentionLabels: Record<AttentionCode, string> = {
  unmapped_sku: 'Unknown SKU',
  not_enough_stock: 'Not enough stock',
  bad_address: 'Address to correct',
  totals_differ: 'Totals differ',
  discount_differs: 'Discount differs',
  rejected_by_amazon: 'Refused by Amazon',
  unfulfillable: 'Can’t be fulfilled',
  stuck_in_planning: 'Stuck at Amazon',
  submission_unanswered: 'No answer from Amazon',
  push_back_failed: 'Channel not notified',
  webhook_not_understood: 'Not understood',
  cancelled_by_channel: 'Cancelled by the channel',
  changed_after_sending: 'Changed after sending',
  reopened_by_channel: 'Reopened by the channel',
  shipped_by_channel: 'Shipped by the channel',
  held_by_channel: 'Put on hold by the channel',
  cancel_refused: 'Can’t be cancelled',
  shipped_partly: 'Shipped in part',
  package_lost: 'Package lost',
}

export const actorLabels: Record<AttentionActor, string> = {
  you: 'Waiting on you',
  amazon: 'Waiting on Amazon',
  channel: 'Waiting on the channel',
}

/** Such as "order LS-10012", for accessible names of buttons. */
export const subjectOf = ({ orderNumber, externalOrderId }: AttentionRow): string =>
  orderNumber || externalOrderId ? `order ${orderNumber ?? externalOrderId}` : 'an unknown order'
