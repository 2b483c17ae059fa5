import type { OrderRow } from './order-row.ts'
import { orderStatusText, orderTransitions } from './order-status.ts'

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
>

/** Days after delivery in which a review may be requested, once. */
export const reviewWindowDays = { from: 5, to: 30 } as const
const day = 24 * 3600 * 1000

const stoppedAlready = 'Amazon has been asked to cancel it already.'

/** Why an action is not possible in the order's current state, as a sentence for people; null when it is possible. */
export function obstacleTo(action: OrderAction, order: Subject, now: Date): string | null {
  const { status, isHeld, transit } = order
  const isOpen = status === 'placed' || status === 'acknowledged'
  const stands = `The order is ${orderStatusText[status]}.`
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
      return transit === null ? null : 'The order is being sent to Amazon.'
    case 'hold':
      if (!isOpen) return stands
      if (transit !== null) return 'The order is being sent to Amazon.'
      return isHeld ? 'The order is on hold already.' : null
    case 'release':
      return isHeld ? null : 'The order is not on hold.'
    case 'cancel':
      if (!orderTransitions[status].includes('cancelled')) return stands
      return transit === 'cancelling' ? stoppedAlready : null
    case 'restore':
      if (status !== 'cancelled') return stands
      return order.hasShipped ? 'A part of the order has shipped.' : null
    case 'request_review':
      return obstacleToReview(order, stands, now)
  }
}

/**
 * Why an order cannot be cancelled at Amazon in order to be resubmitted. Of an order in parts, one part may have shipped while another
 * is stuck: whether something can still be cancelled then, only the server knows.
 */
export function obstacleToResubmitting(order: Pick<OrderRow, 'status' | 'transit' | 'channelHold'>): string | null {
  const { status, transit } = order
  if (order.channelHold) return channelHoldObstacle(order)
  if (transit === 'sending') return null
  if (transit !== null) return stoppedAlready
  return status === 'sent_to_fulfillment' || status === 'shipped' ? null : `The order is ${orderStatusText[status]}.`
}

/** Why an order that its channel shipped itself can't be closed here. */
export function obstacleToClosing({ status, transit }: Pick<OrderRow, 'status' | 'transit'>): string | null {
  if (status !== 'placed' && status !== 'acknowledged') return `The order is ${orderStatusText[status]}.`
  return transit === null ? null : 'The order is being sent to Amazon.'
}

/** A person can't release what the channel keeps back: only the channel knows when it may go. */
const channelHoldObstacle = ({ channelHold }: Pick<OrderRow, 'channelHold'>): string | null =>
  channelHold && `${channelHold.reason} It continues when the shop releases it.`

function obstacleToSending(order: Subject, stands: string): string | null {
  const { status, isHeld, isPartial, transit } = order
  if (transit === 'sending') return 'The order is being sent to Amazon.'
  if (transit !== null) return 'Amazon has been asked to cancel it.'
  const hasRest = isPartial && (status === 'sent_to_fulfillment' || status === 'shipped')
  if (!hasRest && !orderTransitions[status].includes('sent_to_fulfillment')) return stands
  return channelHoldObstacle(order) ?? (isHeld ? 'The order is on hold. Release it first.' : null)
}

function obstacleToReview(
  { status, deliveredAt, reviewRequestedAt, hasEmail }: Subject,
  stands: string,
  now: Date,
): string | null {
  if (status !== 'delivered' || deliveredAt === null) return stands
  if (reviewRequestedAt !== null) return 'A review has been asked for already.'
  if (!hasEmail) return 'There is no email address to ask.'
  const days = (now.getTime() - new Date(deliveredAt).getTime()) / day
  const { from, to } = reviewWindowDays
  if (days < from) return `A review can be asked for from ${from} days after delivery on.`
  return days > to ? `A review can be asked for until ${to} days after delivery.` : null
}
