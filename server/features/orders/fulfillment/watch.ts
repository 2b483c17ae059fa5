import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { lockOrders } from '../queries/lock-orders.ts'
import { listStuckAttempts, type StuckAttempt } from '../queries/stuck-attempts.ts'
import { noEffects } from './news/chapter.ts'
import { requestCancellation } from './request-cancellation.ts'
import { stuckCriteria } from './watch-waiting.ts'
import { writeEffects } from './news/write-chapter.ts'

type StuckCounts = { found: number; healing: number }

/** Finds what is stuck at Amazon, tells of it once, and has it cancelled and sent again where the company wants that. */
export async function findStuckFulfillments(ctx: CompanyContext): Promise<StuckCounts> {
  const { companyId, clock } = ctx
  const counts: StuckCounts = { found: 0, healing: 0 }
  const stuck = await ctx.transaction((tx) => listStuckAttempts(tx, stuckCriteria(companyId, clock.now())))
  for (const orderId of new Set(stuck.map((attempt) => attempt.orderId))) {
    const handled = await ctx.transaction((tx) => handleStuckOrder(tx, ctx, orderId))
    counts.found += handled.found
    counts.healing += handled.healing
  }
  return counts
}

/** Looked at again under the order's lock: Amazon, or a person, may have moved meanwhile. */
async function handleStuckOrder(tx: Tx, ctx: CompanyContext, orderId: string): Promise<StuckCounts> {
  const { companyId, clock } = ctx
  await lockOrders(tx, companyId, [orderId])
  const stuck = await listStuckAttempts(tx, { ...stuckCriteria(companyId, clock.now()), orderId })
  const unreported = stuck.filter(({ isNew }) => isNew)
  const raised = [...Map.groupBy(unreported, ({ code }) => code)].map(([code, attempts]) => ({
    code,
    reason: attempts.map(reasonOf).join(' '),
  }))
  await writeEffects(tx, ctx, orderId, { ...noEffects(), raised }, ctx.actor)
  const isResending = stuck.some(({ isToBeHealed }) => isToBeHealed) && (await autoResend(tx, ctx, orderId))
  return { found: unreported.length, healing: isResending ? 1 : 0 }
}

function reasonOf({ code, externalId, wasTold }: StuckAttempt): string {
  if (code === 'stuck_in_planning') return `Amazon has not begun to ship ${externalId}, and should have by now.`
  return wasTold
    ? `Amazon has not said whether it has ${externalId}.`
    : `Amazon can’t be told of ${externalId}. See in Settings whether the account is connected.`
}

/** What can't be cancelled stays for a person. */
async function autoResend(tx: Tx, ctx: CompanyContext, orderId: string): Promise<boolean> {
  try {
    await requestCancellation(tx, ctx, { orderId, purpose: 'send_again', reason: 'It was stuck at Amazon.' })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
