import { z } from 'zod'
import { type Command, type CommandCall, createControl, faultCommands, readCommand } from '../control.ts'
import { siteOf, type ShopCall, type WooEmulator } from './emulator.ts'
import { faultKinds } from './faults.ts'
import { newProduct } from './first-shop.ts'
import {
  deleteForGood,
  editLine,
  NotForSale,
  placeOrder,
  refundLine,
  restoreOrder,
  setStatus,
  trashOrder,
} from './orders/order-actions.ts'
import { viewOrder } from './orders/order-view.ts'
import { setQuantity } from './orders/stock.ts'
import { createShop, makeKey, nextId, type Order, orderStatuses } from './state.ts'

export { controlPath } from '../control.ts'

type Call = CommandCall<WooEmulator>

class NoSuch extends Error {}

function shopCall({ emulator, params }: Call): ShopCall {
  const shop = emulator.state.shops.find(({ slug }) => slug === params['shop'])
  if (!shop) throw new NoSuch(`There is no shop ${params['shop']}.`)
  return { emulator, shop, now: emulator.clock.now() }
}

function orderCall(call: Call): { call: ShopCall; order: Order } {
  const found = shopCall(call)
  const order = found.shop.orders.find(({ id }) => String(id) === call.params['order'])
  if (!order) throw new NoSuch(`There is no order ${call.params['order']}.`)
  return { call: found, order }
}

const NewShop = z.strictObject({
  slug: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  currency: z.string().default('USD'),
})

const ShopChange = z
  .strictObject({
    managesStock: z.boolean(),
    fulfillmentsOn: z.boolean(),
    hasPlainPermalinks: z.boolean(),
    dropsAuthorization: z.boolean(),
    taxPercent: z.number(),
    currency: z.string(),
    version: z.string(),
  })
  .partial()

const NewProducts = z.strictObject({
  products: z.array(
    z.strictObject({
      id: z.int().exactOptional(),
      type: z.enum(['simple', 'variable', 'variation', 'grouped', 'external']).exactOptional(),
      parentId: z.int().exactOptional(),
      name: z.string(),
      sku: z.string().exactOptional(),
      gtin: z.string().exactOptional(),
      option: z.string().exactOptional(),
      regularPrice: z.int().exactOptional(),
      manageStock: z.union([z.boolean(), z.literal('parent')]).exactOptional(),
      stockQuantity: z.int().nullable().exactOptional(),
      isVirtual: z.boolean().exactOptional(),
    }),
  ),
})

const line = z.strictObject({
  productId: z.int(),
  quantity: z.int().positive(),
  discount: z.int().exactOptional(),
  meta: z.array(z.strictObject({ key: z.string(), value: z.string() })).exactOptional(),
})

const NewOrder = z.strictObject({
  lines: z.array(line).min(1),
  status: z.enum(orderStatuses).exactOptional(),
  paymentMethod: z.enum(['card', 'bacs', 'cod']).exactOptional(),
  shipping: z.record(z.string(), z.string()).exactOptional(),
  email: z.string().exactOptional(),
  customerNote: z.string().exactOptional(),
  number: z.string().exactOptional(),
  isPickup: z.boolean().exactOptional(),
  shippingTotal: z.int().exactOptional(),
})

const shopPath = '/_control/shops/:shop'

const shopCommands: Command<WooEmulator>[] = [
  {
    method: 'GET',
    path: '/_control/shops',
    answer: ({ emulator }) => ({
      shops: emulator.state.shops.map((shop) => ({ ...shop, url: siteOf(emulator, shop), deliveries: undefined })),
    }),
  },
  {
    method: 'POST',
    path: '/_control/shops',
    answer(call) {
      const shop = createShop({ ...readCommand(NewShop, call), keys: [makeKey(1)] })
      call.emulator.state.shops.push(shop)
      return { url: siteOf(call.emulator, shop), keys: shop.keys }
    },
  },
  {
    method: 'PUT',
    path: shopPath,
    answer: (call) => {
      const { shop } = shopCall(call)
      return Object.assign(shop, readCommand(ShopChange, call))
    },
  },
  {
    method: 'POST',
    path: `${shopPath}/keys`,
    answer(call) {
      const { shop } = shopCall(call)
      const { permissions } = readCommand(
        z.strictObject({ permissions: z.enum(['read', 'write', 'read_write']) }),
        call,
      )
      const key = makeKey(nextId(shop), permissions)
      shop.keys.push(key)
      return key
    },
  },
  {
    method: 'DELETE',
    path: `${shopPath}/keys`,
    answer(call) {
      shopCall(call).shop.keys = []
      return { keys: [] }
    },
  },
  {
    method: 'POST',
    path: `${shopPath}/products`,
    answer(call) {
      const { shop } = shopCall(call)
      const { products } = readCommand(NewProducts, call)
      const added = products.map((product) => newProduct({ ...product, id: product.id ?? nextId(shop) }))
      shop.products.push(...added)
      shop.lastId = Math.max(shop.lastId, ...added.map(({ id }) => id))
      return { ids: added.map(({ id }) => id) }
    },
  },
  {
    method: 'POST',
    path: `${shopPath}/products/:product/stock`,
    answer(call) {
      const { shop, now } = shopCall(call)
      const product = shop.products.find(({ id }) => String(id) === call.params['product'])
      if (!product) throw new NoSuch(`There is no product ${call.params['product']}.`)
      setQuantity(shop, product, readCommand(z.strictObject({ quantity: z.int() }), call).quantity, 'owner', now)
      return product
    },
  },
  { method: 'GET', path: `${shopPath}/stock-log`, answer: (call) => ({ entries: shopCall(call).shop.stockLog }) },
  { method: 'GET', path: `${shopPath}/webhooks`, answer: (call) => ({ webhooks: shopCall(call).shop.webhooks }) },
]

