import type { CompanyContext } from '#server/platform/context.ts'
import { mapConcurrent } from '#server/platform/concurrency.ts'
import { claimAttemptsToTrack, type TrackedAttempt } from '../queries/attempts-to-follow.ts'
import { pollChanges } from './following/find-changed.ts'
import { trackAttempt, type TrackingOutcome } from './following/follow-attempt.ts'

const claimLimit = 8
const concurrency = 4
/** Longer than Amazon is ever waited for. */
const claimSeconds = 120
/** Then other companies have their turn; what is still due is gone on with right after. */
const maxRunMs = 2 * 60 * 1000

type TrackingCounts = Record<TrackingOutcome, number>

/** Asks Amazon how far its fulfilments have come. What goes wrong with one holds up no other. */
export async function trackDueAttempts(ctx: CompanyContext): Promise<TrackingCounts> {
  const counts: TrackingCounts = { read: 0, waiting: 0, forgotten: 0 }
  const { fulfillment: service } = ctx.ports
  if (!service) return counts
  const endsAt = ctx.clock.now().getTime() + maxRunMs
  const isOver = () => ctx.clock.now().getTime() >= endsAt
  const faults: unknown[] = []
  await pollChanges(ctx, service)
  while (!isOver()) {
    const claimed = await claimDueAttempts(ctx)
    if (claimed.length === 0) break
    await mapConcurrent(concurrency, claimed, async (attempt) => {
      try {
        counts[await trackAttempt(ctx, service, attempt)] += 1
      } catch (fault) {
        faults.push(fault)
      }
    })
  }
  if (isOver()) await ctx.transaction(async (tx) => ctx.triggerWorker(tx, 'orders.follow'))
  if (faults.length > 0) throw faults[0]
  return counts
}

function claimDueAttempts(ctx: CompanyContext): Promise<TrackedAttempt[]> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + claimSeconds * 1000)
  return ctx.transaction((tx) => claimAttemptsToTrack(tx, { companyId, now, until, limit: claimLimit }))
}
