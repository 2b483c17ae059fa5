import type { AmazonStatus } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listShownAccounts } from '../queries/accounts.ts'

/** From our own database only: browsers ask every half minute, Amazon answers once a minute. */
export async function readStatus(ctx: CompanyContext): Promise<AmazonStatus> {
  const accounts = await ctx.read(listShownAccounts)
  const first = accounts[0]
  return {
    isConnected: first?.isActive ?? false,
    hasCredentials: first !== undefined,
    marketplaceId: first?.marketplaceIds[0] ?? null,
    sellerId: first?.sellerId ?? null,
    region: first?.region ?? null,
    lastSyncedAt: first?.lastSyncedAt ?? null,
    name: first?.name ?? null,
    accounts: accounts.length,
    refusedAccounts: accounts.filter(({ authorizationError }) => authorizationError !== null).length,
    sendsChanges: accounts.every(({ isActive, sendsChanges }) => !isActive || sendsChanges),
  }
}
