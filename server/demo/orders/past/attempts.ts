import { sellerFulfillmentOrderId } from '#server/features/orders/fulfillment/amazon-order-id.ts'
import { unitedStates } from '../../amazon.ts'
import { secondsAfter } from '../../moments.ts'
import type { PlacedOrder } from '../place.ts'
import type { DemoShop } from '../shop.ts'
import type { OrderHistory } from './chronicle.ts'
import type { ShippedOutcome } from './course.ts'
import type { Parcel } from './parcels.ts'

export type Attempt = OrderHistory['fulfillments'][number] & { externalFulfillmentId: string }

const fees = { standard: 6.9, expedited: 9.4, priority: 17.2 }

type Sender = { id: string; attempt: number; amazon: DemoShop['amazon'] }

/** The attempt that shipped; `id` is known before, since its parcels name it. */
export function shippedAttempt(
  order: PlacedOrder,
  course: ShippedOutcome,
  sender: Sender,
  parcels: readonly Parcel[],
  now: Date,
): Attempt {
  const { acceptedAt, leftAt, deliver, requestedAt } = course
  const arrival = secondsAfter(leftAt, deliver)
  const isDelivered = arrival <= now
  return {
    ...attemptOf(order, sender, requestedAt),
    status: isDelivered ? 'delivered' : 'shipped',
    externalStatus: 'Complete',
    estimatedShipDate: secondsAfter(leftAt, 3600),
    estimatedDeliveryDate: arrival,
    shippingCost: feeOf(order),
    trackingNumbers: parcels.flatMap(({ trackingNumber }) => trackingNumber ?? []),
    carrier: 'UPS',
    submittedAt: requestedAt,
    acceptedAt,
    checkedAt: isDelivered ? secondsAfter(arrival, 240) : now,
    errorCode: null,
    error: null,
    updatedAt: isDelivered ? arrival : leftAt,
  }
}

export const noWayToShip = (externalId: string) =>
  `Amazon found no way to ship ${externalId}: its units are not where they are wanted, or nobody delivers there.`

/** One that Amazon accepted and then gave up. */
export function refusedAttempt(order: PlacedOrder, refusedAt: Date, sender: Sender): Attempt {
  const attempt = attemptOf(order, sender, secondsAfter(refusedAt, -180))
  return {
    ...attempt,
    status: 'unfulfillable',
    externalStatus: 'Unfulfillable',
    estimatedShipDate: null,
    estimatedDeliveryDate: null,
    shippingCost: feeOf(order),
    trackingNumbers: [],
    carrier: null,
    submittedAt: attempt.createdAt,
    acceptedAt: secondsAfter(refusedAt, -170),
    checkedAt: refusedAt,
    errorCode: 'unfulfillable',
    error: noWayToShip(attempt.externalFulfillmentId),
    updatedAt: refusedAt,
  }
}

const attemptOf = ({ orderId, lines, news }: PlacedOrder, sender: Sender, createdAt: Date) => ({
  companyId: lines[0]?.companyId ?? '',
  id: sender.id,
  orderId,
  attempt: sender.attempt,
  integrationId: sender.amazon?.integrationId ?? null,
  marketplaceId: unitedStates,
  externalFulfillmentId: sellerFulfillmentOrderId(news, sender.attempt),
  shippingSpeed: news.order.shippingSpeed ?? ('standard' as const),
  createdAt,
})

const feeOf = ({ lines, news }: PlacedOrder): string => {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (fees[news.order.shippingSpeed ?? 'standard'] + (units - 1) * 2.1).toFixed(2)
}
