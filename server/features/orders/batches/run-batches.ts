import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { acknowledge, hold, release } from '../actions/actions.ts'
import { isDataError } from '../errors.ts'
import { requestFulfillment } from '../fulfillment/request-fulfillment.ts'
import {
  findNextItem,
  hasItemsToRun,
  type ItemOutcome,
  lockWaitingItem,
  setFinished,
  setOutcome,
  type WaitingItem,
} from './queries.ts'

type BatchCounts = { done: number; sending: number; refused: number }

/** Applies the items of all open batches, each in its own transaction, until none can be processed. */
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

/** Null when another worker has processed the item. */
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

/**
 * Applies the batch's action to the order as the user who started it. Throws the same refusals as the single action.
 */
async function applyItem(tx: Tx, ctx: CompanyContext, item: WaitingItem): Promise<ItemOutcome> {
  const { action, orderId, reason } = item
  const personCtx = { ...ctx, actor: actorOf(item) }
  switch (action) {
    case 'fulfill': {
      const request = { orderId, shippingSpeed: item.shippingSpeed ?? undefined, insists: false, isBulk: true }
      const { fulfillmentId } = await requestFulfillment(tx, personCtx, request)
      return { outcome: 'sending', fulfillmentId }
    }
    case 'acknowledge':
      await acknowledge(tx, personCtx, { orderId })
      return { outcome: 'done' }
    case 'hold':
      if (reason === null) throw new Error('A batch of holds has a reason')
      await hold(tx, personCtx, { orderId, reason })
      return { outcome: 'done' }
    case 'release':
      await release(tx, personCtx, { orderId })
      return { outcome: 'done' }
  }
}

/** Starting a batch requires the role `ops` or higher. */
const actorOf = ({ userId, userName }: WaitingItem) => ({ type: 'user', userId, name: userName, role: 'ops' }) as const

async function recordRefusedItem(ctx: CompanyContext, item: WaitingItem, error: unknown): Promise<void> {
  const isAppError = error instanceof AppError
  if (!isAppError)
    ctx.log.error(
      { orderId: item.orderId, ...loggableError(error) },
      'an order of a batch failed; its result says so and it can be tried again',
    )
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

/** Whether the job `orders.run-batches` has anything to do. */
export const hasBatchesToRun = (tx: Tx, companyId: string, _now: Date): Promise<boolean> => hasItemsToRun(tx, companyId)
