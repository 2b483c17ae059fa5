import { z } from 'zod'
import {
  putShippedOrder,
  setCancellation,
  setFate,
  setOrderFate,
  setOrderTimings,
  setTimings,
} from '../fulfillment/control.ts'
import { cancellations, fates } from '../fulfillment/order.ts'
import { CreateOrder } from '../fulfillment/requests.ts'
import { readQueue, takeMessages } from '../notifications/publish.ts'
import { placeAmazonOrder } from '../solicitations/operations.ts'
import { changeOrderedQuantity, placePurchaseOrder } from '../vendor/place-purchase-order.ts'
import { createVendorRecords, type VendorRecords } from '../vendor/vendor-records.ts'
import { BadCommand, type Command, type CommandCall, findSeller, readCommand } from './command.ts'

const seconds = z.number().min(0).exactOptional()

const OrderTimings = z.strictObject({
  receive: seconds,
  plan: seconds,
  process: seconds,
  firstShipment: seconds,
  ship: seconds,
  cancel: seconds,
  outForDelivery: seconds,
  deliver: seconds,
  takeBack: seconds,
})

const OrderChange = z.strictObject({ fate: z.enum(fates).exactOptional(), timings: OrderTimings.exactOptional() })

const IsoMoment = z.iso.datetime()

const ShippedOrders = z.strictObject({
  orders: z.array(
    z.strictObject({
      marketplaceId: z.string(),
      asked: CreateOrder,
      receivedAt: IsoMoment,
      leftAt: IsoMoment,
      packages: z
        .array(
          z.strictObject({
            packageNumber: z.int().positive(),
            carrierCode: z.string(),
            trackingNumber: z.string(),
            items: z.array(z.strictObject({ itemId: z.string(), quantity: z.int().positive() })).min(1),
          }),
        )
        .min(1),
      timings: OrderTimings,
    }),
  ),
})

const ordersPath = '/_control/sellers/:sellerId/orders'

/** Changes what happens to single orders. */
export const orderCommands: Command[] = [
  {
    method: 'PATCH',
    path: `${ordersPath}/:orderId`,
    answer(order) {
      const { emulator, params } = order
      const { fate, timings } = readCommand(OrderChange, order)
      const seller = findSeller(emulator, params['sellerId'])
      const found = seller.fulfillment.orders[params['orderId'] ?? '']
      if (!found) throw new BadCommand(404, `There is no order ${params['orderId']}.`)
      if (timings) setOrderTimings(found, timings)
      if (fate) setOrderFate(emulator.state, seller, found.id, fate, emulator.clock.now())
      return { orderId: found.id, fate: found.fate, timings: found.timings ?? {} }
    },
  },
  {
    /** Adds orders that were shipped before the emulator started and whose parcels are on their way. */
    method: 'PUT',
    path: ordersPath,
    answer(order) {
      const { orders } = readCommand(ShippedOrders, order)
      const seller = findSeller(order.emulator, order.params['sellerId'])
      for (const shipped of orders) putShippedOrder(seller, shipped)
      return { put: orders.length }
    },
  },
]

const Fulfillment = z.strictObject({
  fate: z.enum(fates).exactOptional(),
  cancellation: z.enum(cancellations).exactOptional(),
  timings: OrderTimings.exactOptional(),
})

const ProcessingTimes = z.strictObject({
  listing: seconds,
  feedQueue: seconds,
  feed: seconds,
  reportQueue: seconds,
  report: seconds,
})

/** Changes what happens to accepted work, and when; reads the notification queues. */
export const processingCommands: Command[] = [
  {
    method: 'PATCH',
    path: '/_control/fulfillment',
    answer(order) {
      const { fate, cancellation, timings } = readCommand(Fulfillment, order)
      const { state } = order.emulator
      if (fate) setFate(state, fate)
      if (cancellation) setCancellation(state, cancellation)
      if (timings) setTimings(state, timings)
      return state.fulfillment
    },
  },
  {
    method: 'PATCH',
    path: '/_control/processing',
    answer(order) {
      const { state } = order.emulator
      state.processing = { ...state.processing, ...readCommand(ProcessingTimes, order) }
      return state.processing
    },
  },
  {
    method: 'GET',
    path: '/_control/queues/:name',
    answer: ({ emulator, params }) => ({ messages: readQueue(emulator.state, params['name'] ?? '') }),
  },
  {
    /** Removes the messages, like a consumer of the queue. */
    method: 'DELETE',
    path: '/_control/queues/:name',
    answer: ({ emulator, params }) => ({ messages: takeMessages(emulator.state, params['name'] ?? '') }),
  },
]

const text = z.string().min(1)

const NewVendor = z.strictObject({ vendorCode: text, warehouseIds: z.array(text).min(1) })

const NewPurchaseOrder = z.strictObject({
  number: z.string().regex(/^[A-Za-z0-9]{8}$/),
  shipToParty: text,
  items: z
    .array(
      z.strictObject({
        asin: text,
        vendorProductIdentifier: text,
        quantity: z.int().positive(),
        netCost: z.string().regex(/^\d+(\.\d+)?$/),
        currencyCode: z.string().length(3),
      }),
    )
    .min(1),
})

const ChangedQuantity = z.strictObject({ itemSequenceNumber: text, quantity: z.int().min(0) })

const NewAmazonOrder = z.strictObject({
  amazonOrderId: z.string().regex(/^\d{3}-\d{7}-\d{7}$/),
  marketplaceId: text,
  delivered: z.strictObject({ earliest: IsoMoment, latest: IsoMoment }).nullable(),
})

const vendorPath = '/_control/sellers/:sellerId/vendor'

/** Plays Amazon and its customers: purchase orders for vendors, orders placed on Amazon. */
export const partnerCommands: Command[] = [
  {
    method: 'PUT',
    path: vendorPath,
    answer(order) {
      const { vendorCode, warehouseIds } = readCommand(NewVendor, order)
      findSeller(order.emulator, order.params['sellerId']).vendor = createVendorRecords(vendorCode, warehouseIds)
      return { vendorCode, warehouseIds }
    },
  },
  { method: 'GET', path: vendorPath, answer: findVendor },
  {
    method: 'POST',
    path: `${vendorPath}/purchase-orders`,
    answer: (order) =>
      placePurchaseOrder(findVendor(order), readCommand(NewPurchaseOrder, order), order.emulator.clock.now()),
  },
  {
    method: 'PATCH',
    path: `${vendorPath}/purchase-orders/:number`,
    answer(order) {
      const { itemSequenceNumber, quantity } = readCommand(ChangedQuantity, order)
      const number = order.params['number'] ?? ''
      const placed = findVendor(order).purchaseOrders[number]
      const isKnown = placed && changeOrderedQuantity(placed, itemSequenceNumber, quantity, order.emulator.clock.now())
      if (!isKnown) throw new BadCommand(404, `There is no item ${itemSequenceNumber} in an order ${number}.`)
      return placed
    },
  },
  {
    method: 'POST',
    path: '/_control/sellers/:sellerId/amazon-orders',
    answer(order) {
      const placed = readCommand(NewAmazonOrder, order)
      placeAmazonOrder(findSeller(order.emulator, order.params['sellerId']), placed)
      return placed
    },
  },
]

function findVendor({ emulator, params }: CommandCall): VendorRecords {
  const { vendor, name } = findSeller(emulator, params['sellerId'])
  if (!vendor) throw new BadCommand(404, `${name} is no vendor.`)
  return vendor
}