const ordersPath: `/_control/${string}` = `${shopPath}/orders`
const LineUnits = z.strictObject({ line: z.int(), quantity: z.int().min(0) })

const orderVerbs: Record<string, (call: ShopCall, order: Order, given: Call) => void> = {
  status: (call, order, given) =>
    setStatus(call, order, readCommand(z.strictObject({ status: z.enum(orderStatuses) }), given).status),
  refund(call, order, given) {
    const { line: lineId, quantity } = readCommand(LineUnits, given)
    refundLine(call, order, lineId, quantity)
  },
  edit(call, order, given) {
    const { line: lineId, quantity } = readCommand(LineUnits, given)
    editLine(call, order, lineId, quantity)
  },
  trash: trashOrder,
  restore: restoreOrder,
  'delete-for-good': deleteForGood,
}

const orderCommands: Command<WooEmulator>[] = [
  { method: 'GET', path: ordersPath, answer: (call) => ({ orders: shopCall(call).shop.orders }) },
  {
    method: 'POST',
    path: ordersPath,
    answer(call) {
      const found = shopCall(call)
      const { shipping = {}, ...given } = readCommand(NewOrder, call)
      const order = placeOrder(found, { ...given, shipping })
      return { id: order.id, order: viewOrder(found.shop, order) }
    },
  },
  ...Object.entries(orderVerbs).map(([verb, act]): Command<WooEmulator> => ({
    method: 'POST',
    path: `${ordersPath}/:order/${verb}`,
    answer(given) {
      const { call, order } = orderCall(given)
      act(call, order, given)
      return { order: viewOrder(call.shop, order) }
    },
  })),
]

const ClockChange = z.strictObject({
  advanceSeconds: z.number().min(0).default(0),
  speed: z.number().min(0).exactOptional(),
})
const share = z.number().min(0).max(1).default(0)
const NewDisturbance = z.strictObject({
  lost: share,
  doubled: share,
  late: share,
  lateSeconds: z.number().min(0).default(60),
})

const behaviourCommands: Command<WooEmulator>[] = [
  ...faultCommands<(typeof faultKinds)[number], WooEmulator>(faultKinds),
  {
    method: 'POST',
    path: '/_control/clock',
    answer(call) {
      const { clock } = call.emulator
      const { advanceSeconds, speed } = readCommand(ClockChange, call)
      if (speed !== undefined) clock.setSpeed(speed)
      clock.advance(advanceSeconds * 1000)
      return { now: clock.now().toISOString(), speed: clock.speed }
    },
  },
  {
    method: 'PUT',
    path: '/_control/queue',
    answer(call) {
      const { seconds } = readCommand(z.strictObject({ seconds: z.number().min(0) }), call)
      call.emulator.state.queueSeconds = seconds
      return { seconds }
    },
  },
  {
    method: 'PUT',
    path: '/_control/disturbance',
    answer: (call) => (call.emulator.state.disturbance = readCommand(NewDisturbance, call)),
  },
  {
    method: 'GET',
    path: '/_control/violations',
    answer: ({ emulator: { state } }) => ({ requests: state.requests, violations: state.violations }),
  },
]

const answerCommand = createControl<WooEmulator>([...shopCommands, ...orderCommands, ...behaviourCommands])

/** The control plane: lets tests and the demo set up and disturb the emulator. */
export const answerControl: typeof answerCommand = async (emulator, received) => {
  try {
    const reply = await answerCommand(emulator, received)
    await emulator.catchUp()
    return reply
  } catch (error) {
    if (!(error instanceof NoSuch) && !(error instanceof NotForSale)) throw error
    return {
      status: 409,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: error.message }),
    }
  }
}
