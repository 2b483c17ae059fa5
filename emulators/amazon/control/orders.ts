import { z } from 'zod'
import { fates } from '../fulfillment/book.ts'
import { setOrderFate, setOrderTimings } from '../fulfillment/control.ts'
import { putShippedOrder } from '../fulfillment/put-shipped-order.ts'
import { CreateOrder } from '../fulfillment/requests/create-order.ts'
import { BadCommand, findSeller, readCommand, type Command } from './command.ts'

const seconds = z.number().min(0).exactOptional()
export const OrderTimings = z.strictObject({
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

/** What Amazon's warehouses do with one order. */
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
    /** Orders that left the warehouses before anybody looked, and whose parcels are on their way. */
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
