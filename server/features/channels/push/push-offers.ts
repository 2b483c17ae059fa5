import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { ChannelKind, CompanyContext } from '#server/platform/context.ts'
import type { ChannelConnection, Offer, RejectedOffer } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { ChannelConfig, toChannelKind } from '../channel-config.ts'
import { getChannelOrThrow, lockChannel } from '../channel-queries.ts'
import { openConnection, recordAccess } from '../connection.ts'
import { type ChannelOffer, readOffers } from '../offer-queries.ts'
import {
  acquireChannelLease,
  deleteChanges,
  listDueChanges,
  listDueChannels,
  type OfferChange,
  postponeChanges,
  readOldestAge,
  readSentOffers,
  recordRefusedOffers,
  recordSentOffers,
  releaseChannelLease,
  type SentOffer,
  setLastSynced,
} from './queries.ts'

/** What changes within a second is told together. */
const batchWindowMilliseconds = 1_000

export function pushOffers(ctx: CompanyContext): Promise<PushCounts> {
  return pushDueOffers(ctx, { batchWindowMilliseconds })
}

export type PushOptions = {
  /** How long a change waits for others to travel with it. */
  batchWindowMilliseconds: number
}

type PushCounts = { offers: number; calls: number }

/** Tells each channel what it does not know yet, all channels side by side, so that a slow one keeps none waiting. */
export async function pushDueOffers(ctx: CompanyContext, options: PushOptions): Promise<PushCounts> {
  const due = await ctx.transaction((tx) => listDueChannels(tx, ctx.companyId, ctx.clock.now()))
  const outcomes = await Promise.allSettled(due.map((channelId) => pushToChannel(ctx, channelId, options)))
  let pushed = nothingPushed
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason
    pushed = addCounts(pushed, outcome.value)
  }
  return pushed
}

const nothingPushed: PushCounts = { offers: 0, calls: 0 }

const addCounts = (a: PushCounts, b: PushCounts): PushCounts => ({
  offers: a.offers + b.offers,
  calls: a.calls + b.calls,
})

/**
 * Looks before each turn, not within it: whoever finds the turn taken leaves what is due to the one who has it, and that
 * one looks once more after giving it back.
 */
async function pushToChannel(ctx: CompanyContext, channelId: string, options: PushOptions): Promise<PushCounts> {
  let pushed = nothingPushed
  const onChannel = { companyId: ctx.companyId, channelId }
  for (;;) {
    const age = await ctx.transaction((tx) => readOldestAge(tx, onChannel, ctx.clock.now()))
    if (age === null) break
    if (age < options.batchWindowMilliseconds) await sleep(options.batchWindowMilliseconds - age)
    const hasLock = await withChannelLock(ctx, channelId, async () => {
      pushed = addCounts(pushed, await pushBatch(ctx, channelId))
    })
    if (!hasLock) break
  }
  if (pushed.calls > 0) await ctx.transaction((tx) => ctx.publishChange(tx, 'channels'))
  return pushed
}

async function pushBatch(ctx: CompanyContext, channelId: string): Promise<PushCounts> {
  const batch = await readOfferBatch(ctx, channelId)
  if (!batch) return nothingPushed
  if (batch.changedOffers.length === 0) {
    await recordReceived(ctx, batch, [])
    return nothingPushed
  }
  try {
    await recordReceived(ctx, batch, await send(ctx, batch))
    return { offers: batch.changedOffers.length, calls: 1 }
  } catch (error) {
    await recordFailure(ctx, batch, error)
    return { offers: 0, calls: 1 }
  }
}

function send(ctx: CompanyContext, { kind, connection, changedOffers }: OfferBatch) {
  const adapter = kind && ctx.ports.channels[kind]
  if (!adapter?.pushOffers) throw new Rejected('This kind of channel can’t be told of stock and prices.')
  return adapter.pushOffers(connection, changedOffers)
}

/** Longer than a channel is ever waited for. A process that dies within its turn keeps the others out for as long. */
const leaseSeconds = 120

/**
 * Of two messages about a SKU that are on their way at once the older may arrive last, and its quantity would stay. So a
 * channel is told by one process at a time. Answers whether it was this one's turn.
 */
async function withChannelLock(ctx: CompanyContext, channelId: string, work: () => Promise<void>): Promise<boolean> {
  const { companyId, clock } = ctx
  const now = clock.now()
  const lease = { companyId, channelId, until: new Date(now.getTime() + leaseSeconds * 1000) }
  if (!(await ctx.transaction((tx) => acquireChannelLease(tx, lease, now)))) return false
  try {
    await work()
  } finally {
    await ctx.transaction((tx) => releaseChannelLease(tx, lease))
  }
  return true
}

/** What a channel is told in one call. */
type OfferBatch = {
  kind: ChannelKind | null
  /** Whether the channel has refused us before. */
  wasRefused: boolean
  connection: ChannelConnection
  changes: OfferChange[]
  /** How those of them stand now of which the channel does not know it yet. */
  changedOffers: ChannelOffer[]
}

const mostChanges = 500

/** Null when nothing is due. */
export function readOfferBatch(ctx: CompanyContext, channelId: string): Promise<OfferBatch | null> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const onChannel = { companyId, channelId }
    const changes = await listDueChanges(tx, onChannel, mostChanges)
    if (changes.length === 0) return null
    const skuIds = changes.map(({ skuId }) => skuId)
    const channel = await getChannelOrThrow(tx, companyId, channelId)
    const offering = { ...channel, config: ChannelConfig.parse(channel.config) }
    const offers = (await readOffers(tx, companyId, offering, skusNamed(skuIds))).map(withoutHidden)
    const sent = await readSentOffers(tx, onChannel, skuIds)
    return {
      kind: toChannelKind(channel),
      wasRefused: channel.accessError !== null,
      connection: await openConnection(tx, ctx, channelId),
      changes,
      changedOffers: offers.filter((offer) => hasChanged(offer, sent.get(offer.skuId))),
    }
  })
}

const skusNamed = (skuIds: readonly string[]): SQL => sql`select id from unnest(${sql.param(skuIds)}::uuid[]) as id`

/** What is not offered has nothing to sell. */
const withoutHidden = (offer: ChannelOffer): ChannelOffer => (offer.isVisible ? offer : { ...offer, sellable: 0 })

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

/** What the channel has been told of a SKU that it no longer offers. */
const withdrawn = 'gone'

/** The same for the same offer, and another for any other. */
function offerHash(offer: Offer): string {
  return offer.isVisible
    ? createHash('sha256').update(JSON.stringify(offer)).digest('base64url').slice(0, 22)
    : withdrawn
}

/** Whether the channel does not know it yet. What was never offered there is nothing to take back. */
function hasChanged(offer: Offer, sent: SentOffer | undefined): boolean {
  if (sent?.status === 'failed') return true
  const known = sent?.sentOffer ?? null
  return offer.isVisible || known !== null ? known !== offerHash(offer) : false
}
