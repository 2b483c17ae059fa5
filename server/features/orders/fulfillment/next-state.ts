import type { ChosenItems } from '#contract/fulfillment.ts'
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

/** What a word about an attempt comes to, for it and for its order. */
export type NextState = {
  status: FulfillmentStatus
  hasMoved: boolean
  /** Amazon has it, and that was not known before. */
  isAccepted: boolean
  hasFailed: boolean
  /** Amazon won't send units of it that it was thought to send. */
  hasUnfulfillable: boolean
  /** Amazon goes on with what it was to stop. */
  isCancelRefused: boolean
  /** Amazon has answered about all that was to be stopped in order to be sent anew: what it stopped is to go now. */
  isResendDue: boolean
  progress: FulfillmentProgress
  /** Why only a part of the order is on its way; null where nothing is left of it, or a person has given the rest up. */
  partialReason: string | null
  destination: OrderStatus
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
  const hasLeftOut = isLive(status) && items.some((item, index) => item !== attempt.items[index])
  const progress = progressOf(
    order.lines,
    order.attempts.map((one) => (one.id === attempt.id ? { status, items } : one)),
  )
  const haveUnitsMoved = isAccepted || hasFailed || hasLeftOut
  const partialReason = haveUnitsMoved ? partialReasonOf(progress) : order.partialReason
  const isUnwanted = hasFailed && attempt.cancelPurpose === 'cancel_order'
  const isWithdrawn = attempt.cancelRequestedAt !== null && uncancellable.has(status)
  return {
    status,
    hasMoved,
    isAccepted,
    hasFailed,
    hasUnfulfillable: hasLeftOut,
    isCancelRefused: isWithdrawn,
    isResendDue:
      (isWithdrawn || hasFailed) && attempt.cancelPurpose === 'send_again' && isLastCancelPending({ order, attempt }),
    progress,
    partialReason,
    destination: targetStatus({ status: order.status, isPartial: partialReason !== null, isUnwanted }, progress),
  }
}

/** Whether Amazon has answered about every other attempt that it was to stop: what is sent anew is sent together. */
export const isLastCancelPending = ({ order, attempt }: AttemptOfOrder): boolean =>
  !order.attempts.some(
    ({ id, status, cancelRequestedAt }) => id !== attempt.id && cancelRequestedAt !== null && !hasEnded(status),
  )

/** From packing on, Amazon stops nothing. */
const uncancellable: ReadonlySet<FulfillmentStatus> = new Set<FulfillmentStatus>(['processing', 'shipped', 'delivered'])

const partialReasonOf = ({ isAccepted, unaccepted, units }: FulfillmentProgress): string | null =>
  isAccepted && unaccepted > 0 ? `${unaccepted} of ${units} units are still to be sent.` : null

export const noCancelRequest = { cancelRequestedAt: null, cancelPurpose: null, cancelAskedAt: null, resendSpeed: null }

