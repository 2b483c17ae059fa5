/*
 * Pushes price and sellable quantity of SKUs to channels.
 *
 * Triggers such as `note_level_offers` (migration 0004) queue a changed SKU in `offer_changes`, once per channel. The job reads the current
 * offer of each queued SKU, compares its hash with that of the last offer sent, and sends what differs. A lease per
 * channel (`channels.pushing_until`) keeps calls in order. After a failure the changes stay queued, with a back-off.
 */
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

/** Changes within a second are pushed together. */
const batchWindowMilliseconds = 1_000

export function pushOffers(ctx: CompanyContext): Promise<PushCounts> {
  return pushDueOffers(ctx, { batchWindowMilliseconds })
}

type PushOptions = {
  /** How long a change waits for others. */
  batchWindowMilliseconds: number
}

type PushCounts = { offers: number; calls: number }

/** Pushes changed offers to all channels concurrently, so that a slow channel does not delay the others. */
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
 * Checks for due changes before acquiring the lease, not while holding it: a process that finds the lease taken leaves
 * the changes to its holder, which checks again after releasing it.
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

/** Longer than any call to a channel may take. If a process dies, its lease blocks the channel for this long. */
const leaseSeconds = 120

/**
 * Lease per channel: of two concurrent calls about a SKU the older one might arrive last, and the channel would keep an
 * outdated quantity. Returns false when another process holds the lease.
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

/** Offers sent in one call. */
type OfferBatch = {
  kind: ChannelKind | null
  /** Whether the channel refused our credentials last time. */
  wasRefused: boolean
  connection: ChannelConnection
  changes: OfferChange[]
  /** Current offers that differ from what the channel last received. */
  changedOffers: ChannelOffer[]
}

const maxChanges = 500

/** Null when nothing is due. */
export function readOfferBatch(ctx: CompanyContext, channelId: string): Promise<OfferBatch | null> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const onChannel = { companyId, channelId }
    const changes = await listDueChanges(tx, onChannel, maxChanges)
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

/** A hidden SKU has nothing to sell. */
const withoutHidden = (offer: ChannelOffer): ChannelOffer => (offer.isVisible ? offer : { ...offer, sellable: 0 })

/** The channel has received the batch; refusals are stored with the listings. */
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
    // Lock order everywhere: the channel, its listings, then its queued changes.
    if (batch.changedOffers.length > 0) await setLastSynced(tx, channel, ctx.clock.now())
    if (sent.length > 0) await recordSentOffers(tx, channel, sent, ctx.clock.now())
    if (refusedSkus.length > 0) await recordRefusedOffers(tx, channel, refusedSkus)
    if (batch.changedOffers.length > 0 && batch.wasRefused) await recordAccess(tx, ctx, channel.channelId, null)
    await deleteChanges(tx, channel, batch.changes)
  })
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

type ChannelFailure = Unavailable | Rejected | Unauthorized

const isChannelFailure = (error: unknown): error is ChannelFailure =>
  error instanceof Unavailable || error instanceof Rejected || error instanceof Unauthorized

const minPause = 10

const maxPause = 600

/** Seconds until the next try after a refusal. A change of the channel's address or token resets it. */
const refusedPause = 900

const maxRetryAfter = 3_600

/** Waits as long again as the change has waited already: exponential back-off without a counter. */
function pauseAfter(failure: ChannelFailure, waited: number): number {
  if (!(failure instanceof Unavailable)) return refusedPause
  const own = Math.min(Math.max(waited, minPause), maxPause)
  return Math.min(Math.max(failure.retryAfterSeconds ?? 0, own), maxRetryAfter)
}

function oldestSeconds({ changes }: OfferBatch, now: Date): number {
  const oldest = Math.min(...changes.map(({ changedAt }) => Date.parse(changedAt)))
  return (now.getTime() - oldest) / 1000
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** Stands for a SKU that the channel no longer offers. */
const withdrawn = 'gone'

/** Equal hashes mean equal offers. */
function offerHash(offer: Offer): string {
  return offer.isVisible
    ? createHash('sha256').update(JSON.stringify(offer)).digest('base64url').slice(0, 22)
    : withdrawn
}

/**
 * Whether the offer differs from what the channel last received. A SKU that was never offered there need not be
 * withdrawn.
 */
function hasChanged(offer: Offer, sent: SentOffer | undefined): boolean {
  if (sent?.status === 'failed') return true
  const known = sent?.sentOffer ?? null
  return offer.isVisible || known !== null ? known !== offerHash(offer) : false
}
