import type { CompanyContext } from '#server/platform/context.ts'
import { contextOf } from '#server/platform/sealed-columns.ts'
import type { Authorization, Marketplace, MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AccountRecord } from './queries/accounts.ts'

type Sealer = Pick<CompanyContext, 'vault' | 'companyId'>
type SecretColumn = 'client_secret' | 'refresh_token' | 'access_token'

const secretContext = ({ companyId }: Sealer, column: SecretColumn, id: string) =>
  contextOf(`amazon_integrations.${column}`, { companyId, id })

export function sealApplication(
  ctx: Sealer,
  accountId: string,
  { clientId, clientSecret }: Marketplace['application'],
) {
  return { clientId, clientSecret: ctx.vault.seal(clientSecret, secretContext(ctx, 'client_secret', accountId)) }
}

export function sealTokens(ctx: Sealer, accountId: string, tokens: Authorization) {
  return {
    refreshToken: ctx.vault.seal(tokens.refreshToken, secretContext(ctx, 'refresh_token', accountId)),
    accessToken: ctx.vault.seal(tokens.accessToken, secretContext(ctx, 'access_token', accountId)),
    accessTokenExpiresAt: tokens.expiresAt,
  }
}

export const noTokens = { refreshToken: null, accessToken: null, accessTokenExpiresAt: null }

/** What opens an account that Amazon has authorised; null when there is nothing to open it with. */
export function unsealAccount(ctx: Sealer, account: AccountRecord): MarketplaceAccount | null {
  const { id, sellerId, region, marketplaceIds, refreshToken, accessToken, accessTokenExpiresAt: expiresAt } = account
  if (sellerId === null || refreshToken === null) return null
  const open = (column: SecretColumn, sealed: string) => ctx.vault.open(sealed, secretContext(ctx, column, id))
  return {
    id,
    sellerId,
    region,
    marketplaceIds,
    refreshToken: open('refresh_token', refreshToken),
    ...(accessToken && expiresAt ? { accessToken: { value: open('access_token', accessToken), expiresAt } } : {}),
  }
}
