import type { Batch, CatalogItem } from './catalog/catalog.ts'
import type { Order } from './orders/order.ts'
import type { Delivery, Subscription } from './webhooks/delivery.ts'

/** A business that sells on Facebook and Instagram, with all that is its own. */
export type Shop = {
  accountId: string
  name: string
  catalogId: string
  /** Those that let somebody in; empty once the owner has taken them back. */
  tokens: string[]
  orders: Order[]
  items: CatalogItem[]
  batches: Batch[]
  /** What was done under which key, so that a repetition does nothing and hears the same. */
  done: Record<string, object>
}

/** Everything the stand-in knows. Plain data, so that it can be kept as JSON. */
export type MetaState = {
  shops: Shop[]
  subscription: Subscription | null
  /** Webhooks that nobody has taken yet, and the last one. */
  deliveries: Delivery[]
  /** Seconds that Meta looks an order over before the shop may have it, and that it works on a batch. */
  checkSeconds: number
  batchSeconds: number
  lastId: number
}

export function createShop(given: Pick<Shop, 'accountId' | 'name' | 'catalogId' | 'tokens'>): Shop {
  return { ...given, orders: [], items: [], batches: [], done: {} }
}

export function createState(shops: Shop[]): MetaState {
  return { shops, subscription: null, deliveries: [], checkSeconds: 10, batchSeconds: 1, lastId: 0 }
}

/** Numeric and long, as Meta's are. */
export function nextId(world: MetaState): string {
  world.lastId += 1
  return `${368_508_827_000_000 + world.lastId}`
}
