import {
  hasAnsweredSince,
  recordFetchFailure,
  type DeliveryToFetch,
} from '#server/features/channels/inbox/queries/to-fetch.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Unavailable, type Unauthorized } from '#server/ports/failure.ts'
import { failDeliveries } from './take-in-deliveries.ts'
import { noCounts, type RunCounts } from './tally.ts'

export const fetchConcurrency = 4
/** A channel that has not answered so often in a row is not asked any more for now; more than wait for it at once. */
const maxConsecutiveFailures = fetchConcurrency + 1
/** One about which the channel keeps silent so often after the first time, though it tells others, waits for a person. */
const maxFailures = 4
/** So does one that has waited for so long, whoever is to blame. */
const maxWaitMs = 24 * 3600_000
const initialBackoffMs = 60_000
const maxBackoffMs = 600_000

type FetchFailure = Unavailable | Unauthorized
export type FetchBackoff = ReturnType<typeof createFetchBackoff>

/** Tells one order’s own trouble from a channel that is away, and no longer asks one that is. */
export function createFetchBackoff(ctx: CompanyContext) {
  const consecutiveFailures = new Map<string, number>()
  const pausedChannels = new Set<string>()

  return {
    /** Those that are not asked any more. */
    pausedChannelIds: () => [...pausedChannels],
    recordSuccess(channelId: string): void {
      consecutiveFailures.delete(channelId)
    },
    /** Puts off what got no answer, or leaves it to a person where it will hardly get one. */
    recordFailure(delivery: DeliveryToFetch, failure: FetchFailure): Promise<RunCounts> {
      const { id } = delivery.channel
      const failuresInARow = (consecutiveFailures.get(id) ?? 0) + 1
      consecutiveFailures.set(id, failuresInARow)
      if (
        failuresInARow >= maxConsecutiveFailures ||
        retryAfterOf(failure) !== undefined ||
        !(failure instanceof Unavailable)
      )
        pausedChannels.add(id)
      return postpone(ctx, delivery, failure, pausedChannels.has(id))
    },
  }
}

const retryAfterOf = (failure: FetchFailure) => (failure instanceof Unavailable ? failure.retryAfterSeconds : undefined)

/** The silence is this order’s own if the channel has told another since it was asked for this one before. */
function postpone(
  ctx: CompanyContext,
  delivery: DeliveryToFetch,
  failure: FetchFailure,
  isChannelDown: boolean,
): Promise<RunCounts> {
  const { companyId, clock } = ctx
  const { id, channel, askedBefore, receivedAt } = delivery
  const now = clock.now().getTime()
  const until = (failures: number) => new Date(now + backoffMs(retryAfterOf(failure), failures))
  return ctx.transaction(async (tx) => {
    const isAlone =
      !isChannelDown && askedBefore !== null && (await hasAnsweredSince(tx, companyId, channel.id, askedBefore))
    const failures = await recordFetchFailure(tx, companyId, { id, isAlone, until })
    const isExhausted = failures !== null && (failures >= maxFailures || now - receivedAt.getTime() >= maxWaitMs)
    if (!isExhausted) return noCounts
    await failDeliveries(tx, ctx, [{ id, error: failure.message }])
    return { ...noCounts, failed: 1 }
  })
}

const backoffMs = (retryAfterSeconds: number | undefined, failures: number) =>
  Math.min(maxBackoffMs, retryAfterSeconds === undefined ? initialBackoffMs * 2 ** failures : retryAfterSeconds * 1000)
