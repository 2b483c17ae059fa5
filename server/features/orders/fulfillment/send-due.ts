import type { CompanyContext } from '#server/platform/context.ts'
import { inLanes } from '#server/platform/in-lanes.ts'
import { claimAttempts, type Claimed } from '../queries/attempts-to-send.ts'
import { driveAttempt } from './driving/drive-attempt.ts'
import type { Outcome } from './driving/drive.ts'
import { leaseFrom } from './driving/lease.ts'

const mostClaimed = 8
const lanes = 4
/** Then other companies have their turn; what is still due is gone on with right after. */
const longestMilliseconds = 2 * 60 * 1000

type Tally = Record<Outcome, number>

/** Tells Amazon what to ship and what to stop. What goes wrong with one attempt holds up no other. */
export async function sendDue(ctx: CompanyContext): Promise<Tally> {
  const tally: Tally = { accepted: 0, refused: 0, stopping: 0, stopped: 0, waiting: 0, left: 0 }
  const { fulfillment: service } = ctx.ports
  if (!service) return tally
  const faults: unknown[] = []
  const endsAt = ctx.clock.now().getTime() + longestMilliseconds
  const isOver = () => ctx.clock.now().getTime() >= endsAt
  while (!isOver()) {
    const claimed = await claim(ctx)
    if (claimed.length === 0) break
    // All that is claimed: what were left would wait for its lease to end.
    await inLanes(lanes, claimed, async (one) => {
      const outcome = await driveAttempt(ctx, service, one).catch((fault: unknown) => void faults.push(fault))
      if (outcome) tally[outcome] += 1
    })
  }
  if (isOver()) await ctx.transaction(async (tx) => ctx.wake(tx, 'orders.send'))
  if (faults.length > 0) throw faults[0]
  return tally
}

function claim(ctx: CompanyContext): Promise<Claimed[]> {
  const now = ctx.clock.now()
  const wanted = { companyId: ctx.companyId, now, lease: leaseFrom(now), limit: mostClaimed }
  return ctx.transaction((tx) => claimAttempts(tx, wanted))
}
