import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '#contract/i18n.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { isObserving } from '#server/platform/observe-mode.ts'
import { Rejected } from '#server/ports/failure.ts'
import { toChannelKind } from '../channel-config.ts'
import { getChannelOrThrow } from '../channel-queries.ts'
import { pollChannel } from '../poll/poll-channels.ts'
import { type OfferBatch, readOfferBatch } from './offer-batch.ts'
import {
  acquireChannelLease,
  type ChannelLease,
  listDueChannels,
  listWaitingDeliveries,
  readOldestAge,
  releaseChannelLease,
  renewChannelLease,
  stillWaiting,
} from './queries.ts'
import { isStale, postponeBatch, recordFailure, recordObserved, recordReceived } from './record-results.ts'

/*
 * Pushes price and sellable quantity of SKUs to channels.
 *
 * Triggers such as `note_level_offers` (migration 0004) queue a changed SKU in `offer_changes`, once per channel. The job reads the current
 * offer of each queued SKU, compares its hash with that of the last offer sent, and sends what differs. A lease per
 * channel (`channels.pushing_until`) keeps calls in order. After a failure the changes stay queued, with a back-off.
 * Of a shop that takes units off by itself, new orders are read before each push (`readOrdersFirst`). A SKU of which it has sold units that
 * are not read yet is stale: it stays queued, and does not hold up the others.
 * While the company observes, the offers are recorded instead of sent.
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
    const hasPushed = await withChannelLease(ctx, channelId, async (renewLease) => {
      if (await ctx.read((tx) => isObserving(tx, ctx.companyId))) {
        const observed = await readOfferBatch(ctx, channelId)
        return observed ? recordObserved(ctx, observed) : undefined
      }
      const obstacle = (await readsOrdersFirst(ctx, channelId)) ? await readOrdersFirst(ctx, channelId) : null
      const batch = await pushBatch(ctx, channelId, { obstacle, renewLease })
      pushed = addCounts(pushed, batch)
      hasStale = batch.hasStale
    })
    if (!hasPushed) break
  }
  if (pushed.calls > 0) await ctx.transaction((tx) => ctx.publishChange(tx, 'channels'))
  return pushed
}

/** Why nothing may be sent now: the channel's orders could not be read, or some that were read are not processed yet. */
type Obstacle = 'unread' | 'behind'

type BatchOptions = { obstacle: Obstacle | null; renewLease: RenewLease }

async function pushBatch(
  ctx: CompanyContext,
  channelId: string,
  { obstacle, renewLease }: BatchOptions,
): Promise<BatchCounts> {
  const batch = await readOfferBatch(ctx, channelId)
  const hasStale = false
  if (!batch) return { ...nothingPushed, hasStale }
  if (obstacle !== null) {
    await postponeBatch(ctx, batch, obstacle === 'unread' ? unreadPauseSeconds : behindPauseSeconds)
    return { ...nothingPushed, hasStale }
  }
  if (batch.changedOffers.length === 0) {
    await recordReceived(ctx, batch, [])
    return { ...nothingPushed, hasStale }
  }
  // A process that was suspended past its lease must not send: another may have sent something newer.
  if (!(await renewLease())) return { ...nothingPushed, hasStale }
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
  if (!adapter?.pushOffers) throw new Rejected(say('This type of channel does not accept stock and prices.'))
  return adapter.pushOffers(connection, changedOffers)
}

/** If a process dies, its lease blocks the channel for this long. */
const leaseSeconds = 15

const renewEveryMilliseconds = 5_000

/** Extends the lease; false when another process has it, because this one was suspended for too long. */
type RenewLease = () => Promise<boolean>

/**
 * Lease per channel: of two concurrent calls about a SKU the older one might arrive last, and the channel would keep an outdated quantity. It is
 * short and renewed while its holder works, so that the channel waits only seconds after a process has died. Returns false when
 * another process holds it.
 */
async function withChannelLease(
  ctx: CompanyContext,
  channelId: string,
  work: (renew: RenewLease) => Promise<void>,
): Promise<boolean> {
  const { companyId, clock } = ctx
  const now = clock.now()
  let lease: ChannelLease = { companyId, channelId, until: leaseEnd(now) }
  if (!(await ctx.transaction((tx) => acquireChannelLease(tx, lease, now)))) return false
  let renewal: Promise<boolean> = Promise.resolve(true)
  const renew = () =>
    (renewal = renewal
      .catch(() => true)
      .then(async (isHeld) => {
        if (!isHeld) return false
        const until = leaseEnd(clock.now())
        const isRenewed = await ctx.transaction((tx) => renewChannelLease(tx, lease, until))
        if (isRenewed) lease = { ...lease, until }
        return isRenewed
      }))
  const timer = setInterval(
    () => void renew().catch((error: unknown) => logFailure(ctx, channelId, error)),
    renewEveryMilliseconds,
  )
  try {
    await work(renew)
  } finally {
    clearInterval(timer)
    await renewal.catch(() => false)
    await ctx.transaction((tx) => releaseChannelLease(tx, lease))
  }
  return true
}

const leaseEnd = (now: Date): Date => new Date(now.getTime() + leaseSeconds * 1000)

const logFailure = ({ log }: CompanyContext, channelId: string, error: unknown): void =>
  log.warn({ channelId, err: error }, 'the lease of a channel could not be renewed; its push goes on without')

/** Longer than an order takes to be processed; after that the push is tried again later. */
const longestWaitMilliseconds = 15_000

const behindPauseSeconds = 5

/**
 * No exponential back-off: the poll says what is wrong and has its own, and a shop that is back after an hour oversells until it is told. The
 * worker looks each minute.
 */
const unreadPauseSeconds = 50

const checkEveryMilliseconds = 100

const mostRounds = 4

/** Whether the channel takes units off by itself when it sells. */
async function readsOrdersFirst(ctx: CompanyContext, channelId: string): Promise<boolean> {
  const kind = toChannelKind(await ctx.read((tx) => getChannelOrThrow(tx, ctx.companyId, channelId)))
  return kind !== null && ctx.ports.channels[kind].readsOrdersBeforePush === true
}

/**
 * Reads the orders of such a channel and waits until those that have arrived are processed: an absolute number would put back units of
 * orders that are not read yet. A poll of a moment ago does not stand for this one: it may have failed, its process may have died, and the
 * shop has sold since. Returns null when nothing stands in the way of the push.
 */
async function readOrdersFirst(ctx: CompanyContext, channelId: string): Promise<Obstacle | null> {
  const { companyId, clock } = ctx
  const { problem } = await pollChannel(ctx, { channelId })
  if (problem !== undefined) return 'unread'
  const end = performance.now() + longestWaitMilliseconds
  // What arrives meanwhile is waited for too, but not for ever: a busy shop's stock must go out as well.
  for (let round = 0; round < mostRounds; round += 1) {
    const waiting = await ctx.read((tx) => listWaitingDeliveries(tx, { companyId, channelId }, clock.now()))
    if (waiting.length === 0) break
    if (round === 0) await ctx.transaction(async (tx) => ctx.triggerWorker(tx, 'orders.take-in'))
    while (await ctx.read((tx) => stillWaiting(tx, companyId, waiting))) {
      if (performance.now() >= end) return 'behind'
      await sleep(checkEveryMilliseconds)
    }
  }
  return null
}
