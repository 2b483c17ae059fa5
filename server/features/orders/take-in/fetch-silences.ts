import { noteSilence } from '#server/features/channels/inbox/queries/to-fetch.ts'
import type { WaitingDelivery } from '#server/features/channels/inbox/queries/waiting.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Unavailable, type Unauthorized } from '#server/ports/failure.ts'
import { failDeliveries } from './take-in-deliveries.ts'
import { noneYet, sumOf, type Tally } from './tally.ts'

export const askedTogether = 4
/** A channel that has not answered so often in a row is not asked any more for now; more than wait for it at once. */
const silencesInARow = askedTogether + 1
/** One about which the channel keeps silent so often, though it tells others, waits for a person. */
const mostFailures = 5
/** So does one that has waited for so long, whoever is to blame. */
const patienceMs = 24 * 3600_000
const firstPauseMs = 60_000
const longestPauseMs = 600_000

type Silence = { delivery: WaitingDelivery; error: Unavailable | Unauthorized }
export type Silences = ReturnType<typeof openSilences>

/** Remembers which channels answer in this run, so that one order’s own trouble is told from a channel that is away. */
export function openSilences(ctx: CompanyContext) {
  const kept: Silence[] = []
  const inARow = new Map<string, number>()
  const answering = new Set<string>()
  const quiet = new Set<string>()

  return {
    /** Those that are not asked any more. */
    channels: () => [...quiet],
    hear(channelId: string): void {
      answering.add(channelId)
      inARow.delete(channelId)
    },
    keep(delivery: WaitingDelivery, error: Silence['error']): null {
      const { id } = delivery.channel
      const times = (inARow.get(id) ?? 0) + 1
      inARow.set(id, times)
      kept.push({ delivery, error })
      if (times >= silencesInARow || saysWhen(error) !== undefined || !(error instanceof Unavailable)) quiet.add(id)
      return null
    },
    /** Puts off what got no answer, and leaves to a person what will hardly get one. */
    async note(): Promise<Tally> {
      let tally = noneYet
      for (const silence of kept) {
        const isAlone = answering.has(silence.delivery.channel.id) && !quiet.has(silence.delivery.channel.id)
        tally = sumOf(tally, await noteOne(ctx, silence, isAlone))
      }
      return tally
    },
  }
}

const saysWhen = (error: Silence['error']) => (error instanceof Unavailable ? error.retryAfterSeconds : undefined)

function noteOne(ctx: CompanyContext, { delivery, error }: Silence, isAlone: boolean): Promise<Tally> {
  const { companyId, clock } = ctx
  const now = clock.now().getTime()
  const until = (failures: number) => new Date(now + pauseMs(saysWhen(error), failures))
  return ctx.transaction(async (tx) => {
    const failures = await noteSilence(tx, companyId, { id: delivery.id, isAlone, until })
    if (failures < mostFailures && now - delivery.receivedAt.getTime() < patienceMs) return noneYet
    await failDeliveries(tx, ctx, [{ id: delivery.id, error: error.message }])
    return { ...noneYet, failed: 1 }
  })
}

const pauseMs = (asked: number | undefined, failures: number) =>
  Math.min(longestPauseMs, asked === undefined ? firstPauseMs * 2 ** Math.max(0, failures - 1) : asked * 1000)
