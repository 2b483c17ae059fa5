/*
 * State machine of a fulfillment attempt and its order. Pure: apply-update.ts writes the result.
 *
 * Attempt: pending → submitted → received → planning → processing → shipped → delivered; it ends early as cancelled or
 * unfulfillable. Statuses only advance, so stale and repeated updates change nothing.
 * Order: placed, acknowledged → sent_to_fulfillment → shipped → delivered, by the progress of all its attempts; back to
 * placed when Amazon has nothing of it any more, cancelled when that was requested.
 */

import type { ChosenItems } from '#contract/fulfillment.ts'
import { asMessage, inEnglish, type Message, say } from '#contract/i18n.ts'
import {
  advances,
  type FulfillmentStatus,
  hasEnded,
  hasLeft,
  isLive,
  type OrderStatus,
  orderTransitions,
} from '#contract/order-status.ts'
import type { FulfillmentUpdate } from './fulfillment-update.ts'
import type { Attempt, AttemptChanges, AttemptItem, SentOrder } from './queries.ts'
import { nextCheckTime } from './timing.ts'

export type AttemptOfOrder = { order: SentOrder; attempt: Attempt }

/** State of an attempt and its order after an update. */
export type NextState = {
  status: FulfillmentStatus
  hasMoved: boolean
  /** Amazon has accepted the attempt with this update. */
  isAccepted: boolean
  hasFailed: boolean
  /** Amazon drops units that it was expected to send. */
  hasUnfulfillable: boolean
  /** Amazon ships although cancellation was requested. */
  isCancelRefused: boolean
  /** Amazon has answered every cancel request of this resend, so the cancelled units can be sent again now. */
  isResendDue: boolean
  progress: FulfillmentProgress
  /** Why only part of the order is on its way; null when nothing remains or a person has closed the remainder. */
  partialReason: string | null
  orderStatus: OrderStatus
}

export function nextState(
  { order, attempt }: AttemptOfOrder,
  update: FulfillmentUpdate,
  items: AttemptItem[],
): NextState {
  const status = advances(attempt.status, update.status) ? update.status : attempt.status
  const hasMoved = status !== attempt.status
  const isAccepted = hasMoved && attempt.status === 'pending' && isLive(status)
  const hasFailed = hasMoved && !isLive(status)
  const hasUnfulfillable = isLive(status) && items.some((item, index) => item !== attempt.items[index])
  const progress = progressOf(
    order.lines,
    order.attempts.map((one) => (one.id === attempt.id ? { status, items } : one)),
  )
  const haveUnitsMoved = isAccepted || hasFailed || hasUnfulfillable
  const partialReason = haveUnitsMoved ? partialReasonOf(progress) : order.partialReason
  const isUnwanted = hasFailed && attempt.cancelPurpose === 'cancel_order'
  const isCancelRefused = attempt.cancelRequestedAt !== null && uncancellable.has(status)
  return {
    status,
    hasMoved,
    isAccepted,
    hasFailed,
    hasUnfulfillable,
    isCancelRefused,
    isResendDue:
      (isCancelRefused || hasFailed) &&
      attempt.cancelPurpose === 'send_again' &&
      isLastCancelPending({ order, attempt }),
    progress,
    partialReason,
    orderStatus: targetStatus({ status: order.status, isPartial: partialReason !== null, isUnwanted }, progress),
  }
}

/** Amazon cancels nothing once it is packing. */
const uncancellable: ReadonlySet<FulfillmentStatus> = new Set<FulfillmentStatus>(['processing', 'shipped', 'delivered'])

/** Whether no other attempt waits for a cancellation: what is resent is resent together. */
export const isLastCancelPending = ({ order, attempt }: AttemptOfOrder): boolean =>
  !order.attempts.some(
    ({ id, status, cancelRequestedAt }) => id !== attempt.id && cancelRequestedAt !== null && !hasEnded(status),
  )

