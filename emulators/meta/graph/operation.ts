import type { z } from 'zod'
import { badParameter, noSuchObject } from '../refusal.ts'
import type { Order } from '../orders/order.ts'
import type { Shop, MetaState } from '../state.ts'

/** One edge of the Graph API, as the stand-in serves it. */
export type Operation = {
  /** Faults go by it. */
  name: string
  method: 'GET' | 'POST'
  path: `/:version/${string}`
  answer(call: Call): object
}

export type Call = {
  /** The object that the path names. */
  id: string
  query: URLSearchParams
  body: unknown
  state: MetaState
  shop: Shop
  now: Date
}

export function readBody<T>(schema: z.ZodType<T>, { body }: Call): T {
  const read = schema.safeParse(body ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw badParameter(`Param ${issue?.path.join('.') || 'body'}: ${issue?.message}`)
}

export function assertAccount({ id, shop }: Call): void {
  if (id !== shop.accountId) throw noSuchObject(id)
}

export function assertCatalog({ id, shop }: Call): void {
  if (id !== shop.catalogId) throw noSuchObject(id)
}

export function findOrder({ shop }: Pick<Call, 'shop'>, id: string): Order {
  const order = shop.orders.find((one) => one.id === id)
  if (!order) throw noSuchObject(id)
  return order
}

/** The same key again does nothing and hears what was heard the first time. */
export function idempotently({ id, shop }: Call, key: string, act: () => object): object {
  const name = `${id} ${key}`
  return (shop.done[name] ??= act())
}
