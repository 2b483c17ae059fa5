import { choosePort, readStateFile } from '../state-file.ts'
import type { Order } from './orders/order.ts'

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

/** Everything the stand-in knows. Plain data, so that it can be saved as JSON. */
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
export function nextId(state: MetaState): string {
  state.lastId += 1
  return `${368_508_827_000_000 + state.lastId}`
}

/** What outlives a restart. The world's times are those of a clock that may have been ahead of the wall's. */
export type SavedState = { port: number; now: string; world: MetaState }

export function loadState(file: string | undefined, makeState: () => MetaState): SavedState {
  const saved = readStateFile(file) as SavedState | undefined
  if (!saved) return { port: choosePort(), now: new Date().toISOString(), world: makeState() }
  // A file of an earlier version lacks what has come since.
  return { ...saved, world: { ...createState([]), ...saved.world } }
}

/** What a shop offers; `data` is as it was sent, field by field. */
export type CatalogItem = { id: string; data: Record<string, unknown> }

export type ItemRequest = { method: 'CREATE' | 'UPDATE' | 'DELETE'; data: { id: string } & Record<string, unknown> }

export type ItemError = { line: number; id: string; message: string }

/** Changes of many items: taken at once, done a little later. */
export type Batch = {
  handle: string
  requests: ItemRequest[]
  allowUpsert: boolean
  doneAt: string
  /** Null until it is done. */
  errors: ItemError[] | null
}

export type Subscription = { url: string; verifyToken: string }

/** A webhook on its way; what nobody takes is brought again, later each time. */
export type Delivery = { body: string; dueAt: string; tries: number; answered: number | null }
