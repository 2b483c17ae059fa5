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
