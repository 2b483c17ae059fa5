import { z } from 'zod'
import { type Command, createControl, faultCommands, readCommand } from '../control.ts'
import type { ShopifyEmulator } from './emulator.ts'
import { faultKinds } from './faults.ts'
import { logLevel } from './inventory/levels.ts'
import {
  cancelOrder,
  correctAddress,
  editOrder,
  holdOrder,
  refundOrder,
  releaseOrder,
  scheduleOrder,
  setFinancialStatus,
  shipElsewhere,
} from './orders/change-order.ts'
import { financialStatuses } from './orders/order.ts'
import { placeOrder, usualAddress } from './orders/place-order.ts'
import { addVariant, createShop, nextId, type Shop } from './state.ts'
import { privacyWebhook, uninstalledWebhook } from './webhooks.ts'

type Call = Parameters<Command<ShopifyEmulator>['answer']>[0]

const missing = (what: string) => readCommand(z.never({ error: `There is no such ${what}.` }), { body: {} })

function findShop({ emulator: { state }, params }: Call): Shop {
  return state.shops.find(({ name }) => name === params['shop']) ?? missing('store')
}

function changeOf(call: Call) {
  const shop = findShop(call)
  const order = shop.orders.find(({ id }) => id === Number(call.params['order'])) ?? missing('order')
  return { state: call.emulator.state, shop, order, now: call.emulator.clock.now() }
}

const NewShop = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  title: z.string().exactOptional(),
  currency: z.string().length(3).exactOptional(),
  clientId: z.string().exactOptional(),
  clientSecret: z.string().exactOptional(),
})

const ShopSettings = z
  .strictObject({
    scopes: z.array(z.string()),
    isInstalled: z.boolean(),
    isForeign: z.boolean(),
    isFrozen: z.boolean(),
    hidesAddresses: z.boolean(),
  })
  .partial()

const cents = z.int().min(0)

const Variants = z.strictObject({
  variants: z.array(
    z.strictObject({
      sku: z.string().nullable(),
      productTitle: z.string().exactOptional(),
      title: z.string().exactOptional(),
      barcode: z.string().nullable().exactOptional(),
      priceCents: cents.exactOptional(),
      productId: z.int().exactOptional(),
      isTracked: z.boolean().exactOptional(),
      requiresShipping: z.boolean().exactOptional(),
      requiresComponents: z.boolean().exactOptional(),
      available: z.int().nullable().exactOptional(),
    }),
  ),
})

const path = '/_control/shops/:shop' as const

const shopCommands: Command<ShopifyEmulator>[] = [
  { method: 'GET', path: '/_control/shops', answer: ({ emulator }) => ({ shops: emulator.state.shops }) },
  {
    method: 'POST',
    path: '/_control/shops',
    answer: (call) => createShop(call.emulator.state, call.emulator.clock.now(), readCommand(NewShop, call)),
  },
  { method: 'GET', path, answer: findShop },
  { method: 'PUT', path, answer: (call) => Object.assign(findShop(call), readCommand(ShopSettings, call)) },
  {
    method: 'POST',
    path: `${path}/variants`,
    answer(call) {
      const shop = findShop(call)
      return {
        variants: readCommand(Variants, call).variants.map((given) => addVariant(call.emulator.state, shop, given)),
      }
    },
  },
  {
    method: 'POST',
    path: `${path}/restock`,
    answer(call) {
      const shop = findShop(call)
      const { sku, available } = readCommand(z.strictObject({ sku: z.string(), available: z.int() }), call)
      const variant = shop.variants.find((one) => one.sku === sku) ?? missing('variant')
      for (const [locationId, level] of Object.entries(variant.levels)) {
        level.available = available
        logLevel(shop, variant, Number(locationId), 'shop', call.emulator.clock.now())
      }
      return variant
    },
  },
  {
    method: 'POST',
    path: `${path}/uninstall`,
    answer(call) {
      const shop = findShop(call)
      uninstalledWebhook(call.emulator.state, shop, call.emulator.clock.now())
      Object.assign(shop, { isInstalled: false, tokens: [], subscriptions: [] })
      return { isInstalled: false }
    },
  },
  {
    method: 'POST',
    path: `${path}/privacy`,
    answer(call) {
      const Privacy = z.strictObject({ topic: z.string(), uri: z.url(), body: z.record(z.string(), z.unknown()) })
      const { topic, uri, body } = readCommand(Privacy, call)
      privacyWebhook(call.emulator.state, findShop(call), topic, uri, body, call.emulator.clock.now())
      return { topic }
    },
  },
]

const text = z.string()
const AddressChange = z
  .strictObject({ firstName: text, lastName: text, address1: text, city: text, provinceCode: text, zip: text })
  .partial()

