import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'
import type { Listings } from '#server/ports/listings.ts'
import type { Authorization, Marketplace, MarketplaceAccount } from '#server/ports/marketplace.ts'
import { type AccountRecord, deleteSchedules, findAccount, lockShownAccount, updateAccount } from './account-queries.ts'

/** The account with its decrypted tokens, for calls to Amazon. */
export async function getConnectedAccountOrThrow(ctx: CompanyContext, accountId: string): Promise<MarketplaceAccount> {
  const account = await ctx.transaction((tx) => findAccount(tx, accountId))
  if (!account || account.disconnectedAt) throw new AppError('conflict', say('This Amazon account is disconnected.'))
  const decrypted = account.isActive ? decryptAccount(ctx, account) : null
  if (decrypted) return decrypted
  const { name, authorizationError } = account
  throw new AppError(
    'conflict',
    authorizationError
      ? say('Amazon has ended Lockstep’s access to “{name}”. Authorize it again.', { name })
      : say('“{name}” has not been authorized at Amazon yet.', { name }),
  )
}

/**
 * Deactivates an account whose authorization Amazon has refused: no sync is scheduled until a user authorizes it again.
 * With `refusedToken` nothing happens if the account has a newer token.
 */
export async function recordRefusedAuthorization(
  ctx: CompanyContext,
  accountId: string,
  reason: string,
  refusedToken?: string,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const account = await lockShownAccount(tx, accountId)
    if (!account?.isActive) return
    if (refusedToken !== undefined && decryptAccount(ctx, account)?.refreshToken !== refusedToken) return
    const after = { isActive: false, authorizationError: reason }
    await updateAccount(tx, accountId, after)
    await deleteSchedules(tx, accountId)
    await recordAudit(tx, ctx, {
      action: 'amazon.refuse',
      resource: 'amazon-account',
      resourceId: accountId,
      companyId: ctx.companyId,
      before: { isActive: true, authorizationError: null },
      after,
    })
    await ctx.publishChange(tx, 'marketplace')
  })
}

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

/** The account with its decrypted tokens; null when it was never authorized or has been disconnected. */
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

/** Environment variables of our Amazon application. Either all of them are set or none. */
export const applicationVariables = ['AMAZON_LWA_CLIENT_ID', 'AMAZON_LWA_CLIENT_SECRET', 'AMAZON_APP_ID']

export const noApplicationMessage = say(
  'Lockstep is not registered with Amazon on this server yet. Its environment lacks {variables}.',
  { variables: applicationVariables.join(', ') },
)

/** The SP-API port; missing while the server has no Amazon application. */
export function getAmazonOrThrow(ctx: Pick<CompanyContext, 'ports'>): Marketplace {
  if (ctx.ports.marketplace) return ctx.ports.marketplace
  throw new AppError('conflict', noApplicationMessage)
}

/** The SP-API port for listings. */
export function getListingsOrThrow(ctx: Pick<CompanyContext, 'ports'>): Listings {
  if (ctx.ports.listings) return ctx.ports.listings
  throw new AppError('conflict', noApplicationMessage)
}
