import type { CompanyContext } from '#server/platform/context.ts'
import type { RefusedOffer } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { noteAccess } from '../access.ts'
import { lockChannel } from '../queries/channels.ts'
import type { Batch } from './batch.ts'
import { digestOf } from './is-news.ts'
import { setLastSynced } from './queries/channel-state.ts'
import { deleteChanges, postponeChanges } from './queries/due-offers.ts'
import { recordRefused, recordTold } from './queries/told-offers.ts'

const shortestPause = 10
const longestPause = 600
/** Until people have had a look; another address or token of the channel is tried at once. */
const refusedPause = 900
const longestAskedPause = 3_600

/** The channel has heard it; of what it refused the listing says why. */
export async function recordHeard(ctx: CompanyContext, batch: Batch, refused: readonly RefusedOffer[]): Promise<void> {
  const channel = { companyId: ctx.companyId, channelId: batch.connection.channelId }
  const reasons = new Map(refused.map(({ sku, reason }) => [sku, reason]))
  await ctx.transaction(async (tx) => {
    const taken = batch.news.filter(({ sku }) => !reasons.has(sku))
    const left = batch.news.flatMap(({ skuId, sku }) => {
      const reason = reasons.get(sku)
      return reason === undefined ? [] : [{ skuId, reason }]
    })
    const told = taken.map((offer) => ({ skuId: offer.skuId, digest: digestOf(offer) }))
    // The channel, its listings, then what it is to be told of: in this order all lock them.
    if (batch.news.length > 0) await setLastSynced(tx, channel, ctx.clock.now())
    if (told.length > 0) await recordTold(tx, channel, told, ctx.clock.now())
    if (left.length > 0) await recordRefused(tx, channel, left)
    if (batch.news.length > 0 && batch.wasRefused) await noteAccess(tx, ctx, channel.channelId, null)
    await deleteChanges(tx, channel, batch.changes)
  })
}

/** The channel could not or would not hear it. All of it stays noted and is tried again later. */
export async function recordTrouble(ctx: CompanyContext, batch: Batch, trouble: unknown): Promise<void> {
  if (!isOutsideTrouble(trouble)) throw trouble
  const channel = { companyId: ctx.companyId, channelId: batch.connection.channelId }
  const now = ctx.clock.now()
  const until = later(now, pauseAfter(trouble, oldestSeconds(batch, now)))
  await ctx.transaction(async (tx) => {
    await lockChannel(tx, channel.companyId, channel.channelId)
    if (trouble instanceof Unauthorized) await noteAccess(tx, ctx, channel.channelId, trouble.message)
    const refused = batch.news.map(({ skuId }) => ({ skuId, reason: trouble.message }))
    if (!(trouble instanceof Unavailable)) await recordRefused(tx, channel, refused)
    await postponeChanges(tx, channel, batch.changes, until)
  })
}

type OutsideTrouble = Unavailable | Rejected | Unauthorized

const isOutsideTrouble = (error: unknown): error is OutsideTrouble =>
  error instanceof Unavailable || error instanceof Rejected || error instanceof Unauthorized

/** As long again as it has waited already, so that the pauses grow without anybody counting them. */
function pauseAfter(trouble: OutsideTrouble, waited: number): number {
  if (!(trouble instanceof Unavailable)) return refusedPause
  const own = Math.min(Math.max(waited, shortestPause), longestPause)
  return Math.min(Math.max(trouble.retryAfterSeconds ?? 0, own), longestAskedPause)
}

function oldestSeconds({ changes }: Batch, now: Date): number {
  const oldest = Math.min(...changes.map(({ changedAt }) => Date.parse(changedAt)))
  return (now.getTime() - oldest) / 1000
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
