import { t } from './i18n.ts'
import type { AttentionCode } from './order-status.ts'

/** What a person can do about each attention code, in one sentence. */
export const attentionRemedies: Record<AttentionCode, string> = {
  unmapped_sku: t('Choose the SKU this code stands for. The order will then continue.'),
  not_enough_stock: t(
    'Restock or correct the count, and the order will be released automatically when stock arrives. Or send what you have, substitute a SKU or cancel.',
  ),
  bad_address: t('Correct the shipping address and send the order.'),
  totals_differ: t('Compare the amounts with the channel’s, then dismiss this if the order is right.'),
  discount_differs: t('Compare the discount with your promotions, then dismiss this if the order is right.'),
  rejected_by_amazon: t('Fix what Amazon rejected, then send the order again.'),
  unfulfillable: t('Resend with a different speed or in several shipments, or ship it yourself.'),
  stuck_in_planning: t('Cancel the fulfillment at Amazon and send the order again.'),
  submission_unanswered: t('Check whether Amazon has the fulfillment before sending the order again.'),
  push_back_failed: t('Check the channel’s address and send the message again.'),
  webhook_not_understood: t('Fix the problem in the message, then replay it. Or dismiss this if no order is missing.'),
  cancelled_by_channel: t(
    'Cancel the order, and Amazon will be asked to stop it. If it has shipped, ask the customer to return it, then dismiss this.',
  ),
  changed_after_sending: t('Compare the order with what was sent, then dismiss this.'),
  reopened_by_channel: t('Restore the order if the channel wants it sent after all. Otherwise dismiss this.'),
  shipped_by_channel: t(
    'Close the order here: the customer and channel won’t be notified. Or dismiss this to have Amazon ship it too.',
  ),
  held_by_channel: t('Cancel the order if it shouldn’t be delivered. Otherwise dismiss this.'),
  cancel_refused: t('Let it ship and ask the customer to return it, then dismiss this.'),
  shipped_partly: t('Send the rest once it is in stock, or refund it and dismiss this.'),
  package_lost: t('Contact the carrier. Replace or refund the items in the shop, then dismiss this.'),
}
