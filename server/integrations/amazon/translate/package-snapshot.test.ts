import { expect, it } from 'vitest'
import {
  toFulfillmentSnapshot,
  type AmazonOrder,
  toPackageSnapshot,
  type AmazonPackage,
  type AmazonShipment,
  type Tracking,
} from './fulfillment-snapshot.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 3, hour))
const readAt = at(20)

const box = (packageNumber: number, changes: Partial<AmazonPackage> = {}): AmazonPackage => ({
  packageNumber,
  carrierCode: 'UPS',
  trackingNumber: `1Z${packageNumber}`,
  amazonFulfillmentTrackingNumber: null,
  estimatedArrivalDate: null,
  ...changes,
})

const item = (itemId: string, packageNumber: number | null, quantity = 1) => ({
  sellerSku: 'LAMP',
  sellerFulfillmentOrderItemId: itemId,
  quantity,
  packageNumber,
})

const shipment = (changes: Partial<AmazonShipment> = {}): AmazonShipment => ({
  amazonShipmentId: 'S1',
  fulfillmentShipmentStatus: 'SHIPPED',
  shippingDate: at(8),
  estimatedArrivalDate: at(30),
  fulfillmentShipmentItem: [item('line-1', 1)],
  fulfillmentShipmentPackage: [box(1)],
  ...changes,
})

const event = (eventCode: string, hour: number) => ({
  eventDate: at(hour),
  eventCode,
  eventDescription: eventCode,
  eventAddress: null,
})

const tracking = (changes: Partial<Tracking> = {}): Tracking => ({
  packageNumber: 1,
  trackingNumber: null,
  customerTrackingLink: null,
  carrierCode: null,
  carrierURL: null,
  shipDate: null,
  estimatedArrivalDate: null,
  currentStatus: 'IN_TRANSIT',
  currentStatusDescription: null,
  trackingEvents: [],
  ...changes,
})

const snapshot = (track: Tracking | null, sent = shipment()) => toPackageSnapshot(sent, box(1), track, readAt)

it('a line repeated for each serial number is added up', () => {
  const sent = shipment({ fulfillmentShipmentItem: [item('line-1', 1), item('line-1', 1), item('line-2', 1, 3)] })
  expect(snapshot(null, sent).lines).toEqual([
    { itemId: 'line-1', quantity: 2 },
    { itemId: 'line-2', quantity: 3 },
  ])
})

it('a line without a package belongs to the first one', () => {
  const sent = shipment({
    fulfillmentShipmentItem: [item('line-1', null), item('line-2', 2)],
    fulfillmentShipmentPackage: [box(1), box(2)],
  })
  expect(toPackageSnapshot(sent, box(1), null, readAt).lines).toEqual([{ itemId: 'line-1', quantity: 1 }])
  expect(toPackageSnapshot(sent, box(2), null, readAt).lines).toEqual([{ itemId: 'line-2', quantity: 1 }])
})

it.each<[string, Partial<Tracking>, Date | null]>([
  [
    'its event',
    { currentStatus: 'DELIVERED', trackingEvents: [event('EVENT_302', 14), event('EVENT_301', 12)] },
    at(12),
  ],
  [
    'the last event',
    { currentStatus: 'Delivered', trackingEvents: [event('EVENT_201', 9), event('EVENT_302', 14)] },
    at(14),
  ],
  ['when it was read', { currentStatus: 'DELIVERED' }, readAt],
  ['its event alone', { currentStatus: null, trackingEvents: [event('EVENT_301', 12)] }, at(12)],
  ['nothing yet', { currentStatus: 'OUT_FOR_DELIVERY', trackingEvents: [event('EVENT_302', 14)] }, null],
])('the delivery time comes from %s', (_, changes, deliveredAt) => {
  expect(snapshot(tracking(changes)).deliveredAt).toEqual(deliveredAt)
})

it('a package has a tracking number, whoever gave it', () => {
  const bare = box(1, { trackingNumber: '', amazonFulfillmentTrackingNumber: 'AFTN1' })
  expect(toPackageSnapshot(shipment(), bare, null, readAt).trackingNumber).toBe('AFTN1')
  expect(toPackageSnapshot(shipment(), bare, tracking({ trackingNumber: '1Z9' }), readAt).trackingNumber).toBe('1Z9')
  expect(snapshot(tracking({ trackingNumber: '1Z9' })).trackingNumber).toBe('1Z1')
})

it('a package has not left while its shipment is pending', () => {
  expect(snapshot(null, shipment({ fulfillmentShipmentStatus: 'PENDING' })).shippedAt).toBeNull()
  expect(snapshot(null).shippedAt).toEqual(at(8))
  expect(snapshot(tracking({ shipDate: at(7) })).shippedAt).toEqual(at(7))
})

it('packages of cancelled shipments are left out, and each package appears once', () => {
  const order: AmazonOrder = {
    fulfillmentOrder: {
      sellerFulfillmentOrderId: 'ORD-1-1',
      displayableOrderId: 'ORD-1',
      fulfillmentOrderStatus: 'Processing',
      statusUpdatedDate: at(1),
      receivedDate: at(0),
      shippingSpeedCategory: 'Standard',
      fulfillmentAction: 'Ship',
    },
    fulfillmentOrderItems: [],
    fulfillmentShipments: [
      shipment({ fulfillmentShipmentStatus: 'CANCELLED_BY_FULFILLER', fulfillmentShipmentPackage: [box(1)] }),
      shipment({ fulfillmentShipmentPackage: [box(2), box(2)] }),
      shipment({ fulfillmentShipmentStatus: 'PENDING', fulfillmentShipmentPackage: [box(3)] }),
    ],
    returnItems: [],
  }
  const read = toFulfillmentSnapshot(order, { readAt, tracked: new Map(), delivered: new Set() })
  expect(read.packages.map(({ packageNumber }) => packageNumber)).toEqual(['2', '3'])
  expect(read).toMatchObject({ status: 'shipped', receivedAt: at(0), readAt })
})
