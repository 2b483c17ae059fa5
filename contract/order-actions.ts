import { t } from './i18n.ts'
import { observingRefusal } from './observe-values.ts'
import type { OrderRow } from './order-row.ts'
import { type OrderStatus, orderTransitions } from './order-status.ts'

/** The actions on one order. */
export const orderActions = [
  'acknowledge',
  'fulfill',
  'resend',
  'ship',
  'edit_address',
  'substitute',
  'hold',
  'release',
  'cancel',
  'restore',
  'request_review',
] as const
export type OrderAction = (typeof orderActions)[number]

type Subject = Pick<
  OrderRow,
  | 'status'
  | 'isHeld'
  | 'channelHold'
  | 'isPartial'
  | 'transit'
  | 'hasShipped'
  | 'deliveredAt'
  | 'reviewRequestedAt'
  | 'hasEmail'
  | 'isObserving'
>

/** Days after delivery in which a review may be requested, once. */
export const reviewWindowDays = { from: 5, to: 30 } as const
const day = 24 * 3600 * 1000

const stateTexts: Record<OrderStatus, string> = {
  placed: t('The order is placed.'),
  acknowledged: t('The order has been acknowledged.'),
  sent_to_fulfillment: t('The order has been sent to fulfillment.'),
  shipped: t('The order has shipped.'),
  delivered: t('The order has been delivered.'),
  cancelled: t('The order has been cancelled.'),
}

const stoppedAlready = t('Amazon has already been asked to cancel it.')
const beingSent = t('The order is being sent to Amazon.')

/** Why an action is not possible in the order's current state, as a sentence for people; null when it is possible. */
export function obstacleTo(action: OrderAction, order: Subject, now: Date): string | null {
  return obstacleOfState(action, order, now) ?? (tellsOutside.has(action) ? observeObstacle(order) : null)
}

/** Actions of which Amazon, the channel or the customer is told. */
const tellsOutside: ReadonlySet<OrderAction> = new Set([
  'acknowledge',
  'fulfill',
  'resend',
  'ship',
  'cancel',
  'request_review',
] satisfies OrderAction[])

const observeObstacle = ({ isObserving }: Pick<OrderRow, 'isObserving'>): string | null =>
  isObserving ? observingRefusal : null

function obstacleOfState(action: OrderAction, order: Subject, now: Date): string | null {
  const { status, isHeld, transit } = order
  const isOpen = status === 'placed' || status === 'acknowledged'
  const stands = stateTexts[status]
  switch (action) {
    case 'acknowledge':
      return orderTransitions[status].includes('acknowledged') ? null : stands
    case 'fulfill':
    case 'ship':
      return obstacleToSending(order, stands)
    case 'resend':
      return isOpen && transit === 'sending' ? channelHoldObstacle(order) : obstacleToSending(order, stands)
    case 'edit_address':
    case 'substitute':
      if (!isOpen) return stands
      return transit === null ? null : beingSent
    case 'hold':
      if (!isOpen) return stands
      if (transit !== null) return beingSent
      return isHeld ? t('The order is already on hold.') : null
    case 'release':
      return isHeld ? null : t('The order is not on hold.')
    case 'cancel':
      if (!orderTransitions[status].includes('cancelled')) return stands
      return transit === 'cancelling' ? stoppedAlready : null
    case 'restore':
      if (status !== 'cancelled') return stands
      return order.hasShipped ? t('Part of the order has shipped.') : null
    case 'request_review':
      return obstacleToReview(order, stands, now)
  }
}

/**
 * Why an order cannot be cancelled at Amazon in order to be resubmitted. Of an order in parts, one part may have shipped while another
 * is stuck: whether something can still be cancelled then, only the server knows.
 */
export function obstacleToResubmitting(
  order: Pick<OrderRow, 'status' | 'transit' | 'channelHold' | 'isObserving'>,
): string | null {
  const { status, transit } = order
  if (order.isObserving) return observingRefusal
  if (order.channelHold) return channelHoldObstacle(order)
  if (transit === 'sending') return null
  if (transit !== null) return stoppedAlready
  return status === 'sent_to_fulfillment' || status === 'shipped' ? null : stateTexts[status]
}

/** Why an order that its channel shipped itself can't be closed here. */
export function obstacleToClosing({ status, transit }: Pick<OrderRow, 'status' | 'transit'>): string | null {
  if (status !== 'placed' && status !== 'acknowledged') return stateTexts[status]
  return transit === null ? null : beingSent
}

/** A person can't release what the channel keeps back: only the channel knows when it may go. */
const channelHoldObstacle = ({ channelHold }: Pick<OrderRow, 'channelHold'>): string | null =>
  channelHold && [channelHold.reason, t('The order will continue when the shop releases it.')].join(' ')

function obstacleToSending(order: Subject, stands: string): string | null {
  const { status, isHeld, isPartial, transit } = order
  if (transit === 'sending') return beingSent
  if (transit !== null) return t('Amazon has been asked to cancel it.')
  const hasRest = isPartial && (status === 'sent_to_fulfillment' || status === 'shipped')
  if (!hasRest && !orderTransitions[status].includes('sent_to_fulfillment')) return stands
  return channelHoldObstacle(order) ?? (isHeld ? t('The order is on hold. Release it first.') : null)
}

function obstacleToReview(
  { status, deliveredAt, reviewRequestedAt, hasEmail }: Subject,
  stands: string,
  now: Date,
): string | null {
  if (status !== 'delivered' || deliveredAt === null)
    return status === 'cancelled' || status === 'delivered' ? stands : t('Available after delivery')
  if (reviewRequestedAt !== null) return t('A review has already been requested.')
  if (!hasEmail) return t('The customer has no email address.')
  const days = (now.getTime() - new Date(deliveredAt).getTime()) / day
  const { from, to } = reviewWindowDays
  if (days < from) return t('Available {from} days after delivery', { from })
  return days > to ? t('Available up to {to} days after delivery', { to }) : null
}
