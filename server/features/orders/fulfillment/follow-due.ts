import type { CompanyContext } from '#server/platform/context.ts'
import { inLanes } from '#server/platform/in-lanes.ts'
import { claimAttemptsToFollow, type FollowedAttempt } from '../queries/attempts-to-follow.ts'
import { findChanged } from './following/find-changed.ts'
import { followAttempt, type Followed } from './following/follow-attempt.ts'

const mostClaimed = 8
const lanes = 4
/** Longer than Amazon is ever waited for. */
const claimSeconds = 120
/** Then other companies have their turn; what is still due is gone on with right after. */
const longestMilliseconds = 2 * 60 * 1000

type Tally = Record<Followed, number>

/** Asks Amazon how far its fulfilments have come. What goes wrong with one holds up no other. */
export async function followDue(ctx: CompanyContext): Promise<Tally> {
  const tally: Tally = { read: 0, waiting: 0, forgotten: 0 }
  const { fulfillment: service } = ctx.ports
  if (!service) return tally
  const endsAt = ctx.clock.now().getTime() + longestMilliseconds
  const isOver = () => ctx.clock.now().getTime() >= endsAt
  const faults: unknown[] = []
  await findChanged(ctx, service)
  while (!isOver()) {
    const claimed = await claim(ctx)
    if (claimed.length === 0) break
    await inLanes(lanes, claimed, async (attempt) => {
      try {
        tally[await followAttempt(ctx, service, attempt)] += 1
      } catch (fault) {
        faults.push(fault)
      }
    })
  }
  if (isOver()) await ctx.transaction(async (tx) => ctx.wake(tx, 'orders.follow'))
  if (faults.length > 0) throw faults[0]
  return tally
}

function claim(ctx: CompanyContext): Promise<FollowedAttempt[]> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + claimSeconds * 1000)
  return ctx.transaction((tx) => claimAttemptsToFollow(tx, { companyId, now, until, limit: mostClaimed }))
}