/** Where an attempt stands after a word about it, and when Amazon is to be asked about it next. */
export function nextAttempt(attempt: Attempt, update: FulfillmentUpdate, next: NextState, now: Date): AttemptChanges {
  const { status, hasMoved, isAccepted, isCancelRefused } = next
  const updatedAt = hasMoved || update.hasMovedParcels ? now : attempt.updatedAt
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

/** What was to be cancelled and is has not gone wrong; nor has what Amazon has answered about. */
function errorColumns(
  { cancelRequestedAt }: Attempt,
  { failing }: FulfillmentUpdate,
  { status, hasFailed }: NextState,
) {
  const isRequested = status === 'cancelled' && cancelRequestedAt !== null
  if (isLive(status) || (hasFailed && isRequested)) return { errorCode: null, error: null }
  return hasFailed && failing ? { errorCode: failing.code, error: failing.reason } : {}
}

const later = (one: Date | null, other: Date | null): Date | null => (!one || (other && other > one) ? other : one)

type OrderSituation = {
  status: OrderStatus
  /** Whether units are still to be sent, that nobody has given up. */
  isPartial: boolean
  /** Whether it is to be cancelled once nothing of it can ship any more. */
  isUnwanted: boolean
}

/** Where an order belongs, given what its attempts have come to. A cancelled one stays so. */
export function targetStatus(
  { status, isPartial, isUnwanted }: OrderSituation,
  progress: FulfillmentProgress,
): OrderStatus {
  if (status === 'cancelled') return status
  if (progress.hasLeft) return progress.hasArrived && !isPartial ? 'delivered' : 'shipped'
  if (progress.isAccepted) return 'sent_to_fulfillment'
  if (isUnwanted && !progress.isLive && orderTransitions[status].includes('cancelled')) return 'cancelled'
  return status === 'sent_to_fulfillment' ? 'placed' : status
}

const statusOrder: readonly OrderStatus[] = ['placed', 'acknowledged', 'sent_to_fulfillment', 'shipped', 'delivered']

/** One step at a time: forward over each that lies between, else straight; no step where it is there, or further, already. */
export function transitionsTo(from: OrderStatus, to: OrderStatus): OrderStatus[] {
  if (to === 'cancelled') return from === to ? [] : [to]
  if (to === 'placed') return from === 'sent_to_fulfillment' ? [to] : []
  const [here, there] = [statusOrder.indexOf(from), statusOrder.indexOf(to)]
  return statusOrder.slice(Math.max(here + 1, statusOrder.indexOf('sent_to_fulfillment')), there + 1)
}

type Line = { id: string; quantity: number }

type Item = { orderItemId: string; quantity: number; cancelledQuantity: number; unfulfillableQuantity: number }

type AttemptUnits = { status: FulfillmentStatus; items: readonly Item[] }

/** Where all attempts to ship an order have brought it, taken together. */
export type FulfillmentProgress = {
  units: number
  /** Units that no attempt has, or may have, under way. */
  unsent: number
  /** Those, and the ones that Amazon has not accepted yet. */
  unaccepted: number
  /** Whether an attempt may still ship something. */
  isLive: boolean
  isAccepted: boolean
  hasLeft: boolean
  /** Whether whatever was sent has arrived. */
  hasArrived: boolean
}

export function progressOf(lines: readonly Line[], attempts: readonly AttemptUnits[]): FulfillmentProgress {
  const live = attempts.filter(({ status }) => isLive(status))
  const accepted = live.filter(({ status }) => status !== 'pending')
  return {
    units: sumOf(lines, ({ quantity }) => quantity),
    unsent: sumOf(lines, (line) => unsentUnits(line, live)),
    unaccepted: sumOf(lines, (line) => unsentUnits(line, accepted)),
    isLive: live.length > 0,
    isAccepted: accepted.length > 0,
    hasLeft: live.some(({ status }) => hasLeft(status)),
    hasArrived: live.length > 0 && live.every(({ status }) => status === 'delivered'),
  }
}

/** Units of a line that are in no live attempt. */
export const unsentUnits = ({ id, quantity }: Line, attempts: readonly AttemptUnits[]): number =>
  Math.max(
    quantity - sumOf(attempts, ({ status, items }) => (isLive(status) ? sumOf(itemsOfLine(id, items), unitsOf) : 0)),
    0,
  )

const itemsOfLine = <T extends Item>(lineId: string, items: readonly T[]): T[] =>
  items.filter(({ orderItemId }) => orderItemId === lineId)

/** What an attempt sends of a line: without what Amazon left out for good. */
const unitsOf = ({ quantity, cancelledQuantity, unfulfillableQuantity }: Item): number =>
  Math.max(quantity - cancelledQuantity - unfulfillableQuantity, 0)

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0)

/** An attempt that Amazon was to stop, and where it stands now. */
export type StoppedAttempt = AttemptOfOrder & { status: FulfillmentStatus }

/** What this wish has stopped, and by no means what nobody has wanted to send yet. */
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
