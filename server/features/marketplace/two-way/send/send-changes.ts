import { formatMessage, say } from '#contract/i18n.ts'
import { isObserving } from '#server/platform/observe-mode.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { ListingWriteResult } from '#server/ports/listings.ts'
import { commitStep, type FeedState, type TwoWayProgress, type TwoWaySync, withRunLock } from '../two-way-run.ts'
import { createListings } from './create-listings.ts'
import {
  type ChangeToSend,
  countSkusToPatch,
  listChangesToPatch,
  observeOpenChanges,
  skipOpenChanges,
  skipOpenPatches,
} from './queries.ts'
import { type ChangeAnswer, recordAnswers, toAnswers } from './record-answers.ts'
import { preparePatches, sendPatches } from './send-patches.ts'

/** Above this number of SKUs a feed is faster than one call per SKU. */
const maxPatches = 300

/** Decisions older than an hour may be outdated by changes at Amazon. */
const maxDecisionAgeMilliseconds = 3_600_000

const overtakenMessage = formatMessage(say('Amazon couldn’t be updated in time. The next sync will try again.'))

const notRequestedMessage = formatMessage(say('No two-way sync has been started since the account was reconnected.'))

/** Sends changes to Amazon if both sides are still as planned: many by feed, few by patch, then new listings. */
export async function sendChanges(twoWay: TwoWaySync, before: TwoWayProgress): Promise<TwoWayProgress> {
  const { ctx, run, account } = twoWay
  let progress = await collectFeed(twoWay, before)
  const scope = { companyId: ctx.companyId, runId: run.id }
  const reason = reasonNotToSend(twoWay, progress)
  if (reason !== null) {
    await withRunLock(twoWay, (tx) => skipOpenChanges(tx, scope, reason))
    return progress
  }
  if (await ctx.transaction((tx) => isObserving(tx, ctx.companyId))) {
    await withRunLock(twoWay, (tx) => observeOpenChanges(tx, ctx, scope))
    return progress
  }
  for (const marketplaceId of account.marketplaceIds) {
    progress = await sendFeeds(twoWay, marketplaceId, progress)
    progress = await sendPatches(twoWay, marketplaceId, progress)
  }
  // Creating listings may take hours, but does not depend on what was read from Amazon.
  for (const marketplaceId of account.marketplaceIds) {
    progress = await createListings(twoWay, marketplaceId, progress)
  }
  return progress
}

/** Null if the changes may be sent. */
function reasonNotToSend({ ctx, importsOnly }: TwoWaySync, { checkpoint: { readAt } }: TwoWayProgress): string | null {
  if (importsOnly) return notRequestedMessage
  const isOvertaken = readAt !== null && ctx.clock.now().getTime() - readAt.getTime() > maxDecisionAgeMilliseconds
  return isOvertaken ? overtakenMessage : null
}

async function sendFeeds(twoWay: TwoWaySync, marketplaceId: string, before: TwoWayProgress): Promise<TwoWayProgress> {
  const { ctx, run } = twoWay
  const scope = { companyId: ctx.companyId, runId: run.id, marketplaceId }
  let progress = before
  for (;;) {
    const after = lastFedSku(progress, marketplaceId)
    const left = await ctx.transaction((tx) => countSkusToPatch(tx, scope, { after }))
    if (left <= maxPatches) return progress
    progress = await collectFeed(twoWay, await submitFeed(twoWay, marketplaceId, progress))
  }
}

/** Limits memory use and the size of a transaction. */
const skusPerFeed = 10_000

const feedPollSeconds = 30

/** Submits the changes of the marketplace's next SKUs as one feed. */
async function submitFeed(
  twoWay: TwoWaySync,
  marketplaceId: string,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const { ctx, run, account, listings } = twoWay
  const scope = { companyId: ctx.companyId, runId: run.id, marketplaceId }
  const after = lastFedSku(progress, marketplaceId)
  const { prepared, until } = await withRunLock(twoWay, async (tx) => {
    const planned = await listChangesToPatch(tx, scope, { after, limit: skusPerFeed })
    const until = planned.at(-1)?.skuId
    return { prepared: await preparePatches(tx, twoWay, marketplaceId, planned), until }
  })
  if (until === undefined) return progress
  const patches = prepared.map(({ patch }) => patch)
  const handle = patches.length === 0 ? null : await listings.beginPatches(account, marketplaceId, patches)
  return commitStep(twoWay, async () => withFeed(progress, { marketplaceId, until, handle }))
}

/**
 * Stores the result of the submitted feed. Throws Unavailable while Amazon is processing it, so that the job is
 * retried.
 */
async function collectFeed(twoWay: TwoWaySync, progress: TwoWayProgress): Promise<TwoWayProgress> {
  const { fed } = progress.checkpoint.sending
  if (!fed?.handle) return progress
  const collected = await twoWay.listings.collectPatches(twoWay.account, fed.handle)
  if (collected.state === 'working') {
    throw new Unavailable(say('Amazon is still processing the changes.'), { retryAfterSeconds: feedPollSeconds })
  }
  const { marketplaceId, until } = fed
  const scope = { companyId: twoWay.ctx.companyId, runId: twoWay.run.id, marketplaceId }
  return commitStep(twoWay, async (tx) => {
    if (collected.state === 'failed') {
      await skipOpenPatches(tx, scope, { until }, `Amazon didn’t process the changes. ${collected.reason}`)
    } else {
      const planned = await listChangesToPatch(tx, scope, { until })
      await recordAnswers(tx, twoWay, marketplaceId, feedAnswers(collected.result, planned))
    }
    return withFeed(progress, { ...fed, handle: null })
  })
}

const accepted: ListingWriteResult = { isAccepted: true, issues: [] }

/**
 * Amazon's report lists refusals by SKU. If several fields of a SKU were refused together, they stay open and are sent
 * one by one.
 */
const feedAnswers = (report: Record<string, ListingWriteResult>, planned: readonly ChangeToSend[]): ChangeAnswer[] =>
  [...Map.groupBy(planned, ({ sku }) => sku)].flatMap(([sku, changes]) => {
    const result = Object.hasOwn(report, sku) ? (report[sku] ?? accepted) : accepted
    return result.isAccepted || changes.length === 1 ? toAnswers(changes, result) : []
  })

/** The last SKU of the marketplace that was sent by feed. */
function lastFedSku({ checkpoint }: TwoWayProgress, marketplaceId: string): string | undefined {
  const { fed } = checkpoint.sending
  return fed?.marketplaceId === marketplaceId ? fed.until : undefined
}

const withFeed = (progress: TwoWayProgress, fed: FeedState): TwoWayProgress => ({
  ...progress,
  checkpoint: { ...progress.checkpoint, sending: { ...progress.checkpoint.sending, fed } },
})
