import type { TwoWay, TwoWayProgress } from '../two-way.ts'
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
const unasked = 'Nobody has started a two-way sync since the account was connected again.'

/** Sends Amazon what is planned and still as planned. */
export async function sendChanges(twoWay: TwoWay, before: TwoWayProgress): Promise<TwoWayProgress> {
  const { ctx, run, account } = twoWay
  let progress = await collectFeed(twoWay, before)
  const reason = whyNotAnyMore(twoWay, progress)
  if (reason !== null) {
    await whileRunning(twoWay, (tx) => skipPlanned(tx, { companyId: ctx.companyId, runId: run.id }, reason))
    return progress
  }
  for (const marketplaceId of account.marketplaceIds) {
    progress = await sendFeeds(twoWay, marketplaceId, progress)
    progress = await sendPatches(twoWay, marketplaceId, progress)
  }
  // These may take hours, and rest on nothing that Amazon shows.
  for (const marketplaceId of account.marketplaceIds) {
    progress = await createListings(twoWay, marketplaceId, progress)
  }
  return progress
}

/** Null when what is planned may be sent. */
function whyNotAnyMore({ ctx, importsOnly }: TwoWay, { checkpoint: { readAt } }: TwoWayProgress): string | null {
  if (importsOnly) return unasked
  const isOvertaken = readAt !== null && ctx.clock.now().getTime() - readAt.getTime() > decidedForMilliseconds
  return isOvertaken ? overtaken : null
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