/** State of an order after the seller has shipped these units himself. */
export function stateAfterOwnParcel(
  { status, lines, attempts }: Pick<SentOrder, 'status' | 'lines' | 'attempts'>,
  units: ChosenItems,
): Pick<NextState, 'progress' | 'partialReason' | 'orderStatus'> {
  const items = units.map((item) => ({ ...item, cancelledQuantity: 0, unfulfillableQuantity: 0 }))
  const progress = progressOf(lines, [...attempts, { status: 'shipped', items }])
  const partialReason = partialReasonOf(progress)
  const situation = { status, isPartial: partialReason !== null, isUnwanted: false }
  return { progress, partialReason, orderStatus: targetStatus(situation, progress) }
}

const partialReasonOf = (progress: FulfillmentProgress): string | null =>
  progress.isAccepted && progress.unaccepted > 0 ? inEnglish(unsentUnitsOf(progress)) : null

const unsentUnitsOf = ({ unaccepted, units }: FulfillmentProgress): Message =>
  say('{unsent} of {units} units are still to be sent.', { unsent: unaccepted, units })

/** The stored reason in the reader's language, unless the order has changed since. */
export function partialSentence(partialReason: string, progress: FulfillmentProgress): Message {
  const sentence = unsentUnitsOf(progress)
  return inEnglish(sentence) === partialReason ? sentence : asMessage(partialReason)
}

export const noCancelRequest = { cancelRequestedAt: null, cancelPurpose: null, cancelAskedAt: null, resendSpeed: null }

/** Columns of an attempt after an update, with the time of the next check. */
export function nextAttempt(attempt: Attempt, update: FulfillmentUpdate, next: NextState, now: Date): AttemptChanges {
  const { status, hasMoved, isAccepted, isCancelRefused } = next
  const updatedAt = hasMoved || update.haveParcelsChanged ? now : attempt.updatedAt
  const isCancelDue = attempt.cancelRequestedAt !== null && attempt.cancelAskedAt === null && !isCancelRefused
  const nextCheckAt = nextCheckTime({ status, changedAt: updatedAt }, now)
  return {
    ...update.facts,
    status,
    ...(isAccepted ? { acceptedAt: update.acceptedAt } : {}),
    ...errorColumns(attempt, update, next),
    ...(isCancelRefused ? noCancelRequest : {}),
    checkedAt: later(attempt.checkedAt, update.readAt),
    nextCheckAt: isCancelDue && nextCheckAt ? now : nextCheckAt,
    updatedAt,
  }
}

/** A requested cancellation is no error, and an answer from Amazon clears earlier errors. */
function errorColumns(
  { cancelRequestedAt }: Attempt,
  { failure }: FulfillmentUpdate,
  { status, hasFailed }: NextState,
) {
  const isRequested = status === 'cancelled' && cancelRequestedAt !== null
  if (isLive(status) || (hasFailed && isRequested)) return { errorCode: null, error: null }
  return hasFailed && failure ? { errorCode: failure.code, error: inEnglish(failure.reason) } : {}
}

const later = (one: Date | null, other: Date | null): Date | null => (!one || (other && other > one) ? other : one)

type OrderSituation = {
  status: OrderStatus
  /** Units are still to be sent, and nobody has closed the remainder. */
  isPartial: boolean
  /** The order is to be cancelled once nothing of it can ship. */
  isUnwanted: boolean
}

/** The status that follows from the progress of all attempts. A cancelled order stays cancelled. */
export function targetStatus(
  { status, isPartial, isUnwanted }: OrderSituation,
  progress: FulfillmentProgress,
): OrderStatus {
  if (status === 'cancelled') return status
  if (progress.isShipped) return progress.isDelivered && !isPartial ? 'delivered' : 'shipped'
  if (progress.isAccepted) return 'sent_to_fulfillment'
  if (isUnwanted && !progress.isLive && orderTransitions[status].includes('cancelled')) return 'cancelled'
  return status === 'sent_to_fulfillment' ? 'placed' : status
}

