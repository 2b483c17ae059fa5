import { hasEnded, isLive, movesOn } from '#contract/order-states.ts'
import type { FulfillmentStatus, OrderStatus } from '#contract/order-words.ts'
import type { AttemptItem } from '../../queries/attempts.ts'
import type { Attempt, SentOrder } from '../../queries/sent-order.ts'
import { destinationOf } from './destination.ts'
import { standOf, type Stand } from './stand.ts'
import type { Word } from './word.ts'

export type Subject = { order: SentOrder; attempt: Attempt }

/** What a word about an attempt comes to, for it and for its order. */
export type Outcome = {
  status: FulfillmentStatus
  hasMoved: boolean
  /** Amazon has it, and that was not known before. */
  isAccepted: boolean
  hasFailed: boolean
  /** Amazon won't send units of it that it was thought to send. */
  hasLeftOut: boolean
  /** Amazon goes on with what it was to stop. */
  isWithdrawn: boolean
  /** Amazon has answered about all that was to be stopped in order to be sent anew: what it stopped is to go now. */
  isSentAgain: boolean
  stand: Stand
  /** Why only a part of the order is on its way; null where nothing is left of it, or a person has given the rest up. */
  partialReason: string | null
  destination: OrderStatus
}

export function outcomeOf({ order, attempt }: Subject, word: Word, items: AttemptItem[]): Outcome {
  const status = movesOn(attempt.status, word.status) ? word.status : attempt.status
  const hasMoved = status !== attempt.status
  const isAccepted = hasMoved && attempt.status === 'pending' && isLive(status)
  const hasFailed = hasMoved && !isLive(status)
  const hasLeftOut = isLive(status) && items.some((item, index) => item !== attempt.items[index])
  const stand = standOf(
    order.lines,
    order.attempts.map((one) => (one.id === attempt.id ? { status, items } : one)),
  )
  const haveUnitsMoved = isAccepted || hasFailed || hasLeftOut
  const partialReason = haveUnitsMoved ? partialReasonOf(stand) : order.partialReason
  const isUnwanted = hasFailed && attempt.cancelPurpose === 'cancel_order'
  const isWithdrawn = attempt.cancelRequestedAt !== null && isTooLate.has(status)
  return {
    status,
    hasMoved,
    isAccepted,
    hasFailed,
    hasLeftOut,
    isWithdrawn,
    isSentAgain:
      (isWithdrawn || hasFailed) && attempt.cancelPurpose === 'send_again' && isLastToBeStopped({ order, attempt }),
    stand,
    partialReason,
    destination: destinationOf({ status: order.status, isPartial: partialReason !== null, isUnwanted }, stand),
  }
}

/** Whether Amazon has answered about every other attempt that it was to stop: what is sent anew is sent together. */
export const isLastToBeStopped = ({ order, attempt }: Subject): boolean =>
  !order.attempts.some(
    ({ id, status, cancelRequestedAt }) => id !== attempt.id && cancelRequestedAt !== null && !hasEnded(status),
  )

/** From packing on, Amazon stops nothing. */
const isTooLate: ReadonlySet<FulfillmentStatus> = new Set<FulfillmentStatus>(['processing', 'shipped', 'delivered'])

const partialReasonOf = ({ isAccepted, unaccepted, units }: Stand): string | null =>
  isAccepted && unaccepted > 0 ? `${unaccepted} of ${units} units are still to be sent.` : null
