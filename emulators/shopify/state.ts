import { createHash, randomBytes } from 'node:crypto'
import { choosePort, readStateFile } from '../state-file.ts'
import type { Order } from './orders/order.ts'

/** The versions whose schema is in `schema/`; `local/shopify-schema.ts` cuts them from Shopify's. */
export const versions = ['2026-07', '2026-10'] as const
export type Version = (typeof versions)[number]

/** A store with all its data. Ids are numbers as in webhooks; the API shows them as `gid://shopify/Order/1`. */
export type Shop = {
  /** The part before `.myshopify.com`. */
  name: string
  title: string
  currency: string
  clientId: string
  clientSecret: string
  /** Granted to the app. */
  scopes: string[]
  isInstalled: boolean
  /** App and store belong to different organizations. */
  isForeign: boolean
  isFrozen: boolean
  /** The app may not read protected customer data: addresses are null. */
  hidesAddresses: boolean
  tokens: { value: string; expiresAt: string }[]
  locations: Location[]
  variants: Variant[]
  orders: Order[]
  subscriptions: Subscription[]
  deliveries: Delivery[]
  /** What each idempotency key was used for. */
  keys: Record<string, { digest: string; hasFailed: boolean }>
  bucket: { available: number; at: string; maximum: number; restoreRate: number }
  stats: Stats
  /** Every change of a quantity that can be sold. */
  levelLog: LevelChange[]
}

export type Location = { id: number; name: string; isFulfillmentService: boolean }

export type Level = { available: number; committed: number }

export type Variant = {
  id: number
  inventoryItemId: number
  productId: number
  productTitle: string
  productStatus: 'ACTIVE' | 'DRAFT' | 'ARCHIVED'
  title: string
  sku: string | null
  barcode: string | null
  priceCents: number
  compareAtCents: number | null
  imageUrl: string | null
  isTracked: boolean
  requiresShipping: boolean
  /** The parent of a bundle: its stock is that of its parts. */
  requiresComponents: boolean
  /** By location id; missing where it is not stocked. */
  levels: Record<string, Level>
}

export type Subscription = { id: number; topic: string; uri: string; createdAt: string; failures: number }

/** A webhook; `webhookId` stays the same for every try. */
export type Delivery = {
  topic: string
  subscriptionId: number
  uri: string
  webhookId: string
  eventId: string
  body: string
  at: string
  dueAt: string
  tries: number
  answered: number | null
}

export type Stats = {
  calls: number
  points: number
  /** Calls for which the bucket was not full enough. */
  throttled: number
  /** Documents and variables that are not valid in the version that was asked. */
  violations: string[]
  /** Calls by operation name. */
  operations: Record<string, number>
}

export type LevelChange = {
  at: string
  sku: string | null
  locationId: number
  available: number
  by: 'shop' | 'app' | 'sale'
}

/** How webhooks get lost; shares between 0 and 1. */
export type Mishaps = { lostShare: number; doubledShare: number; lateShare: number; lateSeconds: number }

/** The state of the emulator. Plain data, saved as JSON. */
export type ShopifyState = {
  shops: Shop[]
  lastId: number
  /** Seconds until an order has work orders, and until a cancellation is done. */
  routingSeconds: number
  cancelSeconds: number
  mishaps: Mishaps
}

/** All that a seller's app for Lockstep is given. */
const usualScopes = [
  'read_orders',
  'write_orders',
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_fulfillments',
]

export type NewShop = Partial<Omit<Shop, 'orders' | 'subscriptions' | 'deliveries'>> & { name: string }

export function createShop(state: ShopifyState, now: Date, given: NewShop): Shop {
  const shop: Shop = {
    title: 'Northfield Goods',
    currency: 'USD',
    clientId: randomBytes(16).toString('hex'),
    clientSecret: `shpss_${randomBytes(16).toString('hex')}`,
    scopes: [...usualScopes],
    isInstalled: true,
    isForeign: false,
    isFrozen: false,
    hidesAddresses: false,
    tokens: [],
    locations: [{ id: nextId(state), name: 'Amazon', isFulfillmentService: false }],
    variants: [],
    orders: [],
    subscriptions: [],
    deliveries: [],
    keys: {},
    bucket: { available: 2_000, at: now.toISOString(), maximum: 2_000, restoreRate: 100 },
    stats: { calls: 0, points: 0, throttled: 0, violations: [], operations: {} },
    levelLog: [],
    ...given,
  }
  state.shops.push(shop)
  return shop
}

export type NewVariant = Partial<Omit<Variant, 'levels' | 'inventoryItemId'>> & { available?: number | null }

/** Stocks a new variant at the first location, unless `available` is null. */
export function addVariant(state: ShopifyState, shop: Shop, { available = 10, ...given }: NewVariant): Variant {
  const [location] = shop.locations
  const variant: Variant = {
    id: nextId(state),
    inventoryItemId: nextId(state),
    productId: nextId(state),
    productTitle: 'Tee',
    productStatus: 'ACTIVE',
    title: 'Default Title',
    sku: null,
    barcode: null,
    priceCents: 1_900,
    compareAtCents: null,
    imageUrl: null,
    isTracked: true,
    requiresShipping: true,
    requiresComponents: false,
    ...given,
    levels: location && available !== null ? { [location.id]: { available, committed: 0 } } : {},
  }
  shop.variants.push(variant)
  return variant
}

function createState(): ShopifyState {
  return {
    shops: [],
    lastId: 0,
    routingSeconds: 2,
    cancelSeconds: 2,
    mishaps: { lostShare: 0, doubledShare: 0, lateShare: 0, lateSeconds: 30 },
  }
}

export const findVariant = (shop: Shop, id: number): Variant | undefined =>
  shop.variants.find((variant) => variant.id === id)

/** `item` is the global id of an inventory item. */
export function findVariantOfItem(shop: Shop, item: string): Variant | undefined {
  const number = numberIn('InventoryItem', item)
  return shop.variants.find((variant) => variant.inventoryItemId === number)
}

/** A long number, like Shopify's. */
export function nextId(state: ShopifyState): number {
  state.lastId += 1
  return 6_200_407_290_000 + state.lastId
}

export const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`

/** The number in a global id; null when it is not of that type. */
export function numberIn(type: string, text: unknown): number | null {
  const found = new RegExp(`^gid://shopify/${type}/(\\d+)$`).exec(String(text))?.[1]
  return found === undefined ? null : Number(found)
}

export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** `now` is saved because the emulator's clock may be ahead of real time. */
export type SavedState = { port: number; now: string; world: ShopifyState }

export function loadState(file: string | undefined): SavedState | null {
  const saved = readStateFile(file) as SavedState | undefined
  return saved ? { ...saved, world: { ...createState(), ...saved.world } } : null
}

export const newState = (): SavedState => ({ port: choosePort(), now: new Date().toISOString(), world: createState() })
