import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

/** Whoever an order is for, as the channel told it. */
export type Buyer = {
  email: string | null
  emailHash: string | null
  firstName: string | null
  lastName: string | null
  phone: string | null
}

type VaultScope = Pick<CompanyContext, 'vault' | 'companyId'>

/** By which a customer is found again. */
export const hashEmail = ({ vault, companyId }: VaultScope, email: string): string =>
  vault.fingerprint(email.trim().toLowerCase(), `customers.email:${companyId}`)

export function toBuyer(scope: VaultScope, { customer }: OrderData): Buyer {
  const email = customer?.email?.trim().toLowerCase() || null
  return {
    email,
    emailHash: email && hashEmail(scope, email),
    firstName: customer?.firstName ?? null,
    lastName: customer?.lastName ?? null,
    phone: customer?.phone ?? null,
  }
}

/** By which a customer's next order finds the same address again. */
export function hashAddress({ vault, companyId }: VaultScope, address: OrderData['shippingAddress']): string {
  const { recipientName, line1, line2, city, state, postalCode, country } = address
  const fields = [recipientName ?? null, line1, line2 ?? null, city, state ?? null, postalCode, country]
  return vault.fingerprint(JSON.stringify(fields), `customer_addresses:${companyId}`)
}

/** The name that the list of orders shows. */
export function customerNameOf({ customer, shippingAddress }: OrderData): string | null {
  return [customer?.firstName, customer?.lastName].filter(Boolean).join(' ') || shippingAddress.recipientName || null
}

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
