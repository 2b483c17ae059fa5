import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockOrders } from '../queries/lock-orders.ts'
import { listStuckAttempts, type StuckAttempt } from '../queries/stuck-attempts.ts'
import { newChapter } from './news/chapter.ts'
import { requestCancellation } from './request-cancellation.ts'
import { stuckBy } from './watch-waiting.ts'
import { writeChapter } from './news/write-chapter.ts'

type Tally = { found: number; healing: number }

/** Finds what is stuck at Amazon, tells of it once, and has it cancelled and sent again where the company wants that. */
export async function watchFulfillments(ctx: CompanyContext): Promise<Tally> {
  const { companyId, clock } = ctx
  const tally: Tally = { found: 0, healing: 0 }
  const stuck = await ctx.transaction((tx) => listStuckAttempts(tx, stuckBy(companyId, clock.now())))
  for (const orderId of new Set(stuck.map((attempt) => attempt.orderId))) {
    const seen = await ctx.transaction((tx) => seeTo(tx, ctx, orderId))
    tally.found += seen.found
    tally.healing += seen.healing
  }
  return tally
}

/** Looked at again under the order's lock: Amazon, or a person, may have moved meanwhile. */
async function seeTo(tx: Tx, ctx: CompanyContext, orderId: string): Promise<Tally> {
  const { companyId, clock } = ctx
  await lockOrders(tx, companyId, [orderId])
  const stuck = await listStuckAttempts(tx, { ...stuckBy(companyId, clock.now()), orderId })
  const untold = stuck.filter(({ isNew }) => isNew)
  const raised = [...Map.groupBy(untold, ({ code }) => code)].map(([code, attempts]) => ({
    code,
    reason: attempts.map(reasonOf).join(' '),
  }))
  await writeChapter(tx, ctx, orderId, { ...newChapter(), raised }, ctx.actor)
  const isHealing = stuck.some(({ isToBeHealed }) => isToBeHealed) && (await heal(tx, ctx, orderId))
  return { found: untold.length, healing: isHealing ? 1 : 0 }
}

function reasonOf({ code, externalId, wasTold }: StuckAttempt): string {
  if (code === 'stuck_in_planning') return `Amazon has not begun to ship ${externalId}, and should have by now.`
  return wasTold
    ? `Amazon has not said whether it has ${externalId}.`
    : `Amazon can’t be told of ${externalId}. See in Settings whether the account is connected.`
}

/** What can't be cancelled stays for a person. */
async function heal(tx: Tx, ctx: CompanyContext, orderId: string): Promise<boolean> {
  try {
    await requestCancellation(tx, ctx, { orderId, purpose: 'send_again', reason: 'It was stuck at Amazon.' })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
