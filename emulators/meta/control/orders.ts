import { z } from 'zod'
import { allOpen, cancelLines } from '../orders/cancel-lines.ts'
import { orderStates } from '../orders/order.ts'
import { placeOrder } from '../orders/place-order.ts'
import { tellOfOrder } from '../webhooks/tell-of-order.ts'
import { BadCommand, findShop, findShopsOrder, readCommand, type Command } from './command.ts'

const cents = z.int().min(0)
const Address = z.strictObject({
  name: z.string(),
  street1: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
})
const Placed = z.strictObject({
  items: z
    .array(
      z.strictObject({
        retailerId: z.string(),
        quantity: z.int().positive(),
        price: cents,
        tax: cents.exactOptional(),
      }),
    )
    .min(1),
  state: z.enum(orderStates).exactOptional(),
  channel: z.enum(['facebook', 'instagram']).exactOptional(),
  currency: z.string().length(3).exactOptional(),
  shipping: z.strictObject({ name: z.string(), price: cents, minDays: z.int(), maxDays: z.int() }).exactOptional(),
  promotion: z.strictObject({ code: z.string(), amount: cents }).exactOptional(),
  address: Address.exactOptional(),
  buyer: z.strictObject({ name: z.string(), email: z.string() }).exactOptional(),
})
const Advanced = z.strictObject({ state: z.enum(orderStates) })
const Readdressed = Address.partial()

const path = '/_control/shops/:accountId/orders'

export const orderCommands: Command[] = [
  {
    method: 'GET',
    path,
    answer: (told) => ({ orders: findShop(told).orders }),
  },
  {
    method: 'POST',
    path,
    answer(told) {
      const { world, clock } = told.standIn
      const shop = findShop(told)
      const order = placeOrder(world, shop, readCommand(Placed, told), clock.now())
      if (order.state !== 'FB_PROCESSING') tellOfOrder(world, shop, order, clock.now())
      return { id: order.id, order }
    },
  },
  {
    method: 'POST',
    path: `${path}/:orderId/advance`,
    answer(told) {
      const { world, clock } = told.standIn
      const { shop, order } = findShopsOrder(told)
      order.state = readCommand(Advanced, told).state
      order.lastUpdated = clock.now().toISOString()
      tellOfOrder(world, shop, order, clock.now())
      return { order }
    },
  },
  {
    method: 'POST',
    path: `${path}/:orderId/address`,
    answer(told) {
      const { world, clock } = told.standIn
      const { shop, order } = findShopsOrder(told)
      order.address = { ...order.address, ...defined(readCommand(Readdressed, told)) }
      order.lastUpdated = clock.now().toISOString()
      tellOfOrder(world, shop, order, clock.now())
      return { order }
    },
  },
  {
    method: 'POST',
    path: `${path}/:orderId/cancel`,
    answer(told) {
      const { world, clock } = told.standIn
      const { shop, order } = findShopsOrder(told)
      if (allOpen(order).length === 0) throw new BadCommand(409, 'There is nothing left to cancel.')
      const what = { counts: null, reasonCode: 'CUSTOMER_REQUESTED', description: 'Cancelled by the buyer' }
      cancelLines(world, shop, order, what, clock.now())
      return { order }
    },
  },
]

const defined = (given: object) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
