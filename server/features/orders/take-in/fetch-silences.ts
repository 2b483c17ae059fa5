import { hasToldSince, noteSilence, type ToFetch } from '#server/features/channels/inbox/queries/to-fetch.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Unavailable, type Unauthorized } from '#server/ports/failure.ts'
import { failDeliveries } from './take-in-deliveries.ts'
import { noneYet, type Tally } from './tally.ts'

export const askedTogether = 4
/** A channel that has not answered so often in a row is not asked any more for now; more than wait for it at once. */
const silencesInARow = askedTogether + 1
/** One about which the channel keeps silent so often after the first time, though it tells others, waits for a person. */
const mostFailures = 4
/** So does one that has waited for so long, whoever is to blame. */
const patienceMs = 24 * 3600_000
const firstPauseMs = 60_000
const longestPauseMs = 600_000

type Trouble = Unavailable | Unauthorized
export type Silences = ReturnType<typeof openSilences>

/** Tells one order’s own trouble from a channel that is away, and no longer asks one that is. */
export function openSilences(ctx: CompanyContext) {
  const inARow = new Map<string, number>()
  const quiet = new Set<string>()

  return {
    /** Those that are not asked any more. */
    channels: () => [...quiet],
    hear(channelId: string): void {
      inARow.delete(channelId)
    },
    /** Puts off what got no answer, or leaves it to a person where it will hardly get one. */
    note(delivery: ToFetch, trouble: Trouble): Promise<Tally> {
      const { id } = delivery.channel
      const times = (inARow.get(id) ?? 0) + 1
      inARow.set(id, times)
      if (times >= silencesInARow || saysWhen(trouble) !== undefined || !(trouble instanceof Unavailable)) quiet.add(id)
      return putOff(ctx, delivery, trouble, quiet.has(id))
    },
  }
}

const saysWhen = (trouble: Trouble) => (trouble instanceof Unavailable ? trouble.retryAfterSeconds : undefined)

/** The silence is this order’s own if the channel has told another since it was asked for this one before. */
function putOff(ctx: CompanyContext, delivery: ToFetch, trouble: Trouble, isAway: boolean): Promise<Tally> {
  const { companyId, clock } = ctx
  const { id, channel, askedBefore, receivedAt } = delivery
  const now = clock.now().getTime()
  const until = (failures: number) => new Date(now + pauseMs(saysWhen(trouble), failures))
  return ctx.transaction(async (tx) => {
    const isAlone = !isAway && askedBefore !== null && (await hasToldSince(tx, companyId, channel.id, askedBefore))
    const failures = await noteSilence(tx, companyId, { id, isAlone, until })
    const isHopeless = failures !== null && (failures >= mostFailures || now - receivedAt.getTime() >= patienceMs)
    if (!isHopeless) return noneYet
    await failDeliveries(tx, ctx, [{ id, error: trouble.message }])
    return { ...noneYet, failed: 1 }
  })
}

const pauseMs = (asked: number | undefined, failures: number) =>
  Math.min(longestPauseMs, asked === undefined ? firstPauseMs * 2 ** failures : asked * 1000)
