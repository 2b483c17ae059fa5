import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { jsonReply, type Received, type Reply } from '../http.ts'
import { createRouter } from '../router.ts'
import type { MetaEmulator } from './emulator.ts'
import { faultKinds } from './faults.ts'
import { operations } from './graph/operations.ts'
import { cancelLines, openLines } from './orders/cancel-order.ts'
import { type Order, orderStates } from './orders/order.ts'
import { placeOrder } from './orders/place-order.ts'
import { createShop, type Shop } from './state.ts'
import { confirmSubscription, enqueueOrderWebhook } from './webhooks.ts'

export const controlPath = '/_control/'

/** One command of the control plane, in JSON. */
type Command = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/_control/${string}`
  answer(call: CommandCall): object | Promise<object>
}

type CommandCall = { emulator: MetaEmulator; params: Record<string, string>; body: unknown }

class BadCommand extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function readCommand<T>(schema: z.ZodType<T>, { body }: CommandCall): T {
  const read = schema.safeParse(body ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new BadCommand(400, `${issue?.path.join('.') || 'The body'}: ${issue?.message}`)
}

function findShop({ emulator: { state }, params }: CommandCall): Shop {
  const shop = state.shops.find(({ accountId }) => accountId === params['accountId'])
  if (!shop) throw new BadCommand(404, `There is no shop ${params['accountId']}.`)
  return shop
}

function findShopsOrder(call: CommandCall): { shop: Shop; order: Order } {
  const shop = findShop(call)
  const order = shop.orders.find(({ id }) => id === call.params['orderId'])
  if (!order) throw new BadCommand(404, `There is no order ${call.params['orderId']}.`)
  return { shop, order }
}

const metaId = z.string().regex(/^\d{5,20}$/)
const NewShop = z.strictObject({ accountId: metaId, catalogId: metaId, name: z.string().min(1) })

/** An opaque token of the same length as Meta's. */
export const makeToken = () => `EAAB${randomBytes(40).toString('base64url')}`

const shopCommands: Command[] = [
  {
    method: 'GET',
    path: '/_control/shops',
    answer: ({ emulator }) => ({
      shops: emulator.state.shops.map(({ accountId, catalogId, name, tokens }) => ({
        accountId,
        catalogId,
        name,
        tokens,
      })),
    }),
  },
  {
    method: 'POST',
    path: '/_control/shops',
    answer(call) {
      const given = readCommand(NewShop, call)
      const { shops } = call.emulator.state
      const taken = shops.flatMap(({ accountId, catalogId }) => [accountId, catalogId])
      if (taken.includes(given.accountId) || taken.includes(given.catalogId)) throw new BadCommand(409, 'Taken.')
      const shop = createShop({ ...given, tokens: [makeToken()] })
      shops.push(shop)
      return { ...given, tokens: shop.tokens }
    },
  },
  {
    method: 'DELETE',
    path: '/_control/shops/:accountId/tokens',
    answer(call) {
      findShop(call).tokens = []
      return { tokens: [] }
    },
  },
  {
    method: 'POST',
    path: '/_control/shops/:accountId/tokens',
    answer(call) {
      const token = makeToken()
      findShop(call).tokens.push(token)
      return { token }
    },
  },
  {
    method: 'GET',
    path: '/_control/shops/:accountId/items',
    answer: (call) => ({ items: findShop(call).items }),
  },
]

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

const orderCommands: Command[] = [
  {
    method: 'GET',
    path: ordersPath,
    answer: (call) => ({ orders: findShop(call).orders }),
  },
  {
    method: 'POST',
    path: ordersPath,
    answer(call) {
      const { state, clock } = call.emulator
      const shop = findShop(call)
      const order = placeOrder(state, shop, readCommand(NewOrderBody, call), clock.now())
      if (order.state !== 'FB_PROCESSING') enqueueOrderWebhook(state, shop, order, clock.now())
      return { id: order.id, order }
    },
  },
  {
    method: 'POST',
    path: `${ordersPath}/:orderId/advance`,
    answer(call) {
      const { state, clock } = call.emulator
      const { shop, order } = findShopsOrder(call)
      order.state = readCommand(StateChange, call).state
      order.lastUpdated = clock.now().toISOString()
      enqueueOrderWebhook(state, shop, order, clock.now())
      return { order }
    },
  },
  {
    method: 'POST',
    path: `${ordersPath}/:orderId/address`,
    answer(call) {
      const { state, clock } = call.emulator
      const { shop, order } = findShopsOrder(call)
      order.address = { ...order.address, ...defined(readCommand(AddressChange, call)) }
      order.lastUpdated = clock.now().toISOString()
      enqueueOrderWebhook(state, shop, order, clock.now())
      return { order }
    },
  },
  {
    method: 'POST',
    path: `${ordersPath}/:orderId/cancel`,
    answer(call) {
      const { state, clock } = call.emulator
      const { shop, order } = findShopsOrder(call)
      if (openLines(order).length === 0) throw new BadCommand(409, 'There is nothing left to cancel.')
      const what = { counts: null, reasonCode: 'CUSTOMER_REQUESTED', description: 'Cancelled by the buyer' }
      cancelLines(state, shop, order, what, clock.now())
      return { order }
    },
  },
]

const defined = (given: object) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

const NewFault = z.strictObject({
  kind: z.enum(faultKinds),
  operation: z.enum(['*', ...operations.map(({ name }) => name)]).exactOptional(),
  next: z.int().positive().exactOptional(),
  after: z.int().min(0).exactOptional(),
})

const ClockChange = z.strictObject({
  advanceSeconds: z.number().min(0).default(0),
  speed: z.number().min(0).exactOptional(),
})

const NewSubscription = z.strictObject({ url: z.url({ protocol: /^https?$/ }), verifyToken: z.string().min(1) })
const ProcessingTimes = z.strictObject({ checkSeconds: z.number().min(0), batchSeconds: z.number().min(0) }).partial()

const behaviourCommands: Command[] = [
  { method: 'GET', path: '/_control/faults', answer: ({ emulator }) => ({ faults: emulator.faults.read() }) },
  {
    method: 'POST',
    path: '/_control/faults',
    answer(call) {
      call.emulator.faults.add(readCommand(NewFault, call))
      return { faults: call.emulator.faults.read() }
    },
  },
  {
    method: 'DELETE',
    path: '/_control/faults',
    answer({ emulator }) {
      emulator.faults.clear()
      return { faults: [] }
    },
  },
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
    path: '/_control/pace',
    answer(call) {
      const { state } = call.emulator
      const { checkSeconds = state.checkSeconds, batchSeconds = state.batchSeconds } = readCommand(
        ProcessingTimes,
        call,
      )
      Object.assign(state, { checkSeconds, batchSeconds })
      return { checkSeconds, batchSeconds }
    },
  },
  {
    method: 'PUT',
    path: '/_control/subscription',
    async answer(call) {
      const subscription = readCommand(NewSubscription, call)
      if (!(await confirmSubscription(subscription))) {
        throw new BadCommand(400, 'The URL could not be validated: it did not give the challenge back.')
      }
      call.emulator.state.subscription = subscription
      return { subscription }
    },
  },
  {
    method: 'DELETE',
    path: '/_control/subscription',
    answer({ emulator: { state } }) {
      state.subscription = null
      state.deliveries = []
      return { subscription: null }
    },
  },
  {
    method: 'GET',
    path: '/_control/deliveries',
    answer: ({ emulator }) => ({ deliveries: emulator.state.deliveries }),
  },
]

const findCommand = createRouter([...shopCommands, ...orderCommands, ...behaviourCommands])

/** The control plane: lets tests and the demo set up and disturb the emulator. */
export async function answerControl(emulator: MetaEmulator, received: Received): Promise<Reply> {
  if (isFromPage(received)) return jsonReply(403, { error: 'Pages in a browser give no orders here.' })
  const route = findCommand(received.method, received.path)
  if (!route) return jsonReply(404, { error: `There is no ${received.method} ${received.path}.` })
  try {
    const call = { emulator, params: route.params, body: parse(received) }
    const answer = await route.target.answer(call)
    await emulator.catchUp()
    if (received.method !== 'GET') emulator.scheduleSave()
    return jsonReply(200, answer)
  } catch (error) {
    if (!(error instanceof BadCommand)) throw error
    return jsonReply(error.status, { error: error.message })
  }
}

/** CSRF protection: pages send an Origin. Other hosts were refused before (`answerRequests`). */
const isFromPage = ({ headers: { origin } }: Received) => origin !== undefined

function parse({ body }: Received): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw new BadCommand(400, 'The body must be JSON.')
  }
}
