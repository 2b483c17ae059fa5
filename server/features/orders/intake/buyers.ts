import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

/** The customer of an order as sent by the channel. */
export type Buyer = {
  email: string | null
  emailHash: string | null
  firstName: string | null
  lastName: string | null
  phone: string | null
}

/** The digits that a phone number has at least, and those by which it is found: country codes and leading zeros differ in writing. */
const phoneDigits = { atLeast: 7, compared: 10 }

type VaultScope = Pick<CompanyContext, 'vault' | 'companyId'>

/** Keyed hash by which a customer is found; the address itself is stored encrypted. */
export const hashEmail = ({ vault, companyId }: VaultScope, email: string): string =>
  vault.fingerprint(email.trim().toLowerCase(), `customers.email:${companyId}`)

/** Keyed hash by which the orders of a phone number are found; null for a text that is no number. */
export function hashPhone({ vault, companyId }: VaultScope, phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  if (digits.length < phoneDigits.atLeast) return null
  return vault.fingerprint(digits.slice(-phoneDigits.compared), `customers.phone:${companyId}`)
}

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

/** Keyed hash by which the same address is found again. */
export function hashAddress({ vault, companyId }: VaultScope, address: OrderData['shippingAddress']): string {
  const { recipientName, line1, line2, city, state, postalCode, country } = address
  const fields = [recipientName ?? null, line1, line2 ?? null, city, state ?? null, postalCode ?? null, country]
  return vault.fingerprint(JSON.stringify(fields), `customer_addresses:${companyId}`)
}

/** The name shown in the list of orders. */
export function customerNameOf({ customer, shippingAddress }: OrderData): string | null {
  return [customer?.firstName, customer?.lastName].filter(Boolean).join(' ') || shippingAddress.recipientName || null
}

export type Customer = Buyer & { id: string; isNew: boolean }

type OrderOfBuyer = { orderId: string; buyer: Buyer }

type BuyerMatches = { customerOf: Map<string, Customer>; added: Customer[]; renamed: Customer[] }

/**
 * Assigns each order to a customer. `known` is keyed by e-mail hash, or by order id for customers without e-mail. New
 * values replace known ones.
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

/** Missing values do not erase known ones. */
const givenFields = (buyer: Buyer): Partial<Buyer> =>
  Object.fromEntries(Object.entries(buyer).filter(([, value]) => value !== null))

const isDifferent = (before: Customer, after: Customer): boolean =>
  before.firstName !== after.firstName || before.lastName !== after.lastName || before.phone !== after.phone
