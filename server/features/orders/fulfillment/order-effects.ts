import {
  type AttentionCode,
  dismissibleAttention,
  type FulfillmentStatus,
  isLive,
  type OrderStatus,
  type ShippingSpeed,
} from '#contract/order-status.ts'
import { joinWithLimit } from '../attention/rules.ts'
import { type FailureReason, type FulfillmentUpdate, isStale, type ParcelChange } from './fulfillment-update.ts'
import type { AttemptOfOrder, NextState } from './next-state.ts'
import type { Attempt, Parcel } from './queries.ts'
import { isStuckInPlanning } from './stuck-rule.ts'

/**
 * Side effects of an update on its order: collected while the update is applied, written at the end by `writeEffects`.
 */
export type OrderEffects = {
  entries: { event: string; description: string; reason?: string }[]
  raised: { code: AttentionCode; reason: string }[]
  resolved: AttentionCode[]
  hasMovedStock: boolean
  /** Screens must refresh even without a timeline entry. */
  isVisibleChange: boolean
}

export const noEffects = (): OrderEffects => ({
  entries: [],
  raised: [],
  resolved: [],
  hasMovedStock: false,
  isVisibleChange: false,
})

/** Effects of an update, except those of the order's own transitions (see transition-order.ts). */
export function effectsOf(
  { attempt }: AttemptOfOrder,
  update: FulfillmentUpdate,
  next: NextState,
  now: Date,
): OrderEffects {
  const { status, hasMoved, isAccepted, hasFailed, isCancelRefused, orderStatus } = next
  const refusal = isCancelRefused ? cancelRefusedEffects(attempt) : { entries: [], raised: [] }
  const isRequested = orderStatus === 'cancelled' || (status === 'cancelled' && attempt.cancelRequestedAt !== null)
  return {
    ...noEffects(),
    entries: [
      ...(isAccepted && status !== 'submitted' ? [timelineEntry(attempt, 'submitted', null)] : []),
      ...(hasMoved ? [timelineEntry(attempt, status, update.failure)] : []),
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
    resolved: resolvedCodes(attempt, update, next, now),
    isVisibleChange: hasMoved || update.haveParcelsChanged,
  }
}

const failureAttention = ({ failure }: FulfillmentUpdate): OrderEffects['raised'] =>
  failure ? [{ code: failure.attention, reason: failure.reason }] : []

/** A person decides about the remainder: when Amazon has dropped units, or everything else is delivered. */
function remainderAttention(
  { externalFulfillmentId: id }: Attempt,
  update: FulfillmentUpdate,
  { progress, partialReason }: NextState,
): OrderEffects['raised'] {
  const code = 'shipped_partly'
  if (update.isPartial && progress.isShipped) {
    return [{ code, reason: `Amazon left out units of ${id} and shipped the rest.` }]
  }
  return partialReason !== null && progress.isDelivered
    ? [{ code, reason: `Everything that was sent has arrived. ${partialReason}` }]
    : []
}

/** Amazon accepted an attempt that was ended here because it had never been confirmed. */
const isAcceptedAfterAll = (attempt: Attempt, update: FulfillmentUpdate): boolean =>
  !isLive(attempt.status) && attempt.acceptedAt === null && isLive(update.status) && !isStale(attempt, update)

const unwantedAttention = ({ externalFulfillmentId: id }: Attempt) => ({
  code: 'cancel_refused' as const,
  reason: `Amazon accepted ${id} after Lockstep had given it up. Check in Seller Central that it is cancelled.`,
})

/** One item for all lost parcels. The sentence is stable, so that a dismissed item is not raised again. */
function lostParcelAttention(parcels: readonly ParcelChange[]): OrderEffects['raised'] {
  const lost = parcels.filter(({ isLost, after }) => isLost && after.deliveredAt === null)
  if (lost.length === 0) return []
  const numbers = lost.map(({ after }) => after.packageNumber).toSorted()
  const packages = `${numbers.length === 1 ? 'package' : 'packages'} ${joinWithLimit(numbers)}`
  return [{ code: 'package_lost', reason: `The carrier reports that ${packages} won’t reach the customer.` }]
}

export const cancelRefusedEvent = 'fulfillment.cancel_refused'

/** Effects of a refused cancellation. When the order was only to be resent, no attention is needed: it ships anyway. */
export function cancelRefusedEffects({
  externalFulfillmentId: id,
  cancelPurpose,
}: Attempt): Pick<OrderEffects, 'entries' | 'raised'> {
  return cancelPurpose === 'cancel_order'
    ? {
        entries: [{ event: cancelRefusedEvent, description: `Amazon did not cancel ${id}: the order ships anyway.` }],
        raised: [{ code: 'cancel_refused', reason: `Too late to cancel: Amazon is already shipping ${id}.` }],
      }
    : {
        entries: [{ event: cancelRefusedEvent, description: `Amazon did not cancel ${id}: nothing is sent again.` }],
        raised: [],
      }
}

/** Attention codes that this update resolves. */
function resolvedCodes(attempt: Attempt, update: FulfillmentUpdate, next: NextState, now: Date): AttentionCode[] {
  const { status, isAccepted, hasFailed, progress } = next
  const estimatedShipDate = update.facts.estimatedShipDate ?? attempt.estimatedShipDate
  const acceptedAt = attempt.acceptedAt ?? update.acceptedAt
  const isStuck = isStuckInPlanning({ status, estimatedShipDate, acceptedAt }, now)
  return [
    'submission_unanswered',
    ...(isStuck ? [] : (['stuck_in_planning'] as const)),
    ...(isAccepted ? (['rejected_by_amazon', 'unfulfillable', 'bad_address'] as const) : []),
    ...(isAccepted && progress.unsent === 0 ? (['not_enough_stock', 'shipped_partly'] as const) : []),
    ...(hasFailed && !progress.isLive ? (['cancel_refused'] as const) : []),
  ]
}

type Entry = OrderEffects['entries'][number]

const speedNames: Record<ShippingSpeed, string> = {
  standard: 'Standard',
  expedited: 'Expedited',
  priority: 'Priority',
}

export const requestDescription = (units: number, speed: ShippingSpeed, externalId: string): string =>
  `Sent to Amazon: ${units === 1 ? '1 unit' : `${units} units`}, ${speedNames[speed]} (${externalId})`

/** Timeline entry for an attempt's new status. */
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
      return `${id} will be sent to Amazon.`
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

/** Timeline entries for what changed on parcels. */
export const parcelEntries = (parcels: readonly Pick<ParcelChange, 'before' | 'after'>[]): Entry[] =>
  parcels.flatMap(({ before, after }) => {
    const { carrier, trackingNumber, packageNumber } = after
    const name = [carrier, trackingNumber].filter(Boolean).join(' ') || `number ${packageNumber}`
    const hasLeftNow = after.shippedAt !== null && !before?.shippedAt
    const hasOtherNumber =
      !hasLeftNow && after.shippedAt !== null && trackingNumber !== (before?.trackingNumber ?? null)
    const hasArrivedNow = after.deliveredAt !== null && !before?.deliveredAt
    return [
      ...(hasLeftNow ? [{ event: 'package.shipped', description: `Package shipped: ${name}.` }] : []),
      ...(hasOtherNumber ? [{ event: 'package.tracked', description: `New tracking number: ${name}.` }] : []),
      ...(hasArrivedNow ? [{ event: 'package.delivered', description: `Package delivered: ${name}.` }] : []),
    ]
  })

type KnownAttention = { code: AttentionCode; reason: string; isOpen: boolean }

type AttentionEffects = Pick<OrderEffects, 'raised' | 'resolved'>

/**
 * Drops attention that is open already or was dismissed with the same reason, and does not resolve what is raised at
 * the same time.
 */
export function withoutKnownAttention(effects: AttentionEffects, known: readonly KnownAttention[]): AttentionEffects {
  const isKnown = (item: OrderEffects['raised'][number]) =>
    known.some(
      ({ code, reason, isOpen }) =>
        code === item.code && reason === item.reason && (isOpen || dismissibleAttention.has(code)),
    )
  const raised = effects.raised.filter((item) => !isKnown(item))
  return { raised, resolved: effects.resolved.filter((code) => !raised.some((item) => item.code === code)) }
}

/** Carriers assign a tracking number within hours after shipping, or never. */
const hoursForNumber = 6

/** Whether to report a parcel to the channel now: once it has shipped, and again when its tracking number changes. */
export function shouldReportShipment({ before, after }: ParcelChange, now: Date): boolean {
  const { shippedAt, deliveredAt, trackingNumber, reportedAt } = after
  if (!shippedAt) return false
  if (reportedAt) return trackingNumber !== before?.trackingNumber
  const hasWaited = now.getTime() - shippedAt.getTime() > hoursForNumber * 3_600_000
  return trackingNumber !== null || deliveredAt !== null || hasWaited
}

/** Ship date of the first parcel or delivery date of the last one; now, when no parcel has the date. */
export function transitionTime(status: OrderStatus, parcels: readonly ParcelChange[], now: Date): Date {
  const moments = (of: (parcel: Parcel) => Date | null) => parcels.flatMap(({ after }) => of(after) ?? [])
  const inOrder = (dates: Date[]) => dates.toSorted((a, b) => a.getTime() - b.getTime())
  if (status === 'shipped') return inOrder(moments(({ shippedAt }) => shippedAt)).at(0) ?? now
  if (status === 'delivered') return inOrder(moments(({ deliveredAt }) => deliveredAt)).at(-1) ?? now
  return now
}
