import type { ListingSyncStatus } from '#contract/channel-values.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { recordObservations } from '#server/platform/observe-mode.ts'
import { backoffByAge } from '#server/ports/backoff.ts'
import type { Offer, OfferResult } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { lockChannel } from '../channel-queries.ts'
import { recordAccess } from '../connection.ts'
import { type OfferBatch, offerHash } from './offer-batch.ts'
import {
  deleteChanges,
  postponeChanges,
  recordConfirmedItems,
  recordNotListed,
  recordOfferResults,
  recordRefusedOffers,
  recordVanishedItems,
  setLastSynced,
} from './queries.ts'

/** The channel has received the batch; what became of each SKU and item is stored. SKUs that are stale stay queued. */
export async function recordReceived(
  ctx: CompanyContext,
  batch: OfferBatch,
  results: readonly OfferResult[],
): Promise<void> {
  const channel = { companyId: ctx.companyId, channelId: batch.connection.channelId }
  const at = ctx.clock.now()
  const { changedOffers, notListed, obstacles } = batch
  const resultsOf = Map.groupBy(results, ({ sku }) => sku)
  const received = changedOffers.flatMap((offer) => {
    const status = statusOf(offer, resultsOf.get(offer.sku) ?? [])
    return status ? [{ skuId: offer.skuId, digest: offerHash(offer), ...status }] : []
  })
  const items = changedOffers.flatMap((offer) => itemResults(offer, resultsOf.get(offer.sku) ?? []))
  const confirmed = items.flatMap((item) => (item.outcome === 'confirmed' ? [item] : []))
  const vanished = items.flatMap((item) => (item.outcome === 'not_listed' ? [item.externalId] : []))
  const stale = new Set(changedOffers.flatMap(({ sku, skuId }) => (isStale(resultsOf.get(sku) ?? []) ? [skuId] : [])))
  const hasConfirmed = results.some(({ outcome }) => outcome === 'confirmed')
  await ctx.transaction(async (tx) => {
    // Lock order everywhere: the channel, its listings, its items, then its queued changes.
    if (changedOffers.length > 0) await setLastSynced(tx, channel, { at, hasConfirmed })
    if (received.length > 0) await recordOfferResults(tx, channel, received, at)
    if (obstacles.length > 0) await recordRefusedOffers(tx, channel, obstacles)
    if (notListed.length > 0) await recordNotListed(tx, channel, notListed)
    if (confirmed.length > 0) await recordConfirmedItems(tx, channel, confirmed, at)
    if (vanished.length > 0) await recordVanishedItems(tx, channel, vanished, at)
    if (changedOffers.length > 0 && batch.wasRefused) await recordAccess(tx, ctx, channel.channelId, null)
    await deleteChanges(
      tx,
      channel,
      batch.changes.filter(({ skuId }) => !stale.has(skuId)),
    )
  })
}

/**
 * The company observes: the quantities are recorded, and the channel counts as not told. All offers are queued again when the company goes live.
 * What the channel does not list can't be compared.
 */
export async function recordObserved(ctx: CompanyContext, { connection, changes, changedOffers }: OfferBatch) {
  const { channelId } = connection
  const observed = changedOffers.map(({ sku, skuId, sellable, items }) => ({
    kind: 'stock' as const,
    subject: `${channelId}:${skuId}`,
    label: sku,
    channelId,
    skuId,
    planned: { quantity: sellable },
    verdict: items.length > 0 ? ('waiting' as const) : ('not_compared' as const),
  }))
  await ctx.transaction(async (tx) => {
    await recordObservations(tx, ctx, observed)
    await deleteChanges(tx, { companyId: ctx.companyId, channelId }, changes)
  })
}

const noResponseMessage = say('The channel did not respond for this item.')

type ReceivedStatus = { status: Exclude<ListingSyncStatus, 'pending'>; reason: string | null }

