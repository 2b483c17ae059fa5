import { isLive } from '#contract/order-states.ts'
import type { AttentionCode } from '#contract/order-words.ts'
import type { Attempt } from '../../queries/sent-order.ts'
import { newChapter, type Chapter } from './chapter.ts'
import type { Outcome, Subject } from './outcome.ts'
import { entriesOfParcels, entryOf, lostParcels } from './told-in-words.ts'
import { refusalOf } from './refusal-of.ts'
import { shipBy } from './ship-by.ts'
import { isStale, type Word } from './word.ts'

/** What a word adds to the order's story, but for the steps that the order takes. */
export function chapterOf({ attempt }: Subject, word: Word, outcome: Outcome, now: Date): Chapter {
  const { status, hasMoved, isAccepted, hasFailed, isWithdrawn, destination } = outcome
  const refusal = isWithdrawn ? refusalOf(attempt) : { entries: [], raised: [] }
  const isWished = destination === 'cancelled' || (status === 'cancelled' && attempt.cancelRequestedAt !== null)
  return {
    ...newChapter(),
    entries: [
      ...(isAccepted && status !== 'submitted' ? [entryOf(attempt, 'submitted', null)] : []),
      ...(hasMoved ? [entryOf(attempt, status, word.failing)] : []),
      ...entriesOfParcels(word.parcels),
      ...refusal.entries,
    ],
    raised: [
      ...(hasFailed && !isWished ? failingOf(word) : []),
      ...restOf(attempt, word, outcome),
      ...(isBackFromTheDead(attempt, word) ? [unwantedOf(attempt)] : []),
      ...lostParcels(word.parcels),
      ...refusal.raised,
    ],
    settled: settledBy(attempt, word, outcome, now),
    hasNews: hasMoved || word.hasMovedParcels,
  }
}

const failingOf = ({ failing }: Word): Chapter['raised'] =>
  failing ? [{ code: failing.attention, reason: failing.reason }] : []

/** What is left of an order is decided by a person: once Amazon has left it out, or all else has arrived. */
function restOf(
  { externalFulfillmentId: id }: Attempt,
  word: Word,
  { stand, partialReason }: Outcome,
): Chapter['raised'] {
  const code = 'shipped_partly'
  if (word.isPartial && stand.hasLeft) {
    return [{ code, reason: `Amazon left units of ${id} out and shipped the others.` }]
  }
  return partialReason !== null && stand.hasArrived
    ? [{ code, reason: `All that was sent has arrived. ${partialReason}` }]
    : []
}

/** Amazon has what was taken for gone, since Amazon had never said that it has it. */
const isBackFromTheDead = (attempt: Attempt, word: Word): boolean =>
  !isLive(attempt.status) && attempt.acceptedAt === null && isLive(word.status) && !isStale(attempt, word)

const unwantedOf = ({ externalFulfillmentId: id }: Attempt) => ({
  code: 'cancel_refused' as const,
  reason: `Amazon has taken ${id} after it had been given up here. See in Seller Central that it is cancelled.`,
})

/** What an order no longer waits for, now that this is known. */
function settledBy(attempt: Attempt, word: Word, outcome: Outcome, now: Date): AttentionCode[] {
  const { status, isAccepted, hasFailed, stand } = outcome
  const shipDate = word.facts.estimatedShipDate ?? attempt.estimatedShipDate
  const isStuck = isWaiting(status) && shipBy(shipDate, attempt.acceptedAt ?? word.acceptedAt) < now
  return [
    'submission_unanswered',
    ...(isStuck ? [] : (['stuck_in_planning'] as const)),
    ...(isAccepted ? (['rejected_by_amazon', 'unfulfillable', 'bad_address'] as const) : []),
    ...(isAccepted && stand.unsent === 0 ? (['not_enough_stock', 'shipped_partly'] as const) : []),
    ...(hasFailed && !stand.isLive ? (['cancel_refused'] as const) : []),
  ]
}

const isWaiting = (status: Outcome['status']): boolean =>
  status === 'submitted' || status === 'received' || status === 'planning'
