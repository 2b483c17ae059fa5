import { inEnglish, type Message, say } from '#contract/i18n.ts'
import { sellerFulfillmentOrderId } from '#server/features/orders/fulfillment/amazon-order-id.ts'
import { newId } from '#server/platform/ids.ts'
import { unitedStates } from '../../amazon.ts'
import { secondsAfter } from '../../dates.ts'
import { createRandom } from '../../random.ts'
import type { PlacedLine, PlacedOrder } from '../place-orders.ts'
import type { DemoShop } from '../shop.ts'
import type { OrderHistory, ShippedOutcome } from './order-outcome.ts'

export type Attempt = OrderHistory['fulfillments'][number] & { externalFulfillmentId: string }

const fees = { standard: 6.9, expedited: 9.4, priority: 17.2 }

type Sender = { id: string; attempt: number; amazon: DemoShop['amazon'] }

/** The attempt that was shipped. Its id is given, since its packages refer to it. */
export function shippedAttempt(
  order: PlacedOrder,
  outcome: ShippedOutcome,
  sender: Sender,
  parcels: readonly Parcel[],
  now: Date,
): Attempt {
  const { acceptedAt, leftAt, deliver, requestedAt } = outcome
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

export const noWayToShip = (externalId: string): Message =>
  say('Amazon can’t ship {fulfillmentId}: its units are in the wrong place, or no carrier delivers to the address.', {
    fulfillmentId: externalId,
  })

/** An attempt that Amazon accepted and then could not fulfill. */
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
    error: inEnglish(noWayToShip(attempt.externalFulfillmentId)),
    updatedAt: refusedAt,
  }
}

const attemptOf = ({ orderId, lines, snapshot }: PlacedOrder, sender: Sender, createdAt: Date) => ({
  companyId: lines[0]?.companyId ?? '',
  id: sender.id,
  orderId,
  attempt: sender.attempt,
  integrationId: sender.amazon?.integrationId ?? null,
  marketplaceId: unitedStates,
  externalFulfillmentId: sellerFulfillmentOrderId(snapshot, sender.attempt),
  shippingSpeed: snapshot.order.shippingSpeed ?? ('standard' as const),
  createdAt,
})

const feeOf = ({ lines, snapshot }: PlacedOrder): string => {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (fees[snapshot.order.shippingSpeed ?? 'standard'] + (units - 1) * 2.1).toFixed(2)
}

export type Parcel = OrderHistory['packages'][number]

type Packed = Pick<OrderHistory, 'packages' | 'packageItems' | 'shipmentEvents'>

const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'

const center = 'Phoenix, AZ, US'

/** Package numbers below those that the emulator assigns. */
const firstPackage = 40_000_000

/** The packages of an attempt with their items and carrier events up to now. */
export function packParcels(order: PlacedOrder, outcome: ShippedOutcome, fulfillmentId: string, now: Date): Packed {
  const contents = split(order.lines.slice(0, outcome.sentLines), outcome.parcels)
  const packed = contents.map((lines, index) => {
    const parcel = parcelOf(order, outcome, fulfillmentId, index, now)
    return { lines, parcel, events: eventsOf(order, outcome, parcel, now) }
  })
  return {
    packages: packed.map(({ parcel }) => parcel),
    packageItems: packed.flatMap(({ lines, parcel }) =>
      lines.map(({ orderItemId, quantity }) => ({
        companyId: parcel.companyId,
        packageId: parcel.id,
        orderItemId,
        quantity,
      })),
    ),
    shipmentEvents: packed.flatMap(({ events }) => events),
  }
}

type Content = { orderItemId: string; quantity: number }

/** Splits the units over packages. */
function split(lines: readonly PlacedLine[], parcels: number): Content[][] {
  const units = lines.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id))
  const each = Math.ceil(units.length / parcels)
  return Array.from({ length: Math.ceil(units.length / each) }, (_, index) => {
    const inside = Map.groupBy(units.slice(index * each, (index + 1) * each), (id) => id)
    return [...inside].map(([orderItemId, ids]) => ({ orderItemId, quantity: ids.length }))
  })
}

function parcelOf(
  { plan, lines }: PlacedOrder,
  { leftAt, outForDelivery, deliver }: ShippedOutcome,
  fulfillmentId: string,
  index: number,
  now: Date,
): Parcel {
  const random = createRandom(`${plan.number * 10 + index} is a parcel`)
  const arrival = secondsAfter(leftAt, deliver)
  const isDelivered = arrival <= now
  const isOut = secondsAfter(leftAt, outForDelivery) <= now
  const code = Array.from({ length: 16 }, () => signs.charAt(random.between(0, signs.length - 1))).join('')
  return {
    companyId: lines[0]?.companyId ?? '',
    id: newId(leftAt.getTime()),
    fulfillmentId,
    packageNumber: String(firstPackage + plan.number * 10 + index),
    carrier: 'UPS',
    trackingNumber: `1Z${code}`,
    trackingUrl: null,
    deliverySource: null,
    carrierStatus: isDelivered ? 'DELIVERED' : isOut ? 'OUT_FOR_DELIVERY' : 'IN_TRANSIT',
    estimatedArrival: arrival,
    shippedAt: leftAt,
    deliveredAt: isDelivered ? arrival : null,
    checkedAt: isDelivered ? secondsAfter(arrival, 240) : now,
    reportedAt: secondsAfter(leftAt, 60),
    createdAt: leftAt,
    updatedAt: isDelivered ? arrival : leftAt,
  }
}

/** Carrier events with the texts and times of the emulator, which continues them. */
function eventsOf(
  { snapshot }: PlacedOrder,
  { leftAt, outForDelivery, deliver }: ShippedOutcome,
  { companyId, id: packageId, fulfillmentId }: Parcel,
  now: Date,
) {
  const { city, state, country } = snapshot.order.shippingAddress
  const home = [city, state, country].join(', ')
  const way = [
    { eventType: 'EVENT_101', description: 'Carrier picked up the package', location: center, seconds: 0 },
    {
      eventType: 'EVENT_201',
      description: 'Departed from carrier facility',
      location: center,
      seconds: outForDelivery / 2,
    },
    { eventType: 'EVENT_302', description: 'Out for delivery', location: home, seconds: outForDelivery },
    { eventType: 'EVENT_301', description: 'Delivered', location: home, seconds: deliver },
  ]
  return way
    .map(({ seconds, ...event }) => ({ ...event, timestamp: secondsAfter(leftAt, seconds) }))
    .filter(({ timestamp }) => timestamp <= now)
    .map((event) => ({ companyId, id: newId(event.timestamp.getTime()), fulfillmentId, packageId, ...event }))
}
