import { setTimeout as sleep } from 'node:timers/promises'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { toChannelKind } from '../channel-config.ts'
import { getChannelOrThrow } from '../channel-queries.ts'
import { pollChannel } from '../poll/poll-channels.ts'
import { type OfferBatch, readOfferBatch } from './offer-batch.ts'
import {
  acquireChannelLease,
  listDueChannels,
  listWaitingDeliveries,
  readOldestAge,
  releaseChannelLease,
  stillWaiting,
} from './queries.ts'
import { isStale, recordFailure, recordReceived } from './record-results.ts'

/*
 * Pushes price and sellable quantity of SKUs to channels.
 *
 * Triggers such as `note_level_offers` (migration 0004) queue a changed SKU in `offer_changes`, once per channel. The job reads the current
 * offer of each queued SKU, compares its hash with that of the last offer sent, and sends what differs. A lease per
 * channel (`channels.pushing_until`) keeps calls in order. After a failure the changes stay queued, with a back-off.
 * Of a shop that takes units off by itself, new orders are read before each push (`readOrdersFirst`). A SKU of which it has sold units that
 * are not read yet is stale: it stays queued, and does not hold up the others.
 */

/** Changes within a second are pushed together. */
const batchWindowMilliseconds = 1_000

/** Stale offers are looked at so often. */
const stalePauseMilliseconds = 1_000

export function pushOffers(ctx: CompanyContext): Promise<PushCounts> {
  return pushDueOffers(ctx, { batchWindowMilliseconds })
}

type PushOptions = {
  /** How long a change waits for others. */
  batchWindowMilliseconds: number
}

type PushCounts = { offers: number; calls: number }

type BatchCounts = PushCounts & { hasStale: boolean }

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
  let hasStale = false
  const onChannel = { companyId: ctx.companyId, channelId }
  for (;;) {
    const age = await ctx.transaction((tx) => readOldestAge(tx, onChannel, ctx.clock.now()))
    if (age === null) break
    if (hasStale) await sleep(stalePauseMilliseconds)
    else if (age < options.batchWindowMilliseconds) await sleep(options.batchWindowMilliseconds - age)
    let problem: string | null = null
    if (await readsOrdersFirst(ctx, channelId)) {
      const hasRead = await withChannelLock(ctx, channelId, async () => {
        problem = await readOrdersFirst(ctx, channelId)
      })
      if (!hasRead) break
    }
    // A lease of its own, because reading orders may have taken most of the first one.
    const hasPushed = await withChannelLock(ctx, channelId, async () => {
      const batch = await pushBatch(ctx, channelId, problem)
      pushed = addCounts(pushed, batch)
      hasStale = batch.hasStale
    })
    if (!hasPushed) break
  }
  if (pushed.calls > 0) await ctx.transaction((tx) => ctx.publishChange(tx, 'channels'))
  return pushed
}

/** `problem` is why the channel's orders could not be read, so that nothing may be sent. */
async function pushBatch(ctx: CompanyContext, channelId: string, problem: string | null): Promise<BatchCounts> {
  const batch = await readOfferBatch(ctx, channelId)
  const hasStale = false
  if (!batch) return { ...nothingPushed, hasStale }
  if (problem !== null) {
    await recordFailure(ctx, batch, new Unavailable(problem))
    return { ...nothingPushed, hasStale }
  }
  if (batch.changedOffers.length === 0) {
    await recordReceived(ctx, batch, [])
    return { ...nothingPushed, hasStale }
  }
  try {
    const results = await send(ctx, batch)
    await recordReceived(ctx, batch, results)
    return { offers: batch.changedOffers.length, calls: 1, hasStale: isStale(results) }
  } catch (error) {
    await recordFailure(ctx, batch, error)
    return { offers: 0, calls: 1, hasStale }
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

/** Longer than an order takes to be processed; after that the push goes out with the stock as it is. */
const longestWaitMilliseconds = 15_000

const checkEveryMilliseconds = 250

/** Whether the channel takes units off by itself when it sells. */
async function readsOrdersFirst(ctx: CompanyContext, channelId: string): Promise<boolean> {
  const kind = toChannelKind(await ctx.read((tx) => getChannelOrThrow(tx, ctx.companyId, channelId)))
  return kind !== null && ctx.ports.channels[kind].readsOrdersBeforePush === true
}

/**
 * Reads the orders of such a channel and waits until those that have arrived are processed: an absolute number would put back units of
 * orders that are not read yet. A poll of a moment ago does not stand for this one: it may have failed, its process may have died, and the
 * shop has sold since. Returns why they could not be read; null when they were.
 */
async function readOrdersFirst(ctx: CompanyContext, channelId: string): Promise<string | null> {
  const { companyId } = ctx
  const { problem } = await pollChannel(ctx, { channelId })
  if (problem !== undefined) return problem
  const waiting = await ctx.read((tx) => listWaitingDeliveries(tx, { companyId, channelId }))
  if (waiting.length > 0) await ctx.transaction(async (tx) => ctx.triggerWorker(tx, 'orders.take-in'))
  const end = performance.now() + longestWaitMilliseconds
  while (performance.now() < end && (await ctx.read((tx) => stillWaiting(tx, companyId, waiting)))) {
    await sleep(checkEveryMilliseconds)
  }
  return null
}