const NewOrder = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        sku: z.string(),
        quantity: z.int().positive(),
        priceCents: cents.exactOptional(),
        taxCents: cents.exactOptional(),
        discountCents: cents.exactOptional(),
        attributes: z.array(z.strictObject({ key: z.string(), value: z.string() })).exactOptional(),
      }),
    )
    .min(1),
  financialStatus: z.enum(financialStatuses).exactOptional(),
  gateway: z.string().exactOptional(),
  isTest: z.boolean().exactOptional(),
  risk: z.enum(['ACCEPT', 'INVESTIGATE', 'CANCEL', 'NONE']).exactOptional(),
  email: z.string().exactOptional(),
  note: z.string().nullable().exactOptional(),
  discountCode: z.string().nullable().exactOptional(),
  shippingCents: cents.exactOptional(),
  shippingTitle: z.string().exactOptional(),
  methodType: z.enum(['SHIPPING', 'PICK_UP', 'LOCAL', 'NONE']).exactOptional(),
  locationId: z.int().exactOptional(),
  address: AddressChange.exactOptional(),
})

const orders = `${path}/orders` as const
const ofOrder = `${orders}/:order` as const

const orderCommands: Command<ShopifyEmulator>[] = [
  { method: 'GET', path: orders, answer: (call) => ({ orders: findShop(call).orders }) },
  {
    method: 'POST',
    path: orders,
    answer(call) {
      const { state, clock } = call.emulator
      const { address = {}, ...given } = readCommand(NewOrder, call)
      const order = { ...given, address: { ...usualAddress, ...defined(address) } }
      return placeOrder(state, findShop(call), order, clock.now()) ?? missing('variant')
    },
  },
  {
    method: 'POST',
    path: `${ofOrder}/financial-status`,
    answer(call) {
      const { status } = readCommand(z.strictObject({ status: z.enum(financialStatuses) }), call)
      const change = changeOf(call)
      setFinancialStatus(change, status)
      return change.order
    },
  },
  {
    method: 'POST',
    path: `${ofOrder}/hold`,
    answer(call) {
      const Hold = z.strictObject({ reason: z.string().default('OTHER'), notes: z.string().nullable().default(null) })
      const { reason, notes } = readCommand(Hold, call)
      const change = changeOf(call)
      holdOrder(change, reason, notes)
      return change.order
    },
  },
  { method: 'POST', path: `${ofOrder}/release`, answer: (call) => changed(call, releaseOrder) },
  {
    method: 'POST',
    path: `${ofOrder}/schedule`,
    answer(call) {
      const { fulfillAt } = readCommand(z.strictObject({ fulfillAt: z.iso.datetime() }), call)
      return changed(call, (change) => scheduleOrder(change, fulfillAt))
    },
  },
  {
    method: 'POST',
    path: `${ofOrder}/refund`,
    answer(call) {
      const Refund = z.strictObject({
        lineIndex: z.int().exactOptional(),
        quantity: z.int().exactOptional(),
        amountCents: cents.exactOptional(),
      })
      const refund = readCommand(Refund, call)
      return changed(call, (change) => refundOrder(change, refund))
    },
  },
  {
    method: 'POST',
    path: `${ofOrder}/edit`,
    answer(call) {
      const { lineIndex, quantity } = readCommand(
        z.strictObject({ lineIndex: z.int(), quantity: z.int().min(0) }),
        call,
      )
      return changed(call, (change) => editOrder(change, lineIndex, quantity))
    },
  },
  {
    method: 'POST',
    path: `${ofOrder}/address`,
    answer(call) {
      const address = readCommand(AddressChange, call)
      return changed(call, (change) =>
        correctAddress(change, { ...(change.order.address ?? usualAddress), ...defined(address) }),
      )
    },
  },
  {
    method: 'POST',
    path: `${ofOrder}/cancel`,
    answer: (call) => changed(call, (change) => cancelOrder(change, 'CUSTOMER', true)),
  },
  {
    method: 'POST',
    path: `${ofOrder}/ship`,
    answer: (call) => changed(call, (change) => shipElsewhere(change, nextId(change.state))),
  },
]

function changed(call: Call, apply: (change: ReturnType<typeof changeOf>) => void) {
  const change = changeOf(call)
  apply(change)
  return change.order
}

const defined = (given: object) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

const share = z.number().min(0).max(1)

const behaviorCommands: Command<ShopifyEmulator>[] = [
  {
    method: 'PUT',
    path: '/_control/mishaps',
    answer(call) {
      const Mishaps = z
        .strictObject({ lostShare: share, doubledShare: share, lateShare: share, lateSeconds: z.number().min(0) })
        .partial()
      return Object.assign(call.emulator.state.mishaps, readCommand(Mishaps, call))
    },
  },
  {
    method: 'PUT',
    path: '/_control/pace',
    answer(call) {
      const Pace = z.strictObject({ routingSeconds: z.number().min(0), cancelSeconds: z.number().min(0) }).partial()
      Object.assign(call.emulator.state, readCommand(Pace, call))
      return {}
    },
  },
  {
    method: 'POST',
    path: '/_control/clock',
    answer(call) {
      const { clock } = call.emulator
      const { advanceSeconds } = readCommand(z.strictObject({ advanceSeconds: z.number().min(0) }), call)
      clock.advance(advanceSeconds * 1000)
      return { now: clock.now().toISOString() }
    },
  },
]

/** The control plane: lets tests and the demo set up and disturb the emulator. */
export const answerControl = createControl<ShopifyEmulator>([
  ...shopCommands,
  ...orderCommands,
  ...behaviorCommands,
  ...faultCommands<(typeof faultKinds)[number], ShopifyEmulator>([...faultKinds]),
])
