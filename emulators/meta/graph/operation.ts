import type { z } from 'zod'
import { badParameter, noSuchObject } from '../refusal.ts'
import type { Order } from '../orders/order.ts'
import type { Shop, MetaState } from '../state.ts'

/** One operation of the Graph API. */
export type Operation = {
  /** Name used by faults. */
  name: string
  method: 'GET' | 'POST'
  path: `/:version/${string}`
  answer(call: Call): object
}

export type Call = {
  /** Id of the object in the path. */
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

/** Idempotency: the same key returns the first answer and does nothing. */
export function idempotently({ id, shop }: Call, key: string, act: () => object): object {
  const name = `${id} ${key}`
  return (shop.done[name] ??= act())
}
