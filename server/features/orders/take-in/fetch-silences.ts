import { hasToldSince, noteSilence, type ToFetch } from '#server/features/channels/inbox/queries/to-fetch.ts'
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

type Silence = { delivery: ToFetch; error: Unavailable | Unauthorized; at: Date }
export type Silences = ReturnType<typeof openSilences>

/** Tells one order’s own trouble from a channel that is away, and no longer asks one that is. */
export function openSilences(ctx: CompanyContext) {
  const kept: Silence[] = []
  const inARow = new Map<string, number>()
  const quiet = new Set<string>()

  return {
    /** Those that are not asked any more. */
    channels: () => [...quiet],
    hear(channelId: string): void {
      inARow.delete(channelId)
    },
    keep(delivery: ToFetch, error: Silence['error']): null {
      const { id } = delivery.channel
      const times = (inARow.get(id) ?? 0) + 1
      inARow.set(id, times)
      kept.push({ delivery, error, at: ctx.clock.now() })
      if (times >= silencesInARow || saysWhen(error) !== undefined || !(error instanceof Unavailable)) quiet.add(id)
      return null
    },
    /** Puts off what got no answer, and leaves to a person what will hardly get one. */
    async note(): Promise<Tally> {
      let tally = noneYet
      for (const silence of kept) {
        tally = sumOf(tally, await noteOne(ctx, silence, quiet.has(silence.delivery.channel.id)))
      }
      return tally
    },
  }
}

const saysWhen = (error: Silence['error']) => (error instanceof Unavailable ? error.retryAfterSeconds : undefined)

/** The silence is this order’s own if the channel has told another since it was asked for this one before. */
function noteOne(ctx: CompanyContext, { delivery, error, at }: Silence, isAway: boolean): Promise<Tally> {
  const { companyId, clock } = ctx
  const now = clock.now().getTime()
  const until = (failures: number) => new Date(now + pauseMs(saysWhen(error), failures))
  return ctx.transaction(async (tx) => {
    const since = delivery.askedBefore ?? at
    const isAlone = !isAway && (await hasToldSince(tx, companyId, delivery.channel.id, since))
    const failures = await noteSilence(tx, companyId, { id: delivery.id, isAlone, until })
    if (failures < mostFailures && now - delivery.receivedAt.getTime() < patienceMs) return noneYet
    await failDeliveries(tx, ctx, [{ id: delivery.id, error: error.message }])
    return { ...noneYet, failed: 1 }
  })
}

const pauseMs = (asked: number | undefined, failures: number) =>
  Math.min(longestPauseMs, asked === undefined ? firstPauseMs * 2 ** Math.max(0, failures - 1) : asked * 1000)
