import type { AmazonAccount, AmazonStatus, SetupInfo } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listShownAccounts } from '../account-queries.ts'
import { applicationVariables } from '../amazon-access.ts'

/** Reads our own database only: browsers poll every 30 seconds, while Amazon allows one call per minute. */
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

/** What is missing for a working connection, and who can provide it. */
export async function readSetupInfo(ctx: CompanyContext): Promise<SetupInfo> {
  if (!ctx.ports.marketplace) return unregistered
  const accounts = await ctx.read(listShownAccounts)
  const closed = accounts.filter(({ isActive }) => !isActive)
  if (accounts.length === 0) return unconnected
  if (closed.length === 0) return complete
  return unauthorized(closed, accounts.length === 1)
}

const unregistered: SetupInfo = {
  missingCredentials: applicationVariables,
  setupInstructions:
    'Register Lockstep as an application in Amazon’s Seller Central (Apps and Services, Develop Apps), set its client ID, client secret and application ID in this server’s environment, and restart it.',
  helpText:
    'The person who runs this server does this once. Give them the names above. Until then, no Amazon account can be connected.',
}

const unconnected: SetupInfo = {
  missingCredentials: ['Seller ID', 'Amazon authorization'],
  setupInstructions:
    'Open Marketplace Connect, choose New Connection and your region, and sign in to Seller Central as the account’s main user. Amazon then asks you to authorize Lockstep.',
  helpText:
    'You don’t need any keys: Amazon tells Lockstep your Seller ID when you authorize it. Amazon shows the Seller ID as Merchant Token in Seller Central under Settings, Account Info.',
}

const complete: SetupInfo = {
  missingCredentials: [],
  setupInstructions: 'Nothing to do: Lockstep has access to every account.',
  helpText: 'Amazon asks sellers to renew the authorization once a year. Lockstep reminds you here.',
}

function unauthorized(closed: AmazonAccount[], isOnlyOne: boolean): SetupInfo {
  const names = closed.map(({ name }) => `“${name}”`).join(', ')
  const isRefused = closed.some(({ authorizationError }) => authorizationError !== null)
  return {
    missingCredentials: isOnlyOne
      ? ['Amazon authorization']
      : closed.map(({ name }) => `Amazon authorization for “${name}”`),
    setupInstructions: `Open Marketplace Connect and authorize ${names}: the account’s main user confirms in Seller Central.`,
    helpText: isRefused
      ? 'Access ends when the seller revokes it, or a year after the last authorization. Products and stock keep their last values.'
      : 'Store details are saved. Nothing syncs until the account is authorized at Amazon.',
  }
}
