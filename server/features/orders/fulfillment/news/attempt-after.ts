import { isLive } from '#contract/order-states.ts'
import type { AttemptChanges } from '../../queries/attempts.ts'
import type { Attempt } from '../../queries/sent-order.ts'
import { nextCheckOf } from './next-check.ts'
import type { Outcome } from './outcome.ts'
import type { Word } from './word.ts'

export const noWish = { cancelRequestedAt: null, cancelPurpose: null, cancelAskedAt: null, resendSpeed: null }

/** Where an attempt stands after a word about it, and when Amazon is to be asked about it next. */
export function attemptAfter(attempt: Attempt, word: Word, outcome: Outcome, now: Date): AttemptChanges {
  const { status, hasMoved, isAccepted, isWithdrawn } = outcome
  const updatedAt = hasMoved || word.hasMovedParcels ? now : attempt.updatedAt
  const isToBeStopped = attempt.cancelRequestedAt !== null && attempt.cancelAskedAt === null && !isWithdrawn
  const nextCheckAt = nextCheckOf({ status, changedAt: updatedAt }, now)
  return {
    ...word.facts,
    status,
    ...(isAccepted ? { acceptedAt: word.acceptedAt } : {}),
    ...errorOf(attempt, word, outcome),
    ...(isWithdrawn ? noWish : {}),
    checkedAt: later(attempt.checkedAt, word.readAt),
    nextCheckAt: isToBeStopped && nextCheckAt ? now : nextCheckAt,
    updatedAt,
  }
}

/** What was to be cancelled and is has not gone wrong; nor has what Amazon has answered about. */
function errorOf({ cancelRequestedAt }: Attempt, { failing }: Word, { status, hasFailed }: Outcome) {
  const isWished = status === 'cancelled' && cancelRequestedAt !== null
  if (isLive(status) || (hasFailed && isWished)) return { errorCode: null, error: null }
  return hasFailed && failing ? { errorCode: failing.code, error: failing.reason } : {}
}

const later = (one: Date | null, other: Date | null): Date | null => (!one || (other && other > one) ? other : one)
