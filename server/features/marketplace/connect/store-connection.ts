import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Authorization, Participation } from '#server/ports/marketplace.ts'
import { encryptApplication, encryptTokens } from '../account-secrets.ts'
import { getAmazonOrThrow } from '../application.ts'
import { lockSeller, updateAccount, type AccountRecord } from '../queries/accounts.ts'
import { endConnectionAttempt, lockConnectionAttempt } from '../queries/attempts.ts'
import { requestSync } from '../sync/request-sync.ts'
import { toAuditedAccount } from './audited-account.ts'
import { ConnectionProblem } from './connection-problem.ts'
import { marketplacesToSync } from './marketplaces-to-sync.ts'

type GrantedConnection = {
  attempt: AccountRecord
  sellerId: string
  tokens: Authorization
  participations: Participation[]
}

/** Keeps what Amazon granted, with the account's first sync. */
export async function storeConnection(tx: Tx, ctx: CompanyContext, granted: GrantedConnection): Promise<void> {
  const { attempt, sellerId, tokens } = granted
  const account = await lockAccountFor(tx, granted)
  const isNew = account.sellerId === null
  const changes = {
    // Who authorises an account again named it before; who connects one has just done so.
    name: attempt.sellerId === null ? attempt.name : account.name,
    sellerId,
    marketplaceIds: chooseMarketplaces(account, granted),
    authorizedAt: ctx.clock.now(),
    isActive: true,
    authorizationError: null,
    disconnectedAt: null,
  }
  await updateAccount(tx, account.id, {
    ...changes,
    ...encryptApplication(ctx, account.id, getAmazonOrThrow(ctx).application),
    ...encryptTokens(ctx, account.id, tokens),
    userId: ctx.actor.type === 'user' ? ctx.actor.userId : null,
  })
  await endConnectionAttempt(tx, attempt.id)
  await recordAudit(tx, ctx, {
    action: 'amazon.connect',
    resource: 'amazon-account',
    resourceId: account.id,
    companyId: ctx.companyId,
    before: isNew ? {} : toAuditedAccount(account),
    after: toAuditedAccount({ ...account, ...changes }),
  })
  await requestSync(tx, ctx, { accountId: account.id, kind: 'inventory', mode: 'full', requestedBy: ctx.actor.name })
  await ctx.publishChange(tx, 'marketplace')
}

/** The account that was to be authorised again; or what the company has of this seller already; or the attempt itself. */
async function lockAccountFor(tx: Tx, { attempt, sellerId }: GrantedConnection): Promise<AccountRecord> {
  const known = await lockSeller(tx, { companyId: attempt.companyId, sellerId, region: attempt.region })
  if (attempt.sellerId !== null) {
    if (known?.id === attempt.id && known.disconnectedAt === null) return known
    throw new ConnectionProblem('state', 'The account was disconnected meanwhile')
  }
  const own = await lockConnectionAttempt(tx, attempt.id)
  if (!own) throw new ConnectionProblem('expired', 'The attempt was cleared away meanwhile')
  return known ?? own
}

/** The operator's choice counts; what a disconnected account once had, or the country of the consent page, is no choice. */
function chooseMarketplaces(account: AccountRecord, { attempt, participations }: GrantedConnection): string[] {
  const hasChoice = account.sellerId !== null && account.disconnectedAt === null
  const found = marketplacesToSync(
    {
      region: account.region,
      chosen: hasChoice ? account.marketplaceIds : [],
      first: attempt.sellerId === null ? attempt.marketplaceIds : [],
    },
    participations,
  )
  if (found.length === 0) {
    throw new ConnectionProblem('refused', 'The seller takes part in none of the region’s marketplaces')
  }
  return found
}
