import type { CompanyContext } from '#server/platform/context.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'

type EncryptionContext = Pick<CompanyContext, 'vault' | 'companyId'>
type Column = 'recipient' | 'subject' | 'message'

export const encryptText = (
  { vault, companyId }: EncryptionContext,
  id: string,
  column: Column,
  plain: string,
): string => vault.encrypt(plain, encryptionContext(`notifications.${column}`, { companyId, id }))

/** Nothing is left of what has been erased. */
export const decryptText = (
  { vault, companyId }: EncryptionContext,
  id: string,
  column: Column,
  encrypted: string | null,
) => (encrypted ? vault.decrypt(encrypted, encryptionContext(`notifications.${column}`, { companyId, id })) : null)
