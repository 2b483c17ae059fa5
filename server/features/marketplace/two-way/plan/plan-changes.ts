import { isDeepStrictEqual } from 'node:util'
import { sql, type SQL } from 'drizzle-orm'
import { currencyAt } from '#contract/amazon-marketplaces.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listActiveAccounts } from '../../account-queries.ts'
import { nextSendAction } from '../merge/merge-field.ts'
import { type FieldChange, insertChanges, saveMergeStates } from '../queries.ts'
import { findLastSkuOfBatch, type ListedSku, readListedSkus, readUnlistedSkus } from '../sku-queries.ts'
import { commitStep, type TwoWayProgress, type TwoWaySync } from '../two-way-run.ts'
import { planSku, type SkuPlan } from './plan-sku.ts'

const skusPerBatch = 500

/** Compares all SKUs with the account's listings, 500 at a time, and stores the changes to make. */
export async function planChanges(twoWay: TwoWaySync, before: TwoWayProgress): Promise<TwoWayProgress> {
  let progress = before
  for (;;) {
    const batch = await findNextRange(twoWay, progress)
    if (!batch) return progress
    progress = await commitStep(twoWay, (tx) => planBatch(tx, twoWay, progress, batch))
  }
}

type SkuRange = { after: string | null; until: string }

async function findNextRange({ ctx }: TwoWaySync, { checkpoint }: TwoWayProgress): Promise<SkuRange | null> {
  const { plannedUntil: after } = checkpoint
  const until = await ctx.transaction((tx) => findLastSkuOfBatch(tx, ctx.companyId, after, skusPerBatch))
  return until === null ? null : { after, until }
}

async function planBatch(
  tx: Tx,
  twoWay: TwoWaySync,
  progress: TwoWayProgress,
  { after, until }: SkuRange,
): Promise<TwoWayProgress> {
  const { ctx, run } = twoWay
  const which = sql`s.id <= ${until} ${after === null ? sql`` : sql`and s.id > ${after}`}`
  const account = { companyId: ctx.companyId, accountId: run.accountId }
  const options = { now: ctx.clock.now(), importsOnly: twoWay.importsOnly }
  const listedSkus = await readListedSkus(tx, account, which)
  const plans = listedSkus.map((listed) => ({ listed, ...planSku(listed, options) }))
  const changes = [...plans.flatMap((plan) => plan.changes), ...(await planNewListings(tx, twoWay, which))]
  await insertChanges(tx, ctx.companyId, run.id, changes)
  if (run.mode !== 'dry_run') await saveMergeStates(tx, account, plans.filter(hasChanged).map(toMergeState))
  return {
    ...progress,
    differences: progress.differences + changes.length,
    checkpoint: { ...progress.checkpoint, plannedUntil: until },
  }
}

type PlannedSku = SkuPlan & { listed: ListedSku }

const hasChanged = ({ listed, agreed, sent }: PlannedSku) =>
  !isDeepStrictEqual([agreed, sent], [listed.agreed, listed.sent])

const toMergeState = ({ listed, agreed, sent }: PlannedSku) => {
  const { skuId, marketplaceId } = listed
  return { skuId, marketplaceId, agreed, sent }
}

/**
 * SKUs that are listed nowhere at Amazon are listed in the first marketplace of the first account, if it uses the
 * company's currency. A refused listing is tried again after the SKU has changed.
 */
async function planNewListings(
  tx: Tx,
  { ctx, run, account, importsOnly }: TwoWaySync,
  which: SQL,
): Promise<FieldChange[]> {
  const [marketplaceId] = account.marketplaceIds
  if (marketplaceId === undefined || importsOnly) return []
  const place = { companyId: ctx.companyId, accountId: run.accountId, marketplaceId }
  const [first] = await listActiveAccounts(tx, ctx.companyId)
  if (first?.id !== run.accountId) return []
  const now = ctx.clock.now()
  const currency = currencyAt(marketplaceId)
  const unlisted = await readUnlistedSkus(tx, place, which)
  return unlisted
    .filter(({ values, text, sent }) => {
      return values.currency === currency && nextSendAction(text, sent.listing ?? [], now) === 'send'
    })
    .map(({ skuId, text: ours }) => ({
      skuId,
      marketplaceId,
      field: 'listing',
      direction: 'to_amazon',
      ours,
      amazon: null,
      isConflict: false,
    }))
}