const statusOrder: readonly OrderStatus[] = ['placed', 'acknowledged', 'sent_to_fulfillment', 'shipped', 'delivered']

/** Statuses to pass through on the way, one transition at a time. Empty when the order is there or further already. */
export function transitionsTo(from: OrderStatus, to: OrderStatus): OrderStatus[] {
  if (to === 'cancelled') return from === to ? [] : [to]
  if (to === 'placed') return from === 'sent_to_fulfillment' ? [to] : []
  const [here, there] = [statusOrder.indexOf(from), statusOrder.indexOf(to)]
  return statusOrder.slice(Math.max(here + 1, statusOrder.indexOf('sent_to_fulfillment')), there + 1)
}

/** Progress of an order over all its attempts. */
export type FulfillmentProgress = {
  units: number
  /** Units that are in no live attempt. */
  unsent: number
  /** Units that are in no accepted attempt. */
  unaccepted: number
  /** At least one attempt has not failed. */
  isLive: boolean
  isAccepted: boolean
  isShipped: boolean
  /** Every live attempt is delivered. */
  isDelivered: boolean
}

type Line = { id: string; quantity: number }

type Item = { orderItemId: string; quantity: number; cancelledQuantity: number; unfulfillableQuantity: number }

type AttemptUnits = { status: FulfillmentStatus; items: readonly Item[] }

export function progressOf(lines: readonly Line[], attempts: readonly AttemptUnits[]): FulfillmentProgress {
  const live = attempts.filter(({ status }) => isLive(status))
  const accepted = live.filter(({ status }) => status !== 'pending')
  return {
    units: sumOf(lines, ({ quantity }) => quantity),
    unsent: sumOf(lines, (line) => unsentUnits(line, live)),
    unaccepted: sumOf(lines, (line) => unsentUnits(line, accepted)),
    isLive: live.length > 0,
    isAccepted: accepted.length > 0,
    isShipped: live.some(({ status }) => hasLeft(status)),
    isDelivered: live.length > 0 && live.every(({ status }) => status === 'delivered'),
  }
}

/** Units of a line that are in no live attempt. */
export const unsentUnits = ({ id, quantity }: Line, attempts: readonly AttemptUnits[]): number =>
  Math.max(
    quantity - sumOf(attempts, ({ status, items }) => (isLive(status) ? sumOf(itemsOfLine(id, items), unitsOf) : 0)),
    0,
  )

/** Units that an attempt sends, without those that Amazon cancelled or cannot fulfill. */
const unitsOf = ({ quantity, cancelledQuantity, unfulfillableQuantity }: Item): number =>
  Math.max(quantity - cancelledQuantity - unfulfillableQuantity, 0)

const itemsOfLine = <T extends Item>(lineId: string, items: readonly T[]): T[] =>
  items.filter(({ orderItemId }) => orderItemId === lineId)

/** An attempt with a cancel request, and its new status. */
export type StoppedAttempt = AttemptOfOrder & { status: FulfillmentStatus }

/** Units that were stopped by the same cancel request. Units that nobody has sent yet are not included. */
export function unitsToResend({ order, attempt, status }: StoppedAttempt): ChosenItems {
  const attempts = order.attempts.map((one) => (one.id === attempt.id ? { ...one, status } : one))
  const requestedAt = attempt.cancelRequestedAt?.getTime()
  const stopped = attempts.filter(
    (one) => one.status === 'cancelled' && one.cancelRequestedAt?.getTime() === requestedAt,
  )
  return order.lines.flatMap((line) => {
    const units = sumOf(stopped, ({ items }) => sumOf(itemsOfLine(line.id, items), ({ quantity }) => quantity))
    const quantity = Math.min(units, unsentUnits(line, attempts))
    return quantity > 0 ? [{ orderItemId: line.id, quantity }] : []
  })
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0)
