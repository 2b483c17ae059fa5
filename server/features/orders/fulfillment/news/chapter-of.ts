import { isLive, type AttentionCode } from '#contract/order-status.ts'
import type { Attempt } from '../../queries/sent-order.ts'
import { noEffects, type OrderEffects } from './chapter.ts'
import type { NextState, AttemptOfOrder } from './outcome.ts'
import { parcelEntries, timelineEntry, lostParcelAttention } from './told-in-words.ts'
import { cancelRefusedEffects } from './refusal-of.ts'
import { shipByDate } from './ship-by.ts'
import { isStale, type FulfillmentUpdate } from './word.ts'

/** What a word adds to the order's story, but for the steps that the order takes. */
export function effectsOf(
  { attempt }: AttemptOfOrder,
  update: FulfillmentUpdate,
  next: NextState,
  now: Date,
): OrderEffects {
  const { status, hasMoved, isAccepted, hasFailed, isCancelRefused, destination } = next
  const refusal = isCancelRefused ? cancelRefusedEffects(attempt) : { entries: [], raised: [] }
  const isRequested = destination === 'cancelled' || (status === 'cancelled' && attempt.cancelRequestedAt !== null)
  return {
    ...noEffects(),
    entries: [
      ...(isAccepted && status !== 'submitted' ? [timelineEntry(attempt, 'submitted', null)] : []),
      ...(hasMoved ? [timelineEntry(attempt, status, update.failing)] : []),
      ...parcelEntries(update.parcels),
      ...refusal.entries,
    ],
    raised: [
      ...(hasFailed && !isRequested ? failureAttention(update) : []),
      ...remainderAttention(attempt, update, next),
      ...(isAcceptedAfterAll(attempt, update) ? [unwantedAttention(attempt)] : []),
      ...lostParcelAttention(update.parcels),
      ...refusal.raised,
    ],
    settled: resolvedCodes(attempt, update, next, now),
    hasNews: hasMoved || update.hasMovedParcels,
  }
}

const failureAttention = ({ failing }: FulfillmentUpdate): OrderEffects['raised'] =>
  failing ? [{ code: failing.attention, reason: failing.reason }] : []

/** What is left of an order is decided by a person: once Amazon has left it out, or all else has arrived. */
function remainderAttention(
  { externalFulfillmentId: id }: Attempt,
  update: FulfillmentUpdate,
  { progress, partialReason }: NextState,
): OrderEffects['raised'] {
  const code = 'shipped_partly'
  if (update.isPartial && progress.hasLeft) {
    return [{ code, reason: `Amazon left units of ${id} out and shipped the others.` }]
  }
  return partialReason !== null && progress.hasArrived
    ? [{ code, reason: `All that was sent has arrived. ${partialReason}` }]
    : []
}

/** Amazon has what was taken for gone, since Amazon had never said that it has it. */
const isAcceptedAfterAll = (attempt: Attempt, update: FulfillmentUpdate): boolean =>
  !isLive(attempt.status) && attempt.acceptedAt === null && isLive(update.status) && !isStale(attempt, update)

const unwantedAttention = ({ externalFulfillmentId: id }: Attempt) => ({
  code: 'cancel_refused' as const,
  reason: `Amazon has taken ${id} after it had been given up here. See in Seller Central that it is cancelled.`,
})

/** What an order no longer waits for, now that this is known. */
function resolvedCodes(attempt: Attempt, update: FulfillmentUpdate, next: NextState, now: Date): AttentionCode[] {
  const { status, isAccepted, hasFailed, progress } = next
  const shipDate = update.facts.estimatedShipDate ?? attempt.estimatedShipDate
  const isStuck = isBeforePacking(status) && shipByDate(shipDate, attempt.acceptedAt ?? update.acceptedAt) < now
  return [
    'submission_unanswered',
    ...(isStuck ? [] : (['stuck_in_planning'] as const)),
    ...(isAccepted ? (['rejected_by_amazon', 'unfulfillable', 'bad_address'] as const) : []),
    ...(isAccepted && progress.unsent === 0 ? (['not_enough_stock', 'shipped_partly'] as const) : []),
    ...(hasFailed && !progress.isLive ? (['cancel_refused'] as const) : []),
  ]
}

const isBeforePacking = (status: NextState['status']): boolean =>
  status === 'submitted' || status === 'received' || status === 'planning'
