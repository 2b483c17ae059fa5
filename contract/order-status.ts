import { AppError } from './errors.ts'

/**
 * Every step that an order can take; anything else is refused. Back from Amazon it comes when Amazon can't ship it before
 * anything has left, out of its cancellation by Restore while nothing has shipped.
 */
export const orderTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  placed: ['acknowledged', 'sent_to_fulfillment', 'cancelled'],
  acknowledged: ['sent_to_fulfillment', 'cancelled'],
  sent_to_fulfillment: ['shipped', 'placed', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: ['placed'],
}

export const orderStatusText: Record<OrderStatus, string> = {
  placed: 'placed',
  acknowledged: 'acknowledged',
  sent_to_fulfillment: 'sent to fulfillment',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'cancelled',
}

/** The status after the step, where there is one; else a refusal that names the present status. */
export function moveOrder(from: OrderStatus, to: OrderStatus): OrderStatus {
  if (orderTransitions[from].includes(to)) return to
  throw new AppError('conflict', `The order is ${orderStatusText[from]}; it can’t become ${orderStatusText[to]}.`)
}

/** From when on Amazon has it, one way: the later the word, the further it is. */
const fulfillmentOrder: readonly FulfillmentStatus[] = [
  'pending',
  'submitted',
  'received',
  'planning',
  'processing',
  'shipped',
  'delivered',
]

/** Fulfilments of which nothing more is to be heard. */
export const endedFulfillments = ['delivered', 'cancelled', 'unfulfillable'] as const satisfies FulfillmentStatus[]

export const hasEnded = (status: FulfillmentStatus): boolean =>
  (endedFulfillments as readonly FulfillmentStatus[]).includes(status)

/** Whether its units are, or may be, on their way to the customer: what failed frees them for another attempt. */
export const isLive = (status: FulfillmentStatus): boolean => status !== 'cancelled' && status !== 'unfulfillable'

/** Whether something of it has left the warehouse. */
export const hasLeft = (status: FulfillmentStatus): boolean => status === 'shipped' || status === 'delivered'

/** Whether news of Amazon move a fulfilment on. Late, repeated and backward ones don't. */
export function advances(from: FulfillmentStatus, to: FulfillmentStatus): boolean {
  if (hasEnded(from)) return false
  if (!isLive(to)) return !hasLeft(from)
  return fulfillmentOrder.indexOf(to) > fulfillmentOrder.indexOf(from)
}

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
