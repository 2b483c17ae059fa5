import { inEnglish, type Message, say, type Sentence } from '#contract/i18n.ts'
import {
  type AttentionCode,
  dismissibleAttention,
  type FulfillmentStatus,
  isLive,
  type OrderStatus,
  type ShippingSpeed,
} from '#contract/order-status.ts'
import { listWithLimit } from '../attention/rules.ts'
import { type FailureReason, type FulfillmentUpdate, isStale, type ParcelChange } from './fulfillment-update.ts'
import { type AttemptOfOrder, type NextState, partialSentence } from './next-state.ts'
import type { Attempt, Parcel } from './queries.ts'
import { isStuckInPlanning } from './stuck-rule.ts'

/**
 * Side effects of an update on its order: collected while the update is applied, written at the end by `writeEffects`.
 */
export type OrderEffects = {
  entries: { event: string; description: Sentence; reason?: Sentence }[]
  raised: { code: AttentionCode; reason: Sentence }[]
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
  { externalFulfillmentId }: Attempt,
  update: FulfillmentUpdate,
  { progress, partialReason }: NextState,
): OrderEffects['raised'] {
  const code = 'shipped_partly'
  if (update.isPartial && progress.isShipped) {
    const fulfillmentId = externalFulfillmentId ?? ''
    return [{ code, reason: say('Amazon left out units of {fulfillmentId} and shipped the rest.', { fulfillmentId }) }]
  }
  if (partialReason === null || !progress.isDelivered) return []
  const rest = partialSentence(partialReason, progress)
  return [{ code, reason: say('Everything that was sent has arrived. {rest}', { rest }) }]
}

/** Amazon accepted an attempt that was ended here because it had never been confirmed. */
const isAcceptedAfterAll = (attempt: Attempt, update: FulfillmentUpdate): boolean =>
  !isLive(attempt.status) && attempt.acceptedAt === null && isLive(update.status) && !isStale(attempt, update)

const unwantedAttention = ({ externalFulfillmentId }: Attempt) => ({
  code: 'cancel_refused' as const,
  reason: say(
    'Amazon accepted {fulfillmentId} after Lockstep had given it up. Check in Seller Central that it is cancelled.',
    { fulfillmentId: externalFulfillmentId ?? '' },
  ),
})

/** One item for all lost parcels. The sentence is stable, so that a dismissed item is not raised again. */
function lostParcelAttention(parcels: readonly ParcelChange[]): OrderEffects['raised'] {
  const lost = parcels.filter(({ isLost, after }) => isLost && after.deliveredAt === null)
  if (lost.length === 0) return []
  const numbers = lost.map(({ after }) => after.packageNumber).toSorted()
  const reason = say(
    'The carrier reports that {count, plural, one {package} other {packages}} {packages} won’t reach the customer.',
    { count: numbers.length, packages: listWithLimit(numbers) },
  )
  return [{ code: 'package_lost', reason }]
}

export const cancelRefusedEvent = 'fulfillment.cancel_refused'

/** Effects of a refused cancellation. When the order was only to be resent, no attention is needed: it ships anyway. */
export function cancelRefusedEffects({
  externalFulfillmentId,
  cancelPurpose,
}: Attempt): Pick<OrderEffects, 'entries' | 'raised'> {
  const fulfillmentId = externalFulfillmentId ?? ''
  const event = cancelRefusedEvent
  if (cancelPurpose !== 'cancel_order') {
    const description = say('Amazon did not cancel {fulfillmentId}: nothing is sent again.', { fulfillmentId })
    return { entries: [{ event, description }], raised: [] }
  }
  const description = say('Amazon did not cancel {fulfillmentId}: the order ships anyway.', { fulfillmentId })
  const reason = say('Too late to cancel: Amazon is already shipping {fulfillmentId}.', { fulfillmentId })
  return { entries: [{ event, description }], raised: [{ code: 'cancel_refused', reason }] }
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

const speedNames: Record<ShippingSpeed, Message> = {
  standard: say('Standard'),
  expedited: say('Expedited'),
  priority: say('Priority'),
}

export const requestDescription = (units: number, speed: ShippingSpeed, externalId: string): Message =>
  say('Sent to Amazon: {units, plural, one {# unit} other {# units}}, {speed} ({fulfillmentId})', {
    units,
    speed: speedNames[speed],
    fulfillmentId: externalId,
  })

/** Timeline entry for an attempt's new status. */
export function timelineEntry(
  { externalFulfillmentId: id }: Pick<Attempt, 'externalFulfillmentId'>,
  status: FulfillmentStatus,
  failure: FailureReason | null,
): Entry {
  const entry = { event: `fulfillment.${status}`, description: descriptionOf(id ?? '', status) }
  return failure ? { ...entry, reason: failure.reason } : entry
}

function descriptionOf(fulfillmentId: string, status: FulfillmentStatus): Message {
  switch (status) {
    case 'pending':
      return say('{fulfillmentId} will be sent to Amazon.', { fulfillmentId })
    case 'submitted':
      return say('Amazon accepted {fulfillmentId}.', { fulfillmentId })
    case 'received':
      return say('Amazon has checked {fulfillmentId} and will ship it.', { fulfillmentId })
    case 'planning':
      return say('Amazon is planning the shipment of {fulfillmentId}.', { fulfillmentId })
    case 'processing':
      return say('Amazon is packing {fulfillmentId}.', { fulfillmentId })
    case 'shipped':
      return say('Amazon shipped {fulfillmentId}.', { fulfillmentId })
    case 'delivered':
      return say('{fulfillmentId} has been delivered.', { fulfillmentId })
    case 'cancelled':
      return say('{fulfillmentId} was cancelled.', { fulfillmentId })
    case 'unfulfillable':
      return say('Amazon won’t ship {fulfillmentId}.', { fulfillmentId })
  }
}

/** Timeline entries for what changed on parcels. */
export const parcelEntries = (parcels: readonly Pick<ParcelChange, 'before' | 'after'>[]): Entry[] =>
  parcels.flatMap(({ before, after }) => {
    const { carrier, trackingNumber, packageNumber } = after
    const parcel =
      [carrier, trackingNumber].filter(Boolean).join(' ') || say('number {packageNumber}', { packageNumber })
    const hasLeftNow = after.shippedAt !== null && !before?.shippedAt
    const hasOtherNumber =
      !hasLeftNow && after.shippedAt !== null && trackingNumber !== (before?.trackingNumber ?? null)
    const hasArrivedNow = after.deliveredAt !== null && !before?.deliveredAt
    return [
      ...(hasLeftNow ? [{ event: 'package.shipped', description: say('Package shipped: {parcel}.', { parcel }) }] : []),
      ...(hasOtherNumber
        ? [{ event: 'package.tracked', description: say('New tracking number: {parcel}.', { parcel }) }]
        : []),
      ...(hasArrivedNow
        ? [{ event: 'package.delivered', description: say('Package delivered: {parcel}.', { parcel }) }]
        : []),
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
        code === item.code && reason === inEnglish(item.reason) && (isOpen || dismissibleAttention.has(code)),
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
