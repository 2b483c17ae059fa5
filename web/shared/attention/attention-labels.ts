import type { AttentionRow } from '#contract/attention.ts'
import { t } from '#contract/i18n.ts'
import type { AttentionActor, AttentionCode } from '#contract/order-status.ts'

export const attentionLabels: Record<AttentionCode, string> = {
  unmapped_sku: t('Unknown SKU'),
  not_enough_stock: t('Not enough stock'),
  bad_address: t('Address problem'),
  totals_differ: t('Totals differ'),
  discount_differs: t('Discount differs'),
  rejected_by_amazon: t('Refused by Amazon'),
  unfulfillable: t('Can’t be fulfilled'),
  stuck_in_planning: t('Stuck at Amazon'),
  submission_unanswered: t('No response from Amazon'),
  push_back_failed: t('Channel not notified'),
  webhook_not_understood: t('Couldn’t be processed'),
  cancelled_by_channel: t('Cancelled by the channel'),
  changed_after_sending: t('Changed after sending'),
  reopened_by_channel: t('Reopened by the channel'),
  shipped_by_channel: t('Shipped by the channel'),
  held_by_channel: t('Put on hold by the channel'),
  cancel_refused: t('Can’t be cancelled'),
  shipped_partly: t('Partly shipped'),
  package_lost: t('Package lost'),
}

export const actorLabels: Record<AttentionActor, string> = {
  you: t('Waiting on you'),
  amazon: t('Waiting on Amazon'),
  channel: t('Waiting on the channel'),
}

/** Such as "order LS-10012", for accessible names of buttons. */
export function subjectOf({ orderNumber, externalOrderId }: AttentionRow): string {
  const number = orderNumber ?? externalOrderId
  return number ? t('order {number}', { number }) : t('an unknown order')
}
