import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { type BatchResult, mostMatchingOrders, type OrderBatch, type orderBatchesApi } from '#contract/order-batches.ts'
import { type BatchOutcome, batchOutcomes } from '#contract/order-status.ts'
import type { OrderFilter } from '#contract/orders.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { newId } from '#server/platform/ids.ts'
import { findContacts } from '../list/find-contacts.ts'
import { assertChannelOf, listOrderIds, withOwnId } from '../list/queries.ts'
import { areAllOrders, orderNotFound } from '../order-queries.ts'
import { assertAssignable } from '../teamwork/assign-orders.ts'
import { getTagsOrThrow } from '../teamwork/tag-orders.ts'
import {
  getBatchOrThrow,
  insertBatch,
  insertItems,
  omitArrivals,
  listResults,
  lockBatch,
  markWaitingRefused,
  setFinished,
  setStopped,
} from './queries.ts'

type BatchInput = ParsedInputOf<(typeof orderBatchesApi)['start']>

/** Inserts the batch with its items; the job `orders.run-batches` carries it out. */
export async function startBatch(ctx: CompanyContext, input: BatchInput): Promise<OrderBatch> {
  const { companyId, actor } = ctx
  if (actor.type !== 'user') throw new Error('Only a person can start a batch')
  const { action, reason = null, shippingSpeed = null, tags, assigneeId = null, matching } = input
  const choice = await lookUpContacts(ctx, input)
  const startedBy = { userId: actor.userId, userName: actor.name }
  const details = { reason, shippingSpeed, addTagIds: tags?.add, removeTagIds: tags?.remove, assigneeId }
  const batch = { companyId, id: newId(), action, ...details, ...startedBy }
  return ctx.transaction(async (tx) => {
    if (tags) await getTagsOrThrow(tx, companyId, tags)
    if (assigneeId !== null) await assertAssignable(tx, companyId, assigneeId)
    const orderIds = await getChosenOrThrow(tx, companyId, choice)
    await insertBatch(tx, { ...batch, startedAt: ctx.clock.now() })
    await insertItems(tx, companyId, batch.id, orderIds)
    await recordAudit(tx, ctx, {
      action: 'order-batch.start',
      resource: 'order-batch',
      resourceId: batch.id,
      companyId,
      after: {
        action,
        orders: orderIds.length,
        reason,
        shippingSpeed,
        ...(tags && { tags }),
        ...(action === 'assign' && { assigneeId }),
        ...(matching && filterForAudit(matching.filter)),
      },
    })
    ctx.triggerWorker(tx, 'orders.run-batches')
    return describeBatch(tx, ctx, batch.id)
  })
}

type Choice = Pick<BatchInput, 'orderIds' | 'matching'>

type KnownChoice = Choice & { customerIds: readonly string[] | null }

/** Before the transaction, since a contact is hashed with the company's key. Orders “assigned to me” are those of whoever asks. */
export const lookUpContacts = async <Input extends Choice>(ctx: CompanyContext, input: Input) => ({
  ...input,
  ...(input.matching && { matching: { ...input.matching, filter: withOwnId(ctx, input.matching.filter) } }),
  customerIds: await findContacts(ctx, input.matching?.filter.search),
})

/** The orders that a person has chosen one by one, or by a filter. */
export const getChosenOrThrow = (
  tx: Tx,
  companyId: string,
  { orderIds, matching, customerIds }: KnownChoice,
): Promise<string[]> =>
  matching ? getMatchingOrThrow(tx, companyId, { ...matching, customerIds }) : getOwnOrThrow(tx, companyId, orderIds)

async function getOwnOrThrow(tx: Tx, companyId: string, named: readonly string[] = []): Promise<string[]> {
  const orderIds = [...new Set(named)]
  if (!(await areAllOrders(tx, companyId, orderIds))) throw orderNotFound()
  return orderIds
}

type Matching = NonNullable<BatchInput['matching']> & { customerIds: readonly string[] | null }

/** Reads more than a batch may have, because those that came in since the list was read don't count. */
async function getMatchingOrThrow(
  tx: Tx,
  companyId: string,
  { filter, listedAt, customerIds }: Matching,
): Promise<string[]> {
  await assertChannelOf(tx, companyId, filter)
  const span = { cursor: undefined, limit: 2 * mostMatchingOrders }
  const found = await listOrderIds(tx, companyId, { ...filter, customerIds }, span)
  const orderIds = await omitArrivals(tx, companyId, found, listedAt)
  if (orderIds.length === 0) throw new AppError('conflict', say('No orders match anymore. Reload the list.'))
  if (orderIds.length <= mostMatchingOrders) return orderIds
  throw new AppError(
    'conflict',
    say('More than {most} orders match. Narrow the filters, for example by date.', { most: mostMatchingOrders }),
  )
}

/** The search text may be a person's name, so it is not logged. */
const filterForAudit = ({ search, ...filter }: OrderFilter) => ({ filter, isSearched: Boolean(search) })

/** Refuses the items that still wait; those that have begun go on. */
export async function stopBatch(ctx: CompanyContext, { batchId }: { batchId: string }): Promise<OrderBatch> {
  const { companyId, actor } = ctx
  const now = ctx.clock.now()
  return ctx.transaction(async (tx) => {
    await lockBatch(tx, companyId, batchId)
    const left = await markWaitingRefused(tx, companyId, batchId, `Stopped by ${actor.name}.`)
    if (left > 0) {
      await setStopped(tx, companyId, batchId, now)
      await setFinished(tx, companyId, now, batchId)
      await recordAudit(tx, ctx, {
        action: 'order-batch.stop',
        resource: 'order-batch',
        resourceId: batchId,
        companyId,
        after: { leftAlone: left },
      })
      await ctx.publishChange(tx, 'orders')
    }
    return describeBatch(tx, ctx, batchId)
  })
}

export function readBatch(ctx: CompanyContext, { batchId }: { batchId: string }): Promise<OrderBatch> {
  return ctx.read((tx) => describeBatch(tx, ctx, batchId))
}

/** Progress of a batch with one result per order. */
async function describeBatch(tx: Tx, ctx: CompanyContext, batchId: string): Promise<OrderBatch> {
  const { companyId } = ctx
  const { id, action, userName, startedAt, finishedAt } = await getBatchOrThrow(tx, companyId, batchId)
  const results = await listResults(tx, companyId, batchId)
  return {
    id,
    action,
    startedBy: userName,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    total: results.length,
    counts: countsOf(results),
    results: results.map((result) => ({ ...result, message: translateStored(ctx, result.message) })),
  }
}

function countsOf(results: readonly BatchResult[]): OrderBatch['counts'] {
  const none = Object.fromEntries(batchOutcomes.map((outcome) => [outcome, 0])) as Record<BatchOutcome, number>
  for (const { outcome } of results) none[outcome] += 1
  return none
}
