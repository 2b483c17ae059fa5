import { t } from './i18n.ts'
import type { AttentionCode } from './order-status.ts'

/** What a person can do about each attention code, in one sentence. */
export const attentionRemedies: Record<AttentionCode, string> = {
  unmapped_sku: t('Choose which of your SKUs this code stands for. The order then continues.'),
  not_enough_stock: t(
    'Restock or correct the count: the order is released automatically when stock arrives. Or send what is there, send another SKU, or cancel.',
  ),
  bad_address: t('Correct the shipping address and send the order.'),
  totals_differ: t('Compare the amounts with the channel, then dismiss this if the order is right.'),
  discount_differs: t('Compare the discount with your promotions, then dismiss this if the order is right.'),
  rejected_by_amazon: t('Correct what Amazon refused, then send the order again.'),
  unfulfillable: t('Send the order again at another speed or in parts, or ship it yourself.'),
  stuck_in_planning: t('Cancel the fulfillment at Amazon and send the order again.'),
  submission_unanswered: t('Ask Amazon whether the fulfillment exists before the order is sent again.'),
  push_back_failed: t('Check the channel’s address and send the message again.'),
  webhook_not_understood: t('Correct what the message names, then replay it. Or dismiss it if no order is missing.'),
  cancelled_by_channel: t(
    'Cancel the order: Amazon is asked to stop it. If it has shipped, ask the customer to return it, then dismiss this.',
  ),
  changed_after_sending: t('Compare the order with what was sent, then dismiss this.'),
  reopened_by_channel: t('Restore the order if the channel wants it sent after all. Otherwise dismiss this.'),
  shipped_by_channel: t(
    'Close the order here: neither the customer nor the channel is notified. Or dismiss this to have Amazon ship it too.',
  ),
  held_by_channel: t('Cancel the order if it must not arrive. Otherwise dismiss this.'),
  cancel_refused: t('Let it ship and ask the customer to return it, then dismiss this.'),
  shipped_partly: t('Send the rest once it is in stock, or refund it and dismiss this.'),
  package_lost: t('Ask the carrier. Replace or refund the items in the shop, then dismiss this.'),
}
