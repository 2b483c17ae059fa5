import { setTimeout as sleep } from 'node:timers/promises'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected } from '#server/ports/failure.ts'
import { readBatch, type Batch } from './batch.ts'
import { inTurn } from './in-turn.ts'
import { listDueChannels, readOldestAge } from './queries/due-offers.ts'
import { recordHeard, recordTrouble } from './record-outcome.ts'

export type Pushing = {
  /** How long a change waits for others to travel with it. */
  gatherMilliseconds: number
}

export type Pushed = { offers: number; calls: number }

/** Tells each channel what it does not know yet, all channels side by side, so that a slow one keeps none waiting. */
export async function pushDueOffers(ctx: CompanyContext, pushing: Pushing): Promise<Pushed> {
  const due = await ctx.transaction((tx) => listDueChannels(tx, ctx.companyId, ctx.clock.now()))
  const outcomes = await Promise.allSettled(due.map((channelId) => pushToChannel(ctx, channelId, pushing)))
  let pushed = nothingPushed
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason
    pushed = added(pushed, outcome.value)
  }
  return pushed
}

const nothingPushed: Pushed = { offers: 0, calls: 0 }
const added = (a: Pushed, b: Pushed): Pushed => ({ offers: a.offers + b.offers, calls: a.calls + b.calls })

/**
 * Looks before each turn, not within it: whoever finds the turn taken leaves what is due to the one who has it, and that
 * one looks once more after giving it back.
 */
async function pushToChannel(ctx: CompanyContext, channelId: string, pushing: Pushing): Promise<Pushed> {
  let pushed = nothingPushed
  const onChannel = { companyId: ctx.companyId, channelId }
  for (;;) {
    const age = await ctx.transaction((tx) => readOldestAge(tx, onChannel, ctx.clock.now()))
    if (age === null) break
    if (age < pushing.gatherMilliseconds) await sleep(pushing.gatherMilliseconds - age)
    const isOurTurn = await inTurn(ctx, channelId, async () => {
      pushed = added(pushed, await pushBatch(ctx, channelId))
    })
    if (!isOurTurn) break
  }
  if (pushed.calls > 0) await ctx.transaction((tx) => ctx.announce(tx, 'channels'))
  return pushed
}

async function pushBatch(ctx: CompanyContext, channelId: string): Promise<Pushed> {
  const batch = await readBatch(ctx, channelId)
  if (!batch) return nothingPushed
  if (batch.news.length === 0) {
    await recordHeard(ctx, batch, [])
    return nothingPushed
  }
  try {
    await recordHeard(ctx, batch, await send(ctx, batch))
    return { offers: batch.news.length, calls: 1 }
  } catch (error) {
    await recordTrouble(ctx, batch, error)
    return { offers: 0, calls: 1 }
  }
}

function send(ctx: CompanyContext, { kind, connection, news }: Batch) {
  const adapter = kind && ctx.ports.channels[kind]
  if (!adapter?.pushOffers) throw new Rejected('This kind of channel can’t be told of stock and prices.')
  return adapter.pushOffers(connection, news)
}
