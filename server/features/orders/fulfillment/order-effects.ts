import {
  type AttentionCode,
  dismissibleAttention,
  type FulfillmentStatus,
  isLive,
  type OrderStatus,
} from '#contract/order-status.ts'
import { joinWithLimit } from '../attention/rules.ts'
import { type FailureReason, type FulfillmentUpdate, isStale, type ParcelChange } from './fulfillment-update.ts'
import type { AttemptOfOrder, NextState } from './next-state.ts'
import type { Attempt, Parcel } from './queries.ts'
import { shipByDate } from './timing.ts'

/** What one piece of news adds to an order's story, collected while it is worked out and written at the end. */
export type OrderEffects = {
  entries: { event: string; description: string; reason?: string }[]
  raised: { code: AttentionCode; reason: string }[]
  settled: AttentionCode[]
  hasMovedStock: boolean
  /** Whether something is to be seen that was not before. */
  hasNews: boolean
}

export const noEffects = (): OrderEffects => ({
  entries: [],
  raised: [],
  settled: [],
  hasMovedStock: false,
  hasNews: false,
})

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

type Entry = OrderEffects['entries'][number]

/** The entry of an attempt that has moved on. */
export function timelineEntry(
  { externalFulfillmentId: id }: Pick<Attempt, 'externalFulfillmentId'>,
  status: FulfillmentStatus,
  failure: FailureReason | null,
): Entry {
  const entry = { event: `fulfillment.${status}`, description: descriptionOf(id ?? '', status) }
  return failure ? { ...entry, reason: failure.reason } : entry
}

function descriptionOf(id: string, status: FulfillmentStatus): string {
  switch (status) {
    case 'pending':
      return `${id} is to be sent to Amazon.`
    case 'submitted':
      return `Amazon accepted ${id}.`
    case 'received':
      return `Amazon has checked ${id} and will ship it.`
    case 'planning':
      return `Amazon is planning the shipment of ${id}.`
    case 'processing':
      return `Amazon is packing ${id}.`
    case 'shipped':
      return `Amazon shipped ${id}.`
    case 'delivered':
      return `${id} has been delivered.`
    case 'cancelled':
      return `${id} was cancelled.`
    case 'unfulfillable':
      return `Amazon won’t ship ${id}.`
  }
}

/** What has happened to parcels since they were last told of. */
export const parcelEntries = (parcels: readonly Pick<ParcelChange, 'before' | 'after'>[]): Entry[] =>
  parcels.flatMap(({ before, after }) => {
    const { carrier, trackingNumber, packageNumber } = after
    const name = [carrier, trackingNumber].filter(Boolean).join(' ') || `number ${packageNumber}`
    const hasLeftNow = after.shippedAt !== null && !before?.shippedAt
    const hasOtherNumber =
      !hasLeftNow && after.shippedAt !== null && trackingNumber !== (before?.trackingNumber ?? null)
    const hasArrivedNow = after.deliveredAt !== null && !before?.deliveredAt
    return [
      ...(hasLeftNow ? [{ event: 'package.shipped', description: `A package left: ${name}.` }] : []),
      ...(hasOtherNumber ? [{ event: 'package.tracked', description: `A package is now tracked as ${name}.` }] : []),
      ...(hasArrivedNow ? [{ event: 'package.delivered', description: `A package was delivered: ${name}.` }] : []),
    ]
  })

/** The parcels that won't arrive, in a sentence that stays the same however often it is told. */
function lostParcelAttention(parcels: readonly ParcelChange[]): OrderEffects['raised'] {
  const lost = parcels.filter(({ isLost, after }) => isLost && after.deliveredAt === null)
  if (lost.length === 0) return []
  const numbers = lost.map(({ after }) => after.packageNumber).toSorted()
  const packages = `${numbers.length === 1 ? 'Package' : 'Packages'} ${joinWithLimit(numbers)}`
  return [{ code: 'package_lost', reason: `${packages} won’t reach the customer, says the carrier.` }]
}

export const cancelRefusedEvent = 'fulfillment.cancel_refused'

/** Amazon goes on with what it was to stop. Of an order that was only to be sent anew, nobody need think any more. */
export function cancelRefusedEffects({
  externalFulfillmentId: id,
  cancelPurpose,
}: Attempt): Pick<OrderEffects, 'entries' | 'raised'> {
  return cancelPurpose === 'cancel_order'
    ? {
        entries: [
          { event: cancelRefusedEvent, description: `Amazon did not cancel ${id}: the order ships all the same.` },
        ],
        raised: [{ code: 'cancel_refused', reason: `Amazon could not stop ${id} any more.` }],
      }
    : {
        entries: [{ event: cancelRefusedEvent, description: `Amazon did not cancel ${id}: nothing is sent again.` }],
        raised: [],
      }
}

type AttentionEffects = Pick<OrderEffects, 'raised' | 'settled'>

type KnownAttention = { code: AttentionCode; reason: string; isOpen: boolean }

/**
 * What a chapter raises that is not known yet, and what it settles but for that. What a person has dismissed stays dismissed,
 * however often it is told again.
 */
export function withoutKnownAttention(effects: AttentionEffects, known: readonly KnownAttention[]): AttentionEffects {
  const isKnown = (item: OrderEffects['raised'][number]) =>
    known.some(
      ({ code, reason, isOpen }) =>
        code === item.code && reason === item.reason && (isOpen || dismissibleAttention.has(code)),
    )
  const raised = effects.raised.filter((item) => !isKnown(item))
  return { raised, settled: effects.settled.filter((code) => !raised.some((item) => item.code === code)) }
}

/** A parcel that has left gets its tracking number within hours, or never. */
const hoursForNumber = 6

/** Whether the channel is to hear of a parcel now: once it has left, and again when its number is another. */
export function shouldReportShipment({ before, after }: ParcelChange, now: Date): boolean {
  const { shippedAt, deliveredAt, trackingNumber, reportedAt } = after
  if (!shippedAt) return false
  if (reportedAt) return trackingNumber !== before?.trackingNumber
  const hasWaited = now.getTime() - shippedAt.getTime() > hoursForNumber * 3_600_000
  return trackingNumber !== null || deliveredAt !== null || hasWaited
}

/** When the first parcel left, or the last one arrived; now, where no parcel says so. */
export function transitionTime(status: OrderStatus, parcels: readonly ParcelChange[], now: Date): Date {
  const moments = (of: (parcel: Parcel) => Date | null) => parcels.flatMap(({ after }) => of(after) ?? [])
  const inOrder = (dates: Date[]) => dates.toSorted((a, b) => a.getTime() - b.getTime())
  if (status === 'shipped') return inOrder(moments(({ shippedAt }) => shippedAt)).at(0) ?? now
  if (status === 'delivered') return inOrder(moments(({ deliveredAt }) => deliveredAt)).at(-1) ?? now
  return now
}
