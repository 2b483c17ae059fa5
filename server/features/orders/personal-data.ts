import type { CompanyContext } from '#server/platform/context.ts'

type Keeper = Pick<CompanyContext, 'vault' | 'companyId'>
export type SealedColumn = `customers.${'email' | 'phone'}` | `customer_addresses.${'line1' | 'line2'}`

/** What a sealed text of a customer is bound to, so that it opens nowhere else. */
const contextOf = (column: SealedColumn, { companyId }: Keeper, id: string) => `${column}:${companyId}:${id}`

export const sealPersonal = (keeper: Keeper, column: SealedColumn, id: string, plain: string | null): string | null =>
  plain === null ? null : keeper.vault.seal(plain, contextOf(column, keeper, id))

export const openPersonal = (keeper: Keeper, column: SealedColumn, id: string, sealed: string | null): string | null =>
  sealed === null ? null : keeper.vault.open(sealed, contextOf(column, keeper, id))

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
