import type { TwoWaySync, TwoWayProgress } from '../two-way.ts'
import { createListings } from './create-listings.ts'
import { countSkusToPatch, skipOpenChanges } from './queries/planned.ts'
import { submitFeed, collectFeed, lastFedSku } from './send-feed.ts'
import { sendPatches } from './send-patches.ts'
import { withRunLock } from './while-running.ts'

/** Up to here one call for each SKU is quicker than Amazon's work on a feed. */
const mostPatches = 300
/** What was decided by what Amazon showed then may have been overtaken there. */
const decidedForMilliseconds = 3_600_000
const overtakenMessage = 'Amazon could not be told in time. The next sync looks at it anew.'
const notRequestedMessage = 'Nobody has started a two-way sync since the account was connected again.'

/** Sends Amazon what is planned and still as planned. */
export async function sendChanges(twoWay: TwoWaySync, before: TwoWayProgress): Promise<TwoWayProgress> {
  const { ctx, run, account } = twoWay
  let progress = await collectFeed(twoWay, before)
  const reason = reasonNotToSend(twoWay, progress)
  if (reason !== null) {
    await withRunLock(twoWay, (tx) => skipOpenChanges(tx, { companyId: ctx.companyId, runId: run.id }, reason))
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
function reasonNotToSend({ ctx, importsOnly }: TwoWaySync, { checkpoint: { readAt } }: TwoWayProgress): string | null {
  if (importsOnly) return notRequestedMessage
  const isOvertaken = readAt !== null && ctx.clock.now().getTime() - readAt.getTime() > decidedForMilliseconds
  return isOvertaken ? overtakenMessage : null
}

async function sendFeeds(twoWay: TwoWaySync, marketplaceId: string, before: TwoWayProgress): Promise<TwoWayProgress> {
  const { ctx, run } = twoWay
  const place = { companyId: ctx.companyId, runId: run.id, marketplaceId }
  let progress = before
  for (;;) {
    const after = lastFedSku(progress, marketplaceId)
    const left = await ctx.transaction((tx) => countSkusToPatch(tx, place, { after }))
    if (left <= mostPatches) return progress
    progress = await collectFeed(twoWay, await submitFeed(twoWay, marketplaceId, progress))
  }
}
