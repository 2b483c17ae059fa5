import type { CompanyContext } from '#server/platform/context.ts'
import { mapConcurrent } from '#server/platform/concurrency.ts'
import { claimAttempts, type AttemptClaim } from '../queries/attempts-to-send.ts'
import { processAttempt } from './driving/drive-attempt.ts'
import type { SubmissionOutcome } from './driving/drive.ts'
import { leaseExpiry } from './driving/lease.ts'

const claimLimit = 8
const concurrency = 4
/** Then other companies have their turn; what is still due is gone on with right after. */
const maxRunMs = 2 * 60 * 1000

type SubmissionCounts = Record<SubmissionOutcome, number>

/** Tells Amazon what to ship and what to stop. What goes wrong with one attempt holds up no other. */
export async function submitDueAttempts(ctx: CompanyContext): Promise<SubmissionCounts> {
  const counts: SubmissionCounts = { accepted: 0, refused: 0, stopping: 0, stopped: 0, waiting: 0, left: 0 }
  const { fulfillment: service } = ctx.ports
  if (!service) return counts
  const faults: unknown[] = []
  const endsAt = ctx.clock.now().getTime() + maxRunMs
  const isOver = () => ctx.clock.now().getTime() >= endsAt
  while (!isOver()) {
    const claimed = await claimDueAttempts(ctx)
    if (claimed.length === 0) break
    // All that is claimed: what were left would wait for its lease to end.
    await mapConcurrent(concurrency, claimed, async (claim) => {
      const outcome = await processAttempt(ctx, service, claim).catch((fault: unknown) => void faults.push(fault))
      if (outcome) counts[outcome] += 1
    })
  }
  if (isOver()) await ctx.transaction(async (tx) => ctx.triggerWorker(tx, 'orders.send'))
  if (faults.length > 0) throw faults[0]
  return counts
}

function claimDueAttempts(ctx: CompanyContext): Promise<AttemptClaim[]> {
  const now = ctx.clock.now()
  const request = { companyId: ctx.companyId, now, lease: leaseExpiry(now), limit: claimLimit }
  return ctx.transaction((tx) => claimAttempts(tx, request))
}
