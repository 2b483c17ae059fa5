import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'

/** Whoever an order is for, as the channel told it. */
export type Buyer = {
  email: string | null
  emailHash: string | null
  firstName: string | null
  lastName: string | null
  phone: string | null
}

type Keeper = Pick<CompanyContext, 'vault' | 'companyId'>

/** By which a customer is found again. */
export const emailHashOf = ({ vault, companyId }: Keeper, email: string): string =>
  vault.fingerprint(email.trim().toLowerCase(), `customers.email:${companyId}`)

export function buyerOf(keeper: Keeper, { customer }: OrderData): Buyer {
  const email = customer?.email?.trim().toLowerCase() || null
  return {
    email,
    emailHash: email && emailHashOf(keeper, email),
    firstName: customer?.firstName ?? null,
    lastName: customer?.lastName ?? null,
    phone: customer?.phone ?? null,
  }
}

/** By which a customer's next order finds the same address again. */
export function addressHashOf({ vault, companyId }: Keeper, address: OrderData['shippingAddress']): string {
  const { recipientName, line1, line2, city, state, postalCode, country } = address
  const whole = [recipientName ?? null, line1, line2 ?? null, city, state ?? null, postalCode, country]
  return vault.fingerprint(JSON.stringify(whole), `customer_addresses:${companyId}`)
}

/** The name that the list of orders shows. */
export function nameOf({ customer, shippingAddress }: OrderData): string | null {
  return [customer?.firstName, customer?.lastName].filter(Boolean).join(' ') || shippingAddress.recipientName || null
}
