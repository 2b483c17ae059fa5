import type { CompanyContext } from '#server/platform/context.ts'
import { maskEmail, maskPhone, veil } from '#server/platform/masking.ts'
import { contextOf } from '#server/platform/sealed-columns.ts'

type Keeper = Pick<CompanyContext, 'vault' | 'companyId'>
type PersonalColumn = `customers.${'email' | 'phone'}` | `customer_addresses.${'line1' | 'line2'}`

export const sealPersonal = (keeper: Keeper, column: PersonalColumn, id: string, plain: string | null): string | null =>
  plain === null ? null : keeper.vault.seal(plain, contextOf(column, { companyId: keeper.companyId, id }))

export const openPersonal = (
  keeper: Keeper,
  column: PersonalColumn,
  id: string,
  sealed: string | null,
): string | null =>
  sealed === null ? null : keeper.vault.open(sealed, contextOf(column, { companyId: keeper.companyId, id }))

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

/** Whether who asks may read orders, but need not know whose they are. */
export const seesMasked = ({ actor }: Pick<CompanyContext, 'actor'>): boolean =>
  actor.type === 'user' && actor.role === 'readonly'

/** For people who may read and need not know. */
export function maskPersonal(column: PersonalColumn, text: string | null): string | null {
  if (text === null) return null
  switch (column) {
    case 'customers.email':
      return maskEmail(text)
    case 'customers.phone':
      return maskPhone(text)
    case 'customer_addresses.line1':
    case 'customer_addresses.line2':
      return veil
  }
}
