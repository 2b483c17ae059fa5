import { requireParameter } from '../request-input.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { secondsAfter } from '../iso-time.ts'
import { type Fate, type FulfillmentOrder, type Package, type Shipment, type Timings, timingsOf } from './order.ts'

type Event = { code: string; status: string; description: string; at: string; place: Place }
type Place = { city: string; state: string; country: string }

const center: Place = { city: 'Phoenix', state: 'AZ', country: 'US' }

export function getPackageTrackingDetails({ query, state, seller, now }: Call): Answer {
  const packageNumber = requireParameter(query, 'packageNumber')
  if (!/^\d{1,10}$/.test(packageNumber)) throw invalidInput('packageNumber must be an integer.')
  const order = seller.fulfillment.orders[seller.fulfillment.packages[packageNumber] ?? '']
  const shipment = order?.shipments.find(({ packages }) => packages.some(isNamed(packageNumber)))
  const box = shipment?.packages.find(isNamed(packageNumber))
  if (!order || !shipment || !box) throw invalidInput(`Requested package '${packageNumber}' not found`)
  return {
    status: 200,
    body: { payload: describePackage(order, shipment, box, timingsOf(state.fulfillment, order), now) },
  }
}

const isNamed = (packageNumber: string) => (box: Package) => String(box.packageNumber) === packageNumber

function describePackage(
  order: FulfillmentOrder,
  shipment: Shipment,
  box: Package,
  timings: Timings,
  now: Date,
): object {
  const home = placeOf(order)
  const { leftAt } = shipment
  const until = now.toISOString()
  const events = leftAt ? route(order.fate, leftAt, timings, home).filter(({ at }) => at <= until) : []
  const last = events.at(-1)
  return {
    packageNumber: box.packageNumber,
    trackingNumber: box.trackingNumber,
    customerTrackingLink: `https://www.swiship.com/track?id=${box.trackingNumber}`,
    carrierCode: box.carrierCode,
    shipToAddress: home,
    ...(leftAt ? { shipDate: leftAt, estimatedArrivalDate: secondsAfter(leftAt, timings.deliver) } : {}),
    ...(last ? { currentStatus: last.status, currentStatusDescription: last.description } : {}),
    ...(last?.status === 'DELIVERED' ? { additionalLocationInfo: 'FRONT_DOOR' } : {}),
    trackingEvents: events.toReversed().map((event) => ({
      eventDate: event.at,
      eventAddress: event.place,
      eventCode: event.code,
      eventDescription: event.description,
    })),
  }
}

/** All tracking events of a parcel, with times relative to when it left. */
function route(fate: Fate, leftAt: string, timings: Timings, home: Place): Event[] {
  const at = (seconds: number) => secondsAfter(leftAt, seconds)
  const onTheWay: Event[] = [
    {
      code: 'EVENT_101',
      status: 'IN_TRANSIT',
      description: 'Carrier picked up the package',
      at: leftAt,
      place: center,
    },
    {
      code: 'EVENT_201',
      status: 'IN_TRANSIT',
      description: 'Departed from carrier facility',
      at: at(timings.outForDelivery / 2),
      place: center,
    },
    {
      code: 'EVENT_302',
      status: 'OUT_FOR_DELIVERY',
      description: 'Out for delivery',
      at: at(timings.outForDelivery),
      place: home,
    },
  ]
  return [...onTheWay, ...arrival(fate, at, timings, home)]
}

function arrival(fate: Fate, at: (seconds: number) => string, timings: Timings, home: Place): Event[] {
  if (fate !== 'undeliverable' && fate !== 'returned') {
    return [{ code: 'EVENT_301', status: 'DELIVERED', description: 'Delivered', at: at(timings.deliver), place: home }]
  }
  const attempts: Event[] = [
    {
      code: 'EVENT_304',
      status: 'DELIVERY_ATTEMPTED',
      description: 'Delivery was attempted',
      at: at(timings.deliver),
      place: home,
    },
    {
      code: 'EVENT_404',
      status: 'UNDELIVERABLE',
      description: 'The package cannot be delivered',
      at: at(timings.deliver * 1.5),
      place: home,
    },
  ]
  if (fate === 'undeliverable') return attempts
  return [
    ...attempts,
    {
      code: 'EVENT_406',
      status: 'RETURNING',
      description: 'The package is on its way back',
      at: at(timings.deliver * 2),
      place: home,
    },
    {
      code: 'EVENT_407',
      status: 'RETURNED',
      description: 'The package is back at the warehouse',
      at: at(timings.deliver * 3),
      place: center,
    },
  ]
}

function placeOf({ asked: { destinationAddress: address } }: FulfillmentOrder): Place {
  return { city: address.city ?? '', state: address.stateOrRegion ?? '', country: address.countryCode }
}
