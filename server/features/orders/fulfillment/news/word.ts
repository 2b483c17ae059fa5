import type { AttentionCode, FulfillmentStatus } from '#contract/order-status.ts'
import type { FulfillmentSnapshot } from '#server/ports/fulfillment.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Attempt } from '../../queries/sent-order.ts'
import { amazonActor } from './chapter.ts'
import type { ParcelChange } from './keep-packages.ts'

/** Why an attempt came to nothing, and as what it waits for a person. */
export type FailureReason = {
  code: string | null
  reason: string
  attention: Extract<AttentionCode, 'rejected_by_amazon' | 'unfulfillable' | 'bad_address'>
}

/** What has been learnt of an attempt, wherever from. */
export type FulfillmentUpdate = {
  by: Actor
  status: FulfillmentStatus
  acceptedAt: Date
  /** When Amazon said so; null when it was not asked. */
  readAt: Date | null
  /** Whatever else is known of it now. */
  facts: Partial<
    Pick<Attempt, 'externalStatus' | 'estimatedShipDate' | 'estimatedDeliveryDate' | 'trackingNumbers' | 'carrier'>
  >
  /** What Amazon won't send of it, for good. */
  leftOut: FulfillmentSnapshot['lines']
  isPartial: boolean
  failing: FailureReason | null
  parcels: readonly ParcelChange[]
  hasMovedParcels: boolean
}

/** A word of ours about an attempt, that Amazon was not asked about. */
export const localUpdate = (by: Actor, status: FulfillmentStatus, at: Date): FulfillmentUpdate => ({
  by,
  status,
  acceptedAt: at,
  readAt: null,
  facts: {},
  leftOut: [],
  isPartial: false,
  failing: null,
  parcels: [],
  hasMovedParcels: false,
})

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
    leftOut: isOver ? snapshot.lines : [],
    isPartial: snapshot.isPartial,
    failing: failureOf(attempt, status, snapshot),
    parcels,
    hasMovedParcels: hasChanged,
  }
}

/** Whether something newer has been read already. */
export const isStale = ({ checkedAt }: Attempt, { readAt }: Pick<FulfillmentUpdate, 'readAt'>): boolean =>
  checkedAt !== null && readAt !== null && readAt < checkedAt

/** Our own clock says that Amazon can't have had it before we told it, whatever Amazon's clock says. */
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
  { externalFulfillmentId: id }: Attempt,
  status: FulfillmentStatus,
  { isInvalid }: FulfillmentSnapshot,
): FailureReason | null {
  if (status === 'cancelled') {
    return { code: 'cancelled', reason: `${id} was cancelled at Amazon.`, attention: 'unfulfillable' }
  }
  if (status !== 'unfulfillable') return null
  return isInvalid
    ? {
        code: 'invalid',
        reason: `Amazon took ${id} and found it invalid after all: it can’t use the address or an item of it.`,
        attention: 'rejected_by_amazon',
      }
    : {
        code: 'unfulfillable',
        reason: `Amazon found no way to ship ${id}: its units are not where they are wanted, or nobody delivers there.`,
        attention: 'unfulfillable',
      }
}
