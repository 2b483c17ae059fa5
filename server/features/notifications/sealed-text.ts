import type { CompanyContext } from '#server/platform/context.ts'
import { contextOf } from '#server/platform/sealed-columns.ts'

type Keeper = Pick<CompanyContext, 'vault' | 'companyId'>
type Column = 'recipient' | 'subject' | 'message'

export const sealText = ({ vault, companyId }: Keeper, id: string, column: Column, plain: string): string =>
  vault.seal(plain, contextOf(`notifications.${column}`, { companyId, id }))

/** Nothing is left of what has been erased. */
export const openText = ({ vault, companyId }: Keeper, id: string, column: Column, sealed: string | null) =>
  sealed ? vault.open(sealed, contextOf(`notifications.${column}`, { companyId, id })) : null
