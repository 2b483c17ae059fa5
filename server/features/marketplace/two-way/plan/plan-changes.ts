import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { insertChanges } from '../queries/changes.ts'
import { saveMergeStates } from '../queries/listings.ts'
import { findLastSkuOfBatch } from '../queries/plannable.ts'
import { readListedSkus, type ListedSku } from '../queries/sides.ts'
import { commitStep, type TwoWaySync, type TwoWayProgress } from '../two-way.ts'
import { planNewListings } from './plan-new-listings.ts'
import { planSku, type SkuPlan } from './plan-side.ts'

const skusPerBatch = 500

/** Holds all SKUs of the account against their listings, some hundreds at a time, and writes down what is to be done. */
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
  const sides = await readListedSkus(tx, account, which)
  const plans = sides.map((side) => ({ side, ...planSku(side, options) }))
  const changes = [...plans.flatMap((plan) => plan.changes), ...(await planNewListings(tx, twoWay, which))]
  await insertChanges(tx, ctx.companyId, run.id, changes)
  if (run.mode !== 'dry_run') await saveMergeStates(tx, account, plans.filter(hasChanged).map(toMergeState))
  return {
    ...progress,
    differences: progress.differences + changes.length,
    checkpoint: { ...progress.checkpoint, plannedUntil: until },
  }
}

type PlannedSku = SkuPlan & { side: ListedSku }

const hasChanged = ({ side, agreed, sent }: PlannedSku) => !isDeepStrictEqual([agreed, sent], [side.agreed, side.sent])

const toMergeState = ({ side, agreed, sent }: PlannedSku) => {
  const { skuId, marketplaceId } = side
  return { skuId, marketplaceId, agreed, sent }
}
