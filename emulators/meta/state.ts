import { choosePort, readStateFile } from '../state-file.ts'
import type { Order } from './orders/order.ts'

/** A shop on Facebook and Instagram with all its data. */
export type Shop = {
  accountId: string
  name: string
  catalogId: string
  /** Valid access tokens; empty after they were revoked. */
  tokens: string[]
  orders: Order[]
  items: CatalogItem[]
  batches: Batch[]
  /** Answers by idempotency key. */
  done: Record<string, object>
}

/** A catalogue item; `data` contains the fields as they were sent. */
export type CatalogItem = { id: string; data: Record<string, unknown> }

export type ItemRequest = { method: 'CREATE' | 'UPDATE' | 'DELETE'; data: { id: string } & Record<string, unknown> }
export type ItemError = { line: number; id: string; message: string }

/** A batch of item changes, accepted at once and processed later. */
export type Batch = {
  handle: string
  requests: ItemRequest[]
  allowUpsert: boolean
  doneAt: string
  /** Null until it is processed. */
  errors: ItemError[] | null
}

export type Subscription = { url: string; verifyToken: string }

/** A webhook; repeated with growing delays until it is accepted. */
export type Delivery = { body: string; dueAt: string; tries: number; answered: number | null }

/** The state of the emulator. Plain data, saved as JSON. */
export type MetaState = {
  shops: Shop[]
  subscription: Subscription | null
  /** Undelivered webhooks, and the last one. */
  deliveries: Delivery[]
  /** Seconds for the check of an order and for processing a batch. */
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

/** A long numeric id, like Meta's. */
export function nextId(state: MetaState): string {
  state.lastId += 1
  return `${368_508_827_000_000 + state.lastId}`
}

/**
 * The state file. `now` is saved because the emulator's clock may be ahead of real time. The key `world` is part of the
 * file format.
 */
export type SavedState = { port: number; now: string; world: MetaState }

export function loadState(file: string | undefined, makeState: () => MetaState): SavedState {
  const saved = readStateFile(file) as SavedState | undefined
  if (!saved) return { port: choosePort(), now: new Date().toISOString(), world: makeState() }
  // Adds fields that a file of an earlier version lacks.
  return { ...saved, world: { ...createState([]), ...saved.world } }
}
