import { say, type Sentence } from '#contract/i18n.ts'
import { type AttentionCode, type FulfillmentStatus, hasLeft } from '#contract/order-status.ts'
import type { Actor } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { FulfillmentSnapshot, PackageSnapshot, SubmittedLine } from '#server/ports/fulfillment.ts'
import { amazonActor } from '../timeline.ts'
import type { Attempt, AttemptItem, Parcel } from './queries.ts'

/** New information about an attempt, from Amazon or from us. */
export type FulfillmentUpdate = {
  by: Actor
  status: FulfillmentStatus
  acceptedAt: Date
  /** When it was read from Amazon; null for an update of ours. */
  readAt: Date | null
  /** Columns to set besides the status. */
  facts: Partial<
    Pick<Attempt, 'externalStatus' | 'estimatedShipDate' | 'estimatedDeliveryDate' | 'trackingNumbers' | 'carrier'>
  >
  /** Lines with units that Amazon will definitely not send. */
  unfulfilledLines: FulfillmentSnapshot['lines']
  isPartial: boolean
  failure: FailureReason | null
  parcels: readonly ParcelChange[]
  haveParcelsChanged: boolean
}

/** Why an attempt failed, and the attention code to raise. */
export type FailureReason = {
  code: string | null
  reason: Sentence
  attention: Extract<AttentionCode, 'rejected_by_amazon' | 'unfulfillable' | 'bad_address'>
}

export function toUpdate(
  attempt: Attempt,
  snapshot: FulfillmentSnapshot,
  { parcels, hasChanged }: { parcels: readonly ParcelChange[]; hasChanged: boolean },
): FulfillmentUpdate {
  const status = snapshot.status ?? (attempt.status === 'pending' ? 'submitted' : attempt.status)
  const isOver = snapshot.isPartial || status === 'cancelled' || status === 'unfulfillable'
  return {
    by: amazonActor,
    status,
    acceptedAt: acceptedAtOf(snapshot.receivedAt, attempt.submittedAt),
    readAt: snapshot.readAt,
    facts: isStale(attempt, snapshot) ? {} : factsOf(attempt, snapshot, parcels),
    unfulfilledLines: isOver ? snapshot.lines : [],
    isPartial: snapshot.isPartial,
    failure: failureOf(attempt, status, snapshot),
    parcels,
    haveParcelsChanged: hasChanged,
  }
}

/** An update that does not come from reading Amazon's status. */
export const localUpdate = (by: Actor, status: FulfillmentStatus, at: Date): FulfillmentUpdate => ({
  by,
  status,
  acceptedAt: at,
  readAt: null,
  facts: {},
  unfulfilledLines: [],
  isPartial: false,
  failure: null,
  parcels: [],
  haveParcelsChanged: false,
})

/** Whether a newer status has been read already. */
export const isStale = ({ checkedAt }: Attempt, { readAt }: Pick<FulfillmentUpdate, 'readAt'>): boolean =>
  checkedAt !== null && readAt !== null && readAt < checkedAt

/** Never before our own submission, whatever Amazon's clock says. */
const acceptedAtOf = (receivedAt: Date, submittedAt: Date | null): Date =>
  submittedAt && submittedAt > receivedAt ? submittedAt : receivedAt

function factsOf(
  attempt: Attempt,
  snapshot: FulfillmentSnapshot,
  parcels: readonly ParcelChange[],
): FulfillmentUpdate['facts'] {
  const numbers = parcels.flatMap(({ after }) => after.trackingNumber ?? [])
  return {
    externalStatus: snapshot.externalStatus,
    estimatedShipDate: snapshot.estimatedShipDate ?? attempt.estimatedShipDate,
    estimatedDeliveryDate: snapshot.estimatedDeliveryDate ?? attempt.estimatedDeliveryDate,
    trackingNumbers: [...new Set(numbers)],
    carrier: parcels.find(({ after }) => after.carrier)?.after.carrier ?? attempt.carrier,
  }
}

function failureOf(
  { externalFulfillmentId }: Attempt,
  status: FulfillmentStatus,
  { isInvalid }: FulfillmentSnapshot,
): FailureReason | null {
  const fulfillmentId = externalFulfillmentId ?? ''
  if (status === 'cancelled') {
    const reason = say('{fulfillmentId} was cancelled at Amazon.', { fulfillmentId })
    return { code: 'cancelled', reason, attention: 'unfulfillable' }
  }
  if (status !== 'unfulfillable') return null
  return isInvalid
    ? {
        code: 'invalid',
        reason: say(
          'Amazon accepted {fulfillmentId} and then found it invalid: the address or an item can’t be used.',
          { fulfillmentId },
        ),
        attention: 'rejected_by_amazon',
      }
    : {
        code: 'unfulfillable',
        reason: say(
          'Amazon can’t ship {fulfillmentId}: its units are in the wrong place, or no carrier delivers to the address.',
          { fulfillmentId },
        ),
        attention: 'unfulfillable',
      }
}

