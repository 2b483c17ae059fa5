import { inStep, type TwoWay, type TwoWayProgress } from '../two-way.ts'
import { createListings } from './create-listings.ts'
import { countPlannedSkus, skipPlanned } from './queries/planned.ts'
import { beginFeed, collectFeed, fedUntil } from './send-feed.ts'
import { sendPatches } from './send-patches.ts'
import { whileRunning } from './while-running.ts'

/** Up to here one call for each SKU is quicker than Amazon's work on a feed. */
const mostPatches = 300
/** What was decided by what Amazon showed then may have been overtaken there. */
const decidedForMilliseconds = 3_600_000
const overtaken = 'Amazon could not be told in time. The next sync looks at it anew.'

/** Sends Amazon what is planned and still as planned. */
export async function sendChanges(twoWay: TwoWay, before: TwoWayProgress): Promise<TwoWayProgress> {
  const { ctx, run, account } = twoWay
  const now = ctx.clock.now()
  const beganAt = before.checkpoint.sending.beganAt ?? now
  let progress = await inStep(twoWay, async () => withBeginning(before, beganAt))
  progress = await collectFeed(twoWay, progress)
  if (now.getTime() - beganAt.getTime() > decidedForMilliseconds) {
    await whileRunning(twoWay, (tx) => skipPlanned(tx, { companyId: ctx.companyId, runId: run.id }, overtaken))
    return progress
  }
  for (const marketplaceId of account.marketplaceIds) {
    progress = await createListings(twoWay, marketplaceId, progress)
    progress = await sendFeeds(twoWay, marketplaceId, progress)
    progress = await sendPatches(twoWay, marketplaceId, progress)
  }
  return progress
}

async function sendFeeds(twoWay: TwoWay, marketplaceId: string, before: TwoWayProgress): Promise<TwoWayProgress> {
  const { ctx, run } = twoWay
  const place = { companyId: ctx.companyId, runId: run.id, marketplaceId }
  let progress = before
  for (;;) {
    const after = fedUntil(progress, marketplaceId)
    const left = await ctx.transaction((tx) => countPlannedSkus(tx, place, { after }))
    if (left <= mostPatches) return progress
    progress = await collectFeed(twoWay, await beginFeed(twoWay, marketplaceId, progress))
  }
}

const withBeginning = (progress: TwoWayProgress, beganAt: Date): TwoWayProgress => ({
  ...progress,
  checkpoint: { ...progress.checkpoint, sending: { ...progress.checkpoint.sending, beganAt } },
})
