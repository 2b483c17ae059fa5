import { hasEnded, isLive, advances, type FulfillmentStatus, type OrderStatus } from '#contract/order-status.ts'
import type { AttemptItem } from '../../queries/attempts.ts'
import type { Attempt, SentOrder } from '../../queries/sent-order.ts'
import { targetStatus } from './destination.ts'
import { progressOf, type FulfillmentProgress } from './stand.ts'
import type { FulfillmentUpdate } from './word.ts'

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
