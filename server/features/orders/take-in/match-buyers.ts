import { newId } from '#server/platform/ids.ts'
import type { Buyer } from './buyers.ts'

export type Customer = Buyer & { id: string; isNew: boolean }

type OrderOfBuyer = { orderId: string; buyer: Buyer }
type BuyerMatches = { customerOf: Map<string, Customer>; added: Customer[]; renamed: Customer[] }

/**
 * Whose each order is, given who is known by the hash of an e-mail address or by the order that is theirs alone. What is
 * told of somebody anew replaces what was known.
 */
export function matchBuyers(orders: readonly OrderOfBuyer[], known: ReadonlyMap<string, Customer>): BuyerMatches {
  const byKey = new Map(known)
  const changed = new Set<string>()
  const customerOf = new Map<string, Customer>()
  for (const { orderId, buyer } of orders) {
    const key = buyer.emailHash ?? orderId
    const before = byKey.get(key)
    const after = before ? { ...before, ...givenFields(buyer) } : { ...buyer, id: newId(), isNew: true }
    if (before && isDifferent(before, after)) changed.add(after.id)
    byKey.set(key, after)
    customerOf.set(orderId, after)
  }
  const customers = [...byKey.values()]
  return {
    customerOf,
    added: customers.filter(({ isNew }) => isNew),
    renamed: customers.filter(({ id, isNew }) => !isNew && changed.has(id)),
  }
}

/** What is left out is not unsaid. */
const givenFields = (buyer: Buyer): Partial<Buyer> =>
  Object.fromEntries(Object.entries(buyer).filter(([, value]) => value !== null))

const isDifferent = (before: Customer, after: Customer): boolean =>
  before.firstName !== after.firstName || before.lastName !== after.lastName || before.phone !== after.phone
