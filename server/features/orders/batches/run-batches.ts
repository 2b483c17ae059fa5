import { AppError } from '#contract/errors.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import { mostTagsOfOrder } from '#contract/order-tags.ts'
import { addBellItems, type NewBellItem } from '#server/features/bell/bell.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { acknowledge, hold, release } from '../actions/actions.ts'
import { isDataError } from '../errors.ts'
import { cancel } from '../fulfillment/request-cancellation.ts'
import { requestFulfillment } from '../fulfillment/request-fulfillment.ts'
import { changeAssignee } from '../teamwork/assign-orders.ts'
import { changeTags } from '../teamwork/tag-orders.ts'
import {
  countAssigned,
  findNextItem,
  type FinishedBatch,
  hasItemsToRun,
  type ItemOutcome,
  listResults,
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
    case 'cancel':
      await cancel(tx, personCtx, { orderId, reason: reason ?? undefined })
      return { outcome: 'done' }
    case 'release':
      await release(tx, personCtx, { orderId })
      return { outcome: 'done' }
    case 'tag':
      await tagItem(tx, personCtx, item)
      return { outcome: 'done' }
    case 'assign':
      await changeAssignee(tx, personCtx, { orderIds: [orderId], userId: item.assigneeId })
      return { outcome: 'done' }
  }
}

async function tagItem(tx: Tx, ctx: CompanyContext, item: WaitingItem): Promise<void> {
  const { orderId, addTagIds, removeTagIds } = item
  const { full } = await changeTags(tx, ctx, { orderIds: [orderId], add: addTagIds, remove: removeTagIds })
  if (full.length === 0) return
  throw new AppError(
    'conflict',
    say('An order can have up to {most} tags. Its tags were not changed.', { most: mostTagsOfOrder }),
  )
}

/** Starting a batch requires the role `ops` or higher. */
const actorOf = ({ userId, userName }: Pick<WaitingItem, 'userId' | 'userName'>) =>
  ({ type: 'user', userId, name: userName, role: 'ops' }) as const

async function recordRefusedItem(ctx: CompanyContext, item: WaitingItem, error: unknown): Promise<void> {
  const isAppError = error instanceof AppError
  if (!isAppError)
    ctx.log.error(
      { orderId: item.orderId, ...loggableError(error) },
      'an order of a batch failed; its result says so and it can be tried again',
    )
  const message = isAppError
    ? error.message
    : formatMessage(say('Something went wrong on our side. Try this order again.'))
  await ctx.transaction(async (tx) => {
    await setOutcome(tx, ctx.companyId, item, { outcome: 'refused', message })
    await ctx.publishChange(tx, 'orders')
  })
}

async function finishBatches(ctx: CompanyContext): Promise<void> {
  await ctx.transaction(async (tx) => {
    const finished = await setFinished(tx, ctx.companyId, ctx.clock.now())
    if (finished.length === 0) return
    await addBellItems(tx, ctx, await Promise.all(finished.map((batch) => describeEnd(tx, ctx.companyId, batch))))
    for (const batch of finished) await notifyAssignee(tx, ctx, batch)
    await ctx.publishChange(tx, 'orders')
  })
}

/** What whoever started a batch hears of its end. */
async function describeEnd(tx: Tx, companyId: string, { id, action, userId }: FinishedBatch): Promise<NewBellItem> {
  const results = await listResults(tx, companyId, id)
  const refused = results.filter(({ outcome }) => outcome === 'refused').length
  return { userId, kind: 'batch_finished', orders: results.length, batch: { id, action, refused } }
}

/** Of all orders of a batch that are a person's now, the person hears once. */
async function notifyAssignee(tx: Tx, ctx: CompanyContext, batch: FinishedBatch): Promise<void> {
  if (batch.action !== 'assign' || batch.assigneeId === null) return
  const orders = await countAssigned(tx, ctx.companyId, batch.id)
  if (orders === 0) return
  await addBellItems(tx, { ...ctx, actor: actorOf(batch) }, [{ userId: batch.assigneeId, kind: 'assigned', orders }])
}

/** Whether the job `orders.run-batches` has anything to do. */
export const hasBatchesToRun = (tx: Tx, companyId: string, _now: Date): Promise<boolean> => hasItemsToRun(tx, companyId)
