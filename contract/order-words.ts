export const orderStatuses = [
  'placed',
  'acknowledged',
  'sent_to_fulfillment',
  'shipped',
  'delivered',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const fulfillmentStatuses = [
  'pending',
  'submitted',
  'received',
  'planning',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'unfulfillable',
] as const
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number]

export const fulfillmentProviders = ['amazon_mcf'] as const
export type FulfillmentProvider = (typeof fulfillmentProviders)[number]

export const shippingSpeeds = ['standard', 'expedited', 'priority'] as const
export type ShippingSpeed = (typeof shippingSpeeds)[number]

/** Why something waits for a person. */
export const attentionCodes = [
  'unmapped_sku',
  'not_enough_stock',
  'bad_address',
  'totals_differ',
  'discount_differs',
  'rejected_by_amazon',
  'unfulfillable',
  'stuck_in_planning',
  'submission_unanswered',
  'push_back_failed',
  'webhook_not_understood',
  'cancelled_by_channel',
  'changed_after_sending',
  'reopened_by_channel',
  'shipped_by_channel',
  'cancel_refused',
  'shipped_partly',
  'package_lost',
] as const
export type AttentionCode = (typeof attentionCodes)[number]

/** What a person may judge to be no trouble; anything else keeps its order until it is seen to. */
export const dismissibleAttention: ReadonlySet<AttentionCode> = new Set<AttentionCode>([
  'totals_differ',
  'discount_differs',
  'webhook_not_understood',
  'changed_after_sending',
  'reopened_by_channel',
  'shipped_by_channel',
  'cancel_refused',
  'shipped_partly',
  'package_lost',
])

/** Who can do something about it. */
export const attentionActors = ['you', 'amazon', 'channel'] as const
export type AttentionActor = (typeof attentionActors)[number]

/** What is to become of an order once Amazon has confirmed that its fulfilment is cancelled. */
export const cancelPurposes = ['cancel_order', 'send_again'] as const
export type CancelPurpose = (typeof cancelPurposes)[number]

/** What can be done to several orders at once. */
export const batchActions = ['acknowledge', 'fulfill', 'hold', 'release'] as const
export type BatchAction = (typeof batchActions)[number]

/** `waiting` is still to be done; `sending` waits for Amazon's answer. */
export const batchOutcomes = ['waiting', 'sending', 'done', 'refused'] as const
export type BatchOutcome = (typeof batchOutcomes)[number]
