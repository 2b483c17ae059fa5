import { isLive } from '#contract/order-status.ts'
import type { AttemptChanges } from '../../queries/attempts.ts'
import type { Attempt } from '../../queries/sent-order.ts'
import { nextCheckTime } from './next-check.ts'
import type { NextState } from './outcome.ts'
import type { FulfillmentUpdate } from './word.ts'

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
