import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { errorFacts } from '#server/platform/error-facts.ts'
import { isFaultOfOrder } from '../take-in/is-fault-of-order.ts'
import { doItem } from './do-item.ts'
import { setFinished } from './queries/batches.ts'
import { findNextItem, lockWaitingItem, setOutcome, type Outcome, type WaitingItem } from './queries/items.ts'

type Tally = { done: number; sending: number; refused: number }

/** Sees to the orders of all open batches, each in a transaction of its own, until none is left that can be seen to. */
export async function runBatches(ctx: CompanyContext): Promise<Tally> {
  const tally: Tally = { done: 0, sending: 0, refused: 0 }
  for (;;) {
    const item = await ctx.transaction((tx) => findNextItem(tx, ctx.companyId))
    if (!item) break
    const outcome = await runItem(ctx, item)
    if (outcome) tally[outcome] += 1
  }
  await finish(ctx)
  return tally
}

/** Null when somebody else has seen to it meanwhile. */
async function runItem(ctx: CompanyContext, item: WaitingItem): Promise<Outcome['outcome'] | null> {
  try {
    return await ctx.transaction(async (tx) => {
      if (!(await lockWaitingItem(tx, ctx.companyId, item))) return null
      const outcome = await doItem(tx, ctx, item)
      await setOutcome(tx, ctx.companyId, item, outcome)
      return outcome.outcome
    })
  } catch (error) {
    if (!isFaultOfOrder(error)) throw error
    await refuse(ctx, item, error)
    return 'refused'
  }
}

async function refuse(ctx: CompanyContext, item: WaitingItem, error: unknown): Promise<void> {
  const isRefusal = error instanceof AppError
  if (!isRefusal)
    ctx.log.error({ orderId: item.orderId, ...errorFacts(error) }, 'an order of a batch could not be seen to')
  const message = isRefusal ? error.message : 'This did not work, for a reason of our own. Try this order again.'
  await ctx.transaction(async (tx) => {
    await setOutcome(tx, ctx.companyId, item, { outcome: 'refused', message })
    await ctx.announce(tx, 'orders')
  })
}

async function finish(ctx: CompanyContext): Promise<void> {
  await ctx.transaction(async (tx) => {
    const finished = await setFinished(tx, ctx.companyId, ctx.clock.now())
    if (finished > 0) await ctx.announce(tx, 'orders')
  })
}
