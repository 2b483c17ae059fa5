import { newId } from '#server/platform/ids.ts'
import { secondsAfter } from '../../moments.ts'
import { createRandom } from '../../random.ts'
import type { PlacedLine, PlacedOrder } from '../place.ts'
import type { OrderHistory } from './chronicle.ts'
import type { ShippedOutcome } from './course.ts'

export type Parcel = OrderHistory['packages'][number]

type Packed = Pick<OrderHistory, 'packages' | 'packageItems' | 'shipmentEvents'>

const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
const center = 'Phoenix, AZ, US'

/** Amazon's numbers of packages; those that the stand-in gives out by itself are larger. */
const firstPackage = 40_000_000

/** The parcels of an attempt as they stand now, with what is in them and what carriers have said of them. */
export function packParcels(order: PlacedOrder, course: ShippedOutcome, fulfillmentId: string, now: Date): Packed {
  const contents = split(order.lines.slice(0, course.sentLines), course.parcels)
  const packed = contents.map((lines, index) => {
    const parcel = parcelOf(order, course, fulfillmentId, index, now)
    return { lines, parcel, events: eventsOf(order, course, parcel, now) }
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

/** Over so many parcels, unit by unit. */
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

/** In the words and at the moments of the stand-in, which goes on telling them. */
function eventsOf(
  { news }: PlacedOrder,
  { leftAt, outForDelivery, deliver }: ShippedOutcome,
  { companyId, id: packageId, fulfillmentId }: Parcel,
  now: Date,
) {
  const { city, state, country } = news.order.shippingAddress
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
