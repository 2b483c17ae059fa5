import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { isDataError } from '../take-in/is-fault-of-order.ts'
import { applyItem } from './do-item.ts'
import { setFinished } from './queries/batches.ts'
import { findNextItem, lockWaitingItem, setOutcome, type ItemOutcome, type WaitingItem } from './queries/items.ts'

type BatchCounts = { done: number; sending: number; refused: number }

/** Sees to the orders of all open batches, each in a transaction of its own, until none is left that can be seen to. */
export async function runBatches(ctx: CompanyContext): Promise<BatchCounts> {
  const counts: BatchCounts = { done: 0, sending: 0, refused: 0 }
  for (;;) {
    const item = await ctx.transaction((tx) => findNextItem(tx, ctx.companyId))
    if (!item) break
    const outcome = await runItem(ctx, item)
    if (outcome) counts[outcome] += 1
  }
  await finishBatches(ctx)
  return counts
}

/** Null when somebody else has seen to it meanwhile. */
async function runItem(ctx: CompanyContext, item: WaitingItem): Promise<ItemOutcome['outcome'] | null> {
  try {
    return await ctx.transaction(async (tx) => {
      if (!(await lockWaitingItem(tx, ctx.companyId, item))) return null
      const outcome = await applyItem(tx, ctx, item)
      await setOutcome(tx, ctx.companyId, item, outcome)
      return outcome.outcome
    })
  } catch (error) {
    if (!isDataError(error)) throw error
    await recordRefusedItem(ctx, item, error)
    return 'refused'
  }
}

async function recordRefusedItem(ctx: CompanyContext, item: WaitingItem, error: unknown): Promise<void> {
  const isAppError = error instanceof AppError
  if (!isAppError)
    ctx.log.error({ orderId: item.orderId, ...loggableError(error) }, 'an order of a batch could not be seen to')
  const message = isAppError ? error.message : 'This did not work, for a reason of our own. Try this order again.'
  await ctx.transaction(async (tx) => {
    await setOutcome(tx, ctx.companyId, item, { outcome: 'refused', message })
    await ctx.publishChange(tx, 'orders')
  })
}

async function finishBatches(ctx: CompanyContext): Promise<void> {
  await ctx.transaction(async (tx) => {
    const finished = await setFinished(tx, ctx.companyId, ctx.clock.now())
    if (finished > 0) await ctx.publishChange(tx, 'orders')
  })
}
