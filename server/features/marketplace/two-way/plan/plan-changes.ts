import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { insertChanges } from '../queries/changes.ts'
import { rememberSides } from '../queries/listings.ts'
import { findPlannableUntil } from '../queries/plannable.ts'
import { readSides, type Side } from '../queries/sides.ts'
import { inStep, type TwoWay, type TwoWayProgress } from '../two-way.ts'
import { planNewListings } from './plan-new-listings.ts'
import { planSide, type SidePlan } from './plan-side.ts'

const skusPerBatch = 500

/** Holds all SKUs of the account against their listings, some hundreds at a time, and writes down what is to be done. */
export async function planChanges(twoWay: TwoWay, before: TwoWayProgress): Promise<TwoWayProgress> {
  let progress = before
  for (;;) {
    const batch = await findBatch(twoWay, progress)
    if (!batch) return progress
    progress = await inStep(twoWay, (tx) => planBatch(tx, twoWay, progress, batch))
  }
}

type Batch = { after: string | null; until: string }

async function findBatch({ ctx }: TwoWay, { checkpoint }: TwoWayProgress): Promise<Batch | null> {
  const { plannedUntil: after } = checkpoint
  const until = await ctx.transaction((tx) => findPlannableUntil(tx, ctx.companyId, after, skusPerBatch))
  return until === null ? null : { after, until }
}

async function planBatch(
  tx: Tx,
  twoWay: TwoWay,
  progress: TwoWayProgress,
  { after, until }: Batch,
): Promise<TwoWayProgress> {
  const { ctx, run } = twoWay
  const which = sql`s.id <= ${until} ${after === null ? sql`` : sql`and s.id > ${after}`}`
  const account = { companyId: ctx.companyId, accountId: run.accountId }
  const manner = { now: ctx.clock.now(), importsOnly: twoWay.importsOnly }
  const sides = await readSides(tx, account, which)
  const plans = sides.map((side) => ({ side, ...planSide(side, manner) }))
  const changes = [...plans.flatMap((plan) => plan.changes), ...(await planNewListings(tx, twoWay, which))]
  await insertChanges(tx, ctx.companyId, run.id, changes)
  if (run.mode !== 'dry_run') await rememberSides(tx, account, plans.filter(isNews).map(toRemember))
  return {
    ...progress,
    differences: progress.differences + changes.length,
    checkpoint: { ...progress.checkpoint, plannedUntil: until },
  }
}

type Planned = SidePlan & { side: Side }

const isNews = ({ side, agreed, sent }: Planned) => !isDeepStrictEqual([agreed, sent], [side.agreed, side.sent])

const toRemember = ({ side, agreed, sent }: Planned) => {
  const { skuId, marketplaceId } = side
  return { skuId, marketplaceId, agreed, sent }
}
