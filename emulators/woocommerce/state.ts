import { randomBytes } from 'node:crypto'
import { choosePort, readStateFile } from '../state-file.ts'

/** A WordPress site with WooCommerce, reached below `/{slug}`. Amounts are cents. */
export type Shop = {
  slug: string
  name: string
  currency: string
  version: string
  taxPercent: number
  /** The shop-wide switch “Enable stock management”. */
  managesStock: boolean
  fulfillmentsOn: boolean
  hasPlainPermalinks: boolean
  /** Refuses the Authorization header, as some servers lose it. */
  dropsAuthorization: boolean
  keys: ApiKey[]
  products: Product[]
  orders: Order[]
  webhooks: Webhook[]
  deliveries: Delivery[]
  /** Every quantity that the shop has shown, for tests that judge it afterwards. */
  stockLog: StockEntry[]
  /** When changed orders were listed, for tests that judge whether they were read before a quantity was set. */
  orderReadings: string[]
  lastId: number
}

export type ApiKey = { id: number; key: string; secret: string; permissions: 'read' | 'write' | 'read_write' }

export type StockEntry = { at: string; productId: number; quantity: number | null; why: string }

export type ProductType = 'simple' | 'variable' | 'variation' | 'grouped' | 'external'

export type Product = {
  id: number
  type: ProductType
  /** 0 for products; variations name theirs. */
  parentId: number
  name: string
  status: 'publish' | 'private' | 'draft'
  sku: string
  gtin: string
  regularPrice: number
  salePrice: number | null
  manageStock: boolean | 'parent'
  stockQuantity: number | null
  backorders: 'no' | 'notify' | 'yes'
  isVirtual: boolean
  option: string | null
  modifiedAt: string
}

export const orderStatuses = [
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'trash',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export type Address = Record<
  | 'first_name'
  | 'last_name'
  | 'company'
  | 'address_1'
  | 'address_2'
  | 'city'
  | 'state'
  | 'postcode'
  | 'country'
  | 'phone',
  string
>

export type OrderLine = {
  id: number
  productId: number
  variationId: number
  name: string
  quantity: number
  subtotal: number
  total: number
  tax: number
  meta: { key: string; value: string }[]
}

export type Refund = {
  id: number
  at: string
  amount: number
  reason: string
  paidByGateway: boolean
  lines: { lineId: number; quantity: number; total: number; tax: number }[]
}

export type OrderNote = { id: number; at: string; note: string; isForCustomer: boolean }

export type Fulfillment = { id: number; status: string; meta: { key: string; value: unknown }[] }

export type Order = {
  id: number
  number: string
  status: OrderStatus
  /** The status to return to from the trash. */
  statusBefore: OrderStatus | null
  createdAt: string
  modifiedAt: string
  paidAt: string | null
  paymentMethod: 'card' | 'bacs' | 'cod'
  email: string
  billing: Address
  shipping: Address
  customerNote: string
  isPickup: boolean
  shippingTotal: number
  lines: OrderLine[]
  refunds: Refund[]
  notes: OrderNote[]
  fulfillments: Fulfillment[]
  hasReducedStock: boolean
}

export type Webhook = {
  id: number
  name: string
  topic: string
  deliveryUrl: string
  secret: string
  status: 'active' | 'paused' | 'disabled'
  failures: number
  createdAt: string
}

/** A queued webhook; its body is read when it is sent. `answered` is null until then, and 0 when nobody answered. */
export type Delivery = { webhookId: number; topic: string; orderId: number; dueAt: string; answered: number | null }

/** Shares of webhooks that get lost, come twice, or come late. */
export type Disturbance = { lost: number; doubled: number; late: number; lateSeconds: number }

export type Violation = { at: string; request: string; why: string }

/** The state of the emulator. Plain data, saved as JSON. */
export type WooState = {
  shops: Shop[]
  /** Seconds between an event and its webhook. */
  queueSeconds: number
  disturbance: Disturbance
  requests: number
  violations: Violation[]
}

/** Made like WooCommerce's. */
export const makeKey = (id: number, permissions: ApiKey['permissions'] = 'read_write'): ApiKey => ({
  id,
  key: `ck_${randomBytes(20).toString('hex')}`,
  secret: `cs_${randomBytes(20).toString('hex')}`,
  permissions,
})

export function createShop(given: Partial<Shop> & Pick<Shop, 'slug' | 'name'>): Shop {
  return {
    currency: 'USD',
    version: '11.0.1',
    taxPercent: 0,
    managesStock: true,
    fulfillmentsOn: false,
    hasPlainPermalinks: false,
    dropsAuthorization: false,
    keys: [makeKey(1)],
    products: [],
    orders: [],
    webhooks: [],
    deliveries: [],
    stockLog: [],
    orderReadings: [],
    lastId: 10,
    ...given,
  }
}

const noDisturbance: Disturbance = { lost: 0, doubled: 0, late: 0, lateSeconds: 0 }

export const createState = (shops: Shop[]): WooState => ({
  shops,
  queueSeconds: 2,
  disturbance: noDisturbance,
  requests: 0,
  violations: [],
})

/** Ids are small numbers, shared by orders, products and refunds. */
export function nextId(shop: Shop): number {
  shop.lastId += 1
  return shop.lastId
}

export type SavedState = { port: number; now: string; world: WooState }

export function loadState(file: string | undefined, makeState: () => WooState): SavedState {
  const saved = readStateFile(file) as SavedState | undefined
  if (!saved) return { port: choosePort(), now: new Date().toISOString(), world: makeState() }
  return { ...saved, world: { ...createState([]), ...saved.world } }
}
