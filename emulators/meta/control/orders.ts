import { z } from 'zod'
import { openLines, cancelLines } from '../orders/cancel-lines.ts'
import { orderStates } from '../orders/order.ts'
import { placeOrder } from '../orders/place-order.ts'
import { enqueueOrderWebhook } from '../webhooks/tell-of-order.ts'
import { BadCommand, findShop, findShopsOrder, readCommand, type Command } from './command.ts'

const cents = z.int().min(0)
const AddressBody = z.strictObject({
  name: z.string(),
  street1: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
})
const NewOrderBody = z.strictObject({
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
  address: AddressBody.exactOptional(),
  buyer: z.strictObject({ name: z.string(), email: z.string() }).exactOptional(),
})
const StateChange = z.strictObject({ state: z.enum(orderStates) })
const AddressChange = AddressBody.partial()

const ordersPath = '/_control/shops/:accountId/orders'

export const orderCommands: Command[] = [
  {
    method: 'GET',
    path: ordersPath,
    answer: (told) => ({ orders: findShop(told).orders }),
  },
  {
    method: 'POST',
    path: ordersPath,
    answer(told) {
      const { state, clock } = told.emulator
      const shop = findShop(told)
      const order = placeOrder(state, shop, readCommand(NewOrderBody, told), clock.now())
      if (order.state !== 'FB_PROCESSING') enqueueOrderWebhook(state, shop, order, clock.now())
      return { id: order.id, order }
    },
  },
  {
    method: 'POST',
    path: `${ordersPath}/:orderId/advance`,
    answer(told) {
      const { state, clock } = told.emulator
      const { shop, order } = findShopsOrder(told)
      order.state = readCommand(StateChange, told).state
      order.lastUpdated = clock.now().toISOString()
      enqueueOrderWebhook(state, shop, order, clock.now())
      return { order }
    },
  },
  {
    method: 'POST',
    path: `${ordersPath}/:orderId/address`,
    answer(told) {
      const { state, clock } = told.emulator
      const { shop, order } = findShopsOrder(told)
      order.address = { ...order.address, ...defined(readCommand(AddressChange, told)) }
      order.lastUpdated = clock.now().toISOString()
      enqueueOrderWebhook(state, shop, order, clock.now())
      return { order }
    },
  },
  {
    method: 'POST',
    path: `${ordersPath}/:orderId/cancel`,
    answer(told) {
      const { state, clock } = told.emulator
      const { shop, order } = findShopsOrder(told)
      if (openLines(order).length === 0) throw new BadCommand(409, 'There is nothing left to cancel.')
      const what = { counts: null, reasonCode: 'CUSTOMER_REQUESTED', description: 'Cancelled by the buyer' }
      cancelLines(state, shop, order, what, clock.now())
      return { order }
    },
  },
]

const defined = (given: object) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
