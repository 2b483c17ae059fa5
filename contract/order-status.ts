import { AppError } from './errors.ts'
import { asMessage, say, t } from './i18n.ts'

/**
 * The state machine of orders: every allowed transition; others are refused. An order returns from `sent_to_fulfillment` to `placed`
 * when Amazon cannot ship it and nothing has shipped, from `cancelled` by Restore while nothing has shipped, and from `delivered` when a
 * person takes back that a parcel of their own has arrived.
 */
export const orderTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  placed: ['acknowledged', 'sent_to_fulfillment', 'cancelled'],
  acknowledged: ['sent_to_fulfillment', 'cancelled'],
  sent_to_fulfillment: ['shipped', 'placed', 'cancelled'],
  shipped: ['delivered'],
  delivered: ['shipped'],
  cancelled: ['placed'],
}

/** A status as a label, on screens and in files; `orderStatusText` is for use inside a sentence. */
export const orderStatusLabels: Record<OrderStatus, string> = {
  placed: t('Placed'),
  acknowledged: t('Acknowledged'),
  sent_to_fulfillment: t('Sent to Fulfillment'),
  shipped: t('Shipped'),
  delivered: t('Delivered'),
  cancelled: t('Cancelled'),
}

export const orderStatusText: Record<OrderStatus, string> = {
  placed: t('placed'),
  acknowledged: t('acknowledged'),
  sent_to_fulfillment: t('sent to fulfillment'),
  shipped: t('shipped'),
  delivered: t('delivered'),
  cancelled: t('cancelled'),
}

/** Returns the new status of an allowed transition; otherwise throws a conflict that names the current one. */
export function moveOrder(from: OrderStatus, to: OrderStatus): OrderStatus {
  if (orderTransitions[from].includes(to)) return to
  throw new AppError(
    'conflict',
    say('The order is {from}; it can’t become {to}.', {
      from: asMessage(orderStatusText[from]),
      to: asMessage(orderStatusText[to]),
    }),
  )
}

/** Statuses of a fulfillment in order of progress; it only moves forward. */
const fulfillmentOrder: readonly FulfillmentStatus[] = [
  'pending',
  'submitted',
  'received',
  'planning',
  'processing',
  'shipped',
  'delivered',
]

/** Final statuses of a fulfillment. */
export const endedFulfillments = ['delivered', 'cancelled', 'unfulfillable'] as const satisfies FulfillmentStatus[]

export const hasEnded = (status: FulfillmentStatus): boolean =>
  (endedFulfillments as readonly FulfillmentStatus[]).includes(status)

/** Whether the fulfillment still claims its units; a failed one frees them for another attempt. */
export const isLive = (status: FulfillmentStatus): boolean => status !== 'cancelled' && status !== 'unfulfillable'

/** Whether some of it has shipped. */
export const hasLeft = (status: FulfillmentStatus): boolean => status === 'shipped' || status === 'delivered'

/** Whether a status from Amazon advances a fulfillment. Stale, repeated and backward statuses do not. */
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

/** Who ships: Amazon, or the seller himself. */
export const fulfillmentProviders = ['amazon_mcf', 'seller'] as const

export type FulfillmentProvider = (typeof fulfillmentProviders)[number]

export const shippingSpeeds = ['standard', 'expedited', 'priority'] as const

export type ShippingSpeed = (typeof shippingSpeeds)[number]

/** Why an order or delivery needs a person. */
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
  'held_by_channel',
  'cancel_refused',
  'shipped_partly',
  'package_lost',
] as const

export type AttentionCode = (typeof attentionCodes)[number]

/** Codes that a person may dismiss; others block the order until they are resolved. */
export const dismissibleAttention: ReadonlySet<AttentionCode> = new Set<AttentionCode>([
  'totals_differ',
  'discount_differs',
  'webhook_not_understood',
  'changed_after_sending',
  'reopened_by_channel',
  'shipped_by_channel',
  'held_by_channel',
  'cancel_refused',
  'shipped_partly',
  'package_lost',
])

/** Whether a person may dismiss an item now: a cancellation by the channel only once it comes too late. */
export const canDismiss = (code: AttentionCode, orderStatus: OrderStatus | null): boolean =>
  dismissibleAttention.has(code) ||
  (code === 'cancelled_by_channel' && (orderStatus === 'shipped' || orderStatus === 'delivered'))

/** Who can resolve an attention item. */
export const attentionActors = ['you', 'amazon', 'channel'] as const

export type AttentionActor = (typeof attentionActors)[number]

/** What happens to the order once Amazon has confirmed the cancellation of its fulfillment. */
export const cancelPurposes = ['cancel_order', 'send_again'] as const

export type CancelPurpose = (typeof cancelPurposes)[number]

/** Actions on several orders. */
export const batchActions = ['acknowledge', 'fulfill', 'hold', 'release', 'cancel', 'tag', 'assign'] as const

export type BatchAction = (typeof batchActions)[number]

/** `waiting` is not done yet; `sending` waits for Amazon's answer. */
export const batchOutcomes = ['waiting', 'sending', 'done', 'refused'] as const

export type BatchOutcome = (typeof batchOutcomes)[number]