/**
 * A SKU that the channel sells more than once is in step only when each of its items is; an item that the channel no longer has does not
 * count beside others. Null when the channel said nothing, or when the offer is to be sent again.
 */
export function statusOf(offer: Pick<Offer, 'sku' | 'items'>, results: readonly OfferResult[]): ReceivedStatus | null {
  if ((results.length === 0 && offer.items.length === 0) || isStale(results)) return null
  const rejected = results.find((result) => result.outcome === 'rejected')
  if (rejected) return { status: 'failed', reason: rejected.reason }
  const isAnswered = ({ externalId }: { externalId: string }) =>
    results.some((result) => result.externalId === undefined || result.externalId === externalId)
  if (!offer.items.every(isAnswered)) return { status: 'failed', reason: formatMessage(noResponseMessage) }
  const outcomes = new Set(results.map(({ outcome }) => outcome))
  if (outcomes.has('sent')) return { status: 'sent', reason: null }
  return { status: outcomes.has('confirmed') ? 'synced' : 'not_listed', reason: null }
}

export const isStale = (results: readonly OfferResult[]): boolean => results.some(({ outcome }) => outcome === 'stale')

/** The results of each item; one that names no item is about all of the SKU's. */
function itemResults(
  { items }: Pick<Offer, 'items'>,
  results: readonly OfferResult[],
): (OfferResult & { externalId: string })[] {
  return results.flatMap((result) =>
    items
      .filter(({ externalId }) => result.externalId === undefined || result.externalId === externalId)
      .map(({ externalId }) => ({ ...result, externalId })),
  )
}

/** The channel is unavailable or has refused the whole batch. All changes stay queued and are tried again later. */
export async function recordFailure(ctx: CompanyContext, batch: OfferBatch, failure: unknown): Promise<void> {
  if (!isChannelFailure(failure)) throw failure
  const channel = { companyId: ctx.companyId, channelId: batch.connection.channelId }
  const now = ctx.clock.now()
  const until = later(now, pauseAfter(failure, oldestSeconds(batch, now)))
  await ctx.transaction(async (tx) => {
    await lockChannel(tx, channel.companyId, channel.channelId)
    if (failure instanceof Unauthorized) await recordAccess(tx, ctx, channel.channelId, failure.message)
    const refused = batch.changedOffers.map(({ skuId }) => ({ skuId, reason: failure.message }))
    if (!(failure instanceof Unavailable)) await recordRefusedOffers(tx, channel, refused)
    await postponeChanges(tx, channel, batch.changes, until)
  })
}

/** Nothing is sent for the next seconds; the changes stay queued. */
export async function postponeBatch(ctx: CompanyContext, batch: OfferBatch, seconds: number): Promise<void> {
  const channel = { companyId: ctx.companyId, channelId: batch.connection.channelId }
  const until = later(ctx.clock.now(), seconds)
  await ctx.transaction((tx) => postponeChanges(tx, channel, batch.changes, until))
}

type ChannelFailure = Unavailable | Rejected | Unauthorized

const isChannelFailure = (error: unknown): error is ChannelFailure =>
  error instanceof Unavailable || error instanceof Rejected || error instanceof Unauthorized

/** Seconds. */
const unavailableBackoff = { first: 10, longest: 600 }

/** Seconds until the next try after a refusal. A change of the channel's address or token resets it. */
const refusedPause = 900

const maxRetryAfter = 3_600

/** Waits as long again as the change has waited already: exponential back-off without a counter. */
function pauseAfter(failure: ChannelFailure, waited: number): number {
  if (!(failure instanceof Unavailable)) return refusedPause
  const own = backoffByAge(unavailableBackoff, waited)
  return Math.min(Math.max(failure.retryAfterSeconds ?? 0, own), maxRetryAfter)
}

function oldestSeconds({ changes }: OfferBatch, now: Date): number {
  const oldest = Math.min(...changes.map(({ changedAt }) => Date.parse(changedAt)))
  return (now.getTime() - oldest) / 1000
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
