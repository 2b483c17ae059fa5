import type { CompanyContext } from '#server/platform/context.ts'

type Keeper = Pick<CompanyContext, 'vault' | 'companyId'>
export type SealedColumn = `customers.${'email' | 'phone'}` | `customer_addresses.${'line1' | 'line2'}`

/** What a sealed text of a customer is bound to, so that it opens nowhere else. */
const contextOf = (column: SealedColumn, { companyId }: Keeper, id: string) => `${column}:${companyId}:${id}`

export const sealPersonal = (keeper: Keeper, column: SealedColumn, id: string, plain: string | null): string | null =>
  plain === null ? null : keeper.vault.seal(plain, contextOf(column, keeper, id))

export const openPersonal = (keeper: Keeper, column: SealedColumn, id: string, sealed: string | null): string | null =>
  sealed === null ? null : keeper.vault.open(sealed, contextOf(column, keeper, id))

type SealedContact = { id: string; email: string | null; phone: string | null; firstName: string | null }

/** Whom a message about an order goes to; nobody, where the order is nobody's. */
export const openContact = (keeper: Keeper, customer: SealedContact | null) => ({
  id: customer?.id ?? null,
  email: customer && openPersonal(keeper, 'customers.email', customer.id, customer.email),
  phone: customer && openPersonal(keeper, 'customers.phone', customer.id, customer.phone),
  firstName: customer?.firstName ?? null,
})

type SealedStreet = { id: string; line1: string | null; line2: string | null }

export const openAddress = <Address extends SealedStreet>(keeper: Keeper, address: Address): Address => ({
  ...address,
  line1: openPersonal(keeper, 'customer_addresses.line1', address.id, address.line1),
  line2: openPersonal(keeper, 'customer_addresses.line2', address.id, address.line2),
})

const veil = '•••'

/** For people who may read and need not know. */
export function maskPersonal(column: SealedColumn, text: string | null): string | null {
  if (text === null) return null
  switch (column) {
    case 'customers.email':
      return `${text.slice(0, 1)}${veil}${text.slice(text.lastIndexOf('@'))}`
    case 'customers.phone':
      return `${veil}${text.slice(-2)}`
    case 'customer_addresses.line1':
    case 'customer_addresses.line2':
      return veil
  }
}