/** A parcel before and after an update. */
export type ParcelChange = ParcelContents & { before: Parcel | null; after: Parcel }

/** Which items of its attempt a parcel contains, and whether the parcel is lost. */
type ParcelContents = { items: { orderItemId: string; quantity: number }[]; isLost: boolean }

/**
 * Merges a parcel snapshot into the known parcel: missing values keep the known ones, and ship and delivery times never
 * change.
 */
export function nextParcel(
  { companyId, id: fulfillmentId }: Attempt,
  before: Parcel | null,
  reported: PackageSnapshot,
  at: Date,
): Parcel {
  return {
    companyId,
    id: before?.id ?? newId(),
    fulfillmentId,
    packageNumber: reported.packageNumber,
    carrier: reported.carrier ?? before?.carrier ?? null,
    trackingNumber: reported.trackingNumber ?? before?.trackingNumber ?? null,
    trackingUrl: before?.trackingUrl ?? null,
    carrierStatus: reported.carrierStatus ?? before?.carrierStatus ?? null,
    estimatedArrival: reported.estimatedArrival ?? before?.estimatedArrival ?? null,
    shippedAt: before?.shippedAt ?? reported.shippedAt,
    deliveredAt: before?.deliveredAt ?? reported.deliveredAt,
    deliverySource: null,
    checkedAt: reported.carrierStatus === null ? (before?.checkedAt ?? null) : at,
    reportedAt: before?.reportedAt ?? null,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  }
}

export function parcelContentsOf(attempt: Attempt, { lines, isLost }: PackageSnapshot): ParcelContents {
  const byItem = Map.groupBy(lines, ({ itemId }) => itemId)
  const items = attempt.items.flatMap(({ orderItemId }) => {
    const quantity = (byItem.get(orderItemId) ?? []).reduce((units, line) => units + line.quantity, 0)
    return quantity > 0 ? [{ orderItemId, quantity }] : []
  })
  return { items, isLost }
}

/**
 * Replaces Amazon's line ids by ours. They differ when an order was submitted and then came in again after a restore:
 * lines are then matched by SKU, and units that were never submitted count as unfulfillable. Null when no line is ours.
 */
export function mapLineIds(snapshot: FulfillmentSnapshot, ours: readonly SubmittedLine[]): FulfillmentSnapshot | null {
  const knownIds = new Set(ours.map(({ itemId }) => itemId))
  if (snapshot.lines.length === 0 || snapshot.lines.some(({ itemId }) => knownIds.has(itemId))) return snapshot
  const ourIds = new Map<string, string>()
  const pairs = ours.map((line) => {
    const reported = snapshot.lines.find(({ itemId, sku }) => sku === line.sku && !ourIds.has(itemId))
    if (reported) ourIds.set(reported.itemId, line.itemId)
    return { line, reported, missing: Math.max(line.quantity - (reported?.quantity ?? 0), 0) }
  })
  if (ourIds.size === 0) return null
  const hasLess = pairs.some(({ missing }) => missing > 0) && snapshot.status !== null && hasLeft(snapshot.status)
  return {
    ...snapshot,
    isPartial: snapshot.isPartial || hasLess,
    lines: pairs.map(({ line, reported, missing }) => ({
      ...line,
      cancelled: reported?.cancelled ?? 0,
      unfulfillable: (reported?.unfulfillable ?? 0) + missing,
    })),
    packages: snapshot.packages.map((parcel) => ({
      ...parcel,
      lines: parcel.lines.map((line) => ({ ...line, itemId: ourIds.get(line.itemId) ?? line.itemId })),
    })),
  }
}

type ReportedLines = FulfillmentSnapshot['lines']

/**
 * Items of an attempt with the units that Amazon will not send. Only for attempts that are over: until then Amazon may
 * still plan a unit, and a second attempt would ship it twice. Counts never go down. An unchanged item is returned as
 * the same object.
 */
export const applyUnfulfillable = (items: readonly AttemptItem[], reported: ReportedLines): AttemptItem[] =>
  items.map((item) => withUnfulfillable(item, reported))

function withUnfulfillable(item: AttemptItem, reported: ReportedLines): AttemptItem {
  const line = reported.find(({ itemId }) => itemId === item.orderItemId)
  if (!line) return item
  const cancelledQuantity = Math.min(Math.max(item.cancelledQuantity, line.cancelled), item.quantity)
  const rest = item.quantity - cancelledQuantity
  const unfulfillableQuantity = Math.min(Math.max(item.unfulfillableQuantity, line.unfulfillable), rest)
  const isSame = cancelledQuantity === item.cancelledQuantity && unfulfillableQuantity === item.unfulfillableQuantity
  return isSame ? item : { ...item, cancelledQuantity, unfulfillableQuantity }
}
