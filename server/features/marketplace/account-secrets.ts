import type { CompanyContext } from '#server/platform/context.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'
import type { Authorization, Marketplace, MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AccountRecord } from './queries/accounts.ts'

type EncryptionContext = Pick<CompanyContext, 'vault' | 'companyId'>
type SecretColumn = 'client_secret' | 'refresh_token' | 'access_token'

const secretContext = ({ companyId }: EncryptionContext, column: SecretColumn, id: string) =>
  encryptionContext(`amazon_integrations.${column}`, { companyId, id })

export function encryptApplication(
  ctx: EncryptionContext,
  accountId: string,
  { clientId, clientSecret }: Marketplace['application'],
) {
  return { clientId, clientSecret: ctx.vault.encrypt(clientSecret, secretContext(ctx, 'client_secret', accountId)) }
}

export function encryptTokens(ctx: EncryptionContext, accountId: string, tokens: Authorization) {
  return {
    refreshToken: ctx.vault.encrypt(tokens.refreshToken, secretContext(ctx, 'refresh_token', accountId)),
    accessToken: ctx.vault.encrypt(tokens.accessToken, secretContext(ctx, 'access_token', accountId)),
    accessTokenExpiresAt: tokens.expiresAt,
  }
}

export const noTokens = { refreshToken: null, accessToken: null, accessTokenExpiresAt: null }

/** What opens an account that Amazon has authorised; null when there is nothing to open it with. */
export function decryptAccount(ctx: EncryptionContext, account: AccountRecord): MarketplaceAccount | null {
  const { id, sellerId, region, marketplaceIds, refreshToken, accessToken, accessTokenExpiresAt: expiresAt } = account
  if (sellerId === null || refreshToken === null) return null
  const decrypt = (column: SecretColumn, encrypted: string) =>
    ctx.vault.decrypt(encrypted, secretContext(ctx, column, id))
  return {
    id,
    sellerId,
    region,
    marketplaceIds,
    refreshToken: decrypt('refresh_token', refreshToken),
    ...(accessToken && expiresAt ? { accessToken: { value: decrypt('access_token', accessToken), expiresAt } } : {}),
  }
}
