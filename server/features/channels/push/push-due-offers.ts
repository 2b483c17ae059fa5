import { setTimeout as sleep } from 'node:timers/promises'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected } from '#server/ports/failure.ts'
import { readOfferBatch, type OfferBatch } from './batch.ts'
import { withChannelLock } from './in-turn.ts'
import { listDueChannels, readOldestAge } from './queries/due-offers.ts'
import { recordReceived, recordFailure } from './record-outcome.ts'

export type PushOptions = {
  /** How long a change waits for others to travel with it. */
  batchWindowMilliseconds: number
}

export type PushCounts = { offers: number; calls: number }

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
