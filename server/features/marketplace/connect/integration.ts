import type { AmazonAccount, AmazonIntegration, SaveIntegration } from '#contract/marketplace.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { newId } from '#server/platform/ids.ts'
import {
  type AccountRecord,
  getShownAccountOrThrow,
  insertAccount,
  listShownAccounts,
  lockSeller,
  updateAccount,
} from '../account-queries.ts'
import { encryptApplication, getAmazonOrThrow } from '../amazon-access.ts'
import { requestSync } from '../sync/request-sync.ts'
import { toAuditedAccount } from './accounts.ts'

/** Upsert: a company has one account per seller and region. */
export async function saveIntegration(ctx: CompanyContext, input: SaveIntegration): Promise<AmazonIntegration> {
  const { application } = getAmazonOrThrow(ctx)
  const { name, region } = input
  const sellerId = input.sellerId.toUpperCase()
  const changes = { name, marketplaceIds: [...new Set(input.marketplaces)] }
  return ctx.transaction(async (tx) => {
    const known = await lockSeller(tx, { companyId: ctx.companyId, sellerId, region })
    const id = known?.id ?? newId()
    if (known) await updateAccount(tx, id, { ...changes, ...reconnectedFields(known) })
    else {
      const row = { companyId: ctx.companyId, id, sellerId, region, ...encryptApplication(ctx, id, application) }
      await insertAccount(tx, { ...row, ...changes })
    }
    await recordAudit(tx, ctx, {
      action: known ? 'amazon.update' : 'amazon.create',
      resource: 'amazon-account',
      resourceId: id,
      companyId: ctx.companyId,
      before: known ? toAuditedAccount(known) : {},
      after: { ...changes, sellerId, region, isActive: known?.isActive ?? false },
    })
    if (known) await syncNewMarketplaces(tx, ctx, known, changes.marketplaceIds)
    await ctx.publishChange(tx, 'marketplace')
    return toIntegration(await getShownAccountOrThrow(tx, id))
  })
}

/** A disconnected account that is saved again has to be authorized again. */
const reconnectedFields = (known: AccountRecord) =>
  known.disconnectedAt === null ? {} : { disconnectedAt: null, authorizedAt: null, authorizationError: null }

async function syncNewMarketplaces(tx: Tx, ctx: CompanyContext, account: AccountRecord, marketplaceIds: string[]) {
  const hasNew = marketplaceIds.some((id) => !account.marketplaceIds.includes(id))
  if (!account.isActive || !hasNew) return
  await requestSync(tx, ctx, { accountId: account.id, kind: 'inventory', mode: 'full', requestedBy: ctx.actor.name })
}

export async function readIntegration(ctx: CompanyContext): Promise<AmazonIntegration | null> {
  const [first] = await ctx.read(listShownAccounts)
  if (!first) return null
  return { ...toIntegration(first), authorizationError: translateStored(ctx, first.authorizationError) }
}

const toIntegration = ({ marketplaceIds, ...account }: AmazonAccount): AmazonIntegration => ({
  ...account,
  marketplaces: marketplaceIds,
})
