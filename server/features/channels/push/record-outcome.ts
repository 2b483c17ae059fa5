import type { CompanyContext } from '#server/platform/context.ts'
import type { RejectedOffer } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { recordAccess } from '../access.ts'
import { lockChannel } from '../queries/channels.ts'
import type { OfferBatch } from './batch.ts'
import { offerHash } from './is-news.ts'
import { setLastSynced } from './queries/channel-state.ts'
import { deleteChanges, postponeChanges } from './queries/due-offers.ts'
import { recordRefusedOffers, recordSentOffers } from './queries/told-offers.ts'

const shortestPause = 10
const longestPause = 600
/** Until people have had a look; another address or token of the channel is tried at once. */
const refusedPause = 900
const longestAskedPause = 3_600

/** The channel has heard it; of what it refused the listing says why. */
export async function recordReceived(
  ctx: CompanyContext,
  batch: OfferBatch,
  refused: readonly RejectedOffer[],
): Promise<void> {
  const channel = { companyId: ctx.companyId, channelId: batch.connection.channelId }
  const reasons = new Map(refused.map(({ sku, reason }) => [sku, reason]))
  await ctx.transaction(async (tx) => {
    const accepted = batch.changedOffers.filter(({ sku }) => !reasons.has(sku))
    const refusedSkus = batch.changedOffers.flatMap(({ skuId, sku }) => {
      const reason = reasons.get(sku)
      return reason === undefined ? [] : [{ skuId, reason }]
    })
    const sent = accepted.map((offer) => ({ skuId: offer.skuId, digest: offerHash(offer) }))
    // The channel, its listings, then what it is to be told of: in this order all lock them.
    if (batch.changedOffers.length > 0) await setLastSynced(tx, channel, ctx.clock.now())
    if (sent.length > 0) await recordSentOffers(tx, channel, sent, ctx.clock.now())
    if (refusedSkus.length > 0) await recordRefusedOffers(tx, channel, refusedSkus)
    if (batch.changedOffers.length > 0 && batch.wasRefused) await recordAccess(tx, ctx, channel.channelId, null)
    await deleteChanges(tx, channel, batch.changes)
  })
}

/** The channel could not or would not hear it. All of it stays noted and is tried again later. */
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

type ChannelFailure = Unavailable | Rejected | Unauthorized

const isChannelFailure = (error: unknown): error is ChannelFailure =>
  error instanceof Unavailable || error instanceof Rejected || error instanceof Unauthorized

/** As long again as it has waited already, so that the pauses grow without anybody counting them. */
function pauseAfter(failure: ChannelFailure, waited: number): number {
  if (!(failure instanceof Unavailable)) return refusedPause
  const own = Math.min(Math.max(waited, shortestPause), longestPause)
  return Math.min(Math.max(failure.retryAfterSeconds ?? 0, own), longestAskedPause)
}

function oldestSeconds({ changes }: OfferBatch, now: Date): number {
  const oldest = Math.min(...changes.map(({ changedAt }) => Date.parse(changedAt)))
  return (now.getTime() - oldest) / 1000
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
