import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import type { BatchResult } from '#contract/order-batches.ts'
import type { BatchAction, ShippingSpeed } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { orderBatches, orderBatchItems } from '#server/platform/db/schema/order-batches.ts'
import { hasOpenAccount } from '../fulfillment/submission-queries.ts'

type BatchRecord = typeof orderBatches.$inferSelect

const byId = (companyId: string, batchId: string) =>
  and(eq(orderBatches.companyId, companyId), eq(orderBatches.id, batchId))

const noSuchBatch = () => new AppError('not_found', say('This batch doesn’t exist.'))

export async function insertBatch(tx: Tx, batch: typeof orderBatches.$inferInsert): Promise<void> {
  await tx.insert(orderBatches).values(batch)
}

export async function getBatchOrThrow(tx: Tx, companyId: string, batchId: string): Promise<BatchRecord> {
  const [batch] = await tx.select().from(orderBatches).where(byId(companyId, batchId))
  if (!batch) throw noSuchBatch()
  return batch
}

export async function lockBatch(tx: Tx, companyId: string, batchId: string): Promise<BatchRecord> {
  const [batch] = await tx.select().from(orderBatches).where(byId(companyId, batchId)).for('no key update')
  if (!batch) throw noSuchBatch()
  return batch
}

export async function setStopped(tx: Tx, companyId: string, batchId: string, at: Date): Promise<void> {
  await tx
    .update(orderBatches)
    .set({ stoppedAt: at })
    .where(and(byId(companyId, batchId), isNull(orderBatches.stoppedAt)))
}

export type FinishedBatch = Pick<BatchRecord, 'id' | 'action' | 'userId' | 'userName' | 'assigneeId'>

/** Finishes batches without open items (all, or the one given) and returns them. */
export async function setFinished(tx: Tx, companyId: string, at: Date, batchId?: string): Promise<FinishedBatch[]> {
  const { rows } = await tx.execute<FinishedBatch>(sql`
    update order_batches b set finished_at = ${at.toISOString()}::timestamptz
    where b.company_id = ${companyAtRunTime(companyId)} and b.finished_at is null and not ${hasOpenItems}
      ${batchId === undefined ? sql`` : sql`and b.id = ${batchId}`}
    returning b.id, b.action, b.user_id as "userId", b.user_name as "userName", b.assignee_id as "assigneeId"`)
  return rows
}

/** One order of a batch, the action to apply to it and the user who started the batch. */
export type WaitingItem = {
  batchId: string
  orderId: string
  action: BatchAction
  reason: string | null
  shippingSpeed: ShippingSpeed | null
  addTagIds: string[]
  removeTagIds: string[]
  assigneeId: string | null
  userId: string
  userName: string
}

/**
 * Most batch orders queued for Amazon at once. Orders that are not queued yet can still be stopped, held and edited.
 */
const maxQueued = 24

/** The queue is refilled at this length: before it runs empty, but not with one job per order. */
const refillBelow = 16

/** Attempts with an error or a refused account do not count: they wait for Amazon or for a person. */
const queuedAtAmazon = (companyId: string) => sql`(
  select count(*) from order_batches b join order_batch_items i on i.company_id = b.company_id and i.batch_id = b.id
  join ${attemptOfItem}
  where b.company_id = ${companyAtRunTime(companyId)} and b.finished_at is null and f.status = 'pending' and f.error is null
    and ${hasOpenAccount(companyId)}
)`

export async function insertItems(
  tx: Tx,
  companyId: string,
  batchId: string,
  orderIds: readonly string[],
): Promise<void> {
  const rows = orderIds.map((orderId, position) => ({ companyId, batchId, orderId, position }))
  await insertRows(tx, orderBatchItems, rows)
}

/** Those of the orders, in their sequence, that were there when the list was read. */
export async function omitArrivals(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
  listedAt: string,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select o.id from unnest(${sql.param([...orderIds])}::uuid[]) with ordinality as listed(id, place)
    join orders o on o.company_id = ${companyAtRunTime(companyId)} and o.id = listed.id
    where o.created_at <= ${listedAt}::timestamptz order by listed.place`)
  return rows.map(({ id }) => id)
}

/** Ordered by position across all batches, so that a small batch does not wait behind a large one. */
export async function findNextItem(tx: Tx, companyId: string): Promise<WaitingItem | undefined> {
  const { rows } = await tx.execute<WaitingItem>(sql`
    select i.batch_id as "batchId", i.order_id as "orderId", b.action, b.reason, b.shipping_speed as "shippingSpeed",
      b.add_tag_ids::text[] as "addTagIds", b.remove_tag_ids::text[] as "removeTagIds", b.assignee_id as "assigneeId",
      b.user_id as "userId", b.user_name as "userName"
    from order_batches b join order_batch_items i on i.company_id = b.company_id and i.batch_id = b.id
    where b.company_id = ${companyAtRunTime(companyId)} and b.finished_at is null and i.outcome = 'waiting'
      and (b.action <> 'fulfill' or ${queuedAtAmazon(companyId)} < ${maxQueued})
    order by i.position, b.started_at, b.id limit 1`)
  return rows[0]
}

/** Whether an item can be processed, or a batch can be finished. */
export async function hasItemsToRun(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ due: boolean }>(sql`
    select exists (
      select from order_batches b
      where b.company_id = ${companyAtRunTime(companyId)} and b.finished_at is null and (not ${hasOpenItems} or (
        (b.action <> 'fulfill' or ${queuedAtAmazon(companyId)} <= ${refillBelow}) and exists (
          select from order_batch_items i
          where i.company_id = b.company_id and i.batch_id = b.id and i.outcome = 'waiting'
        )
      ))
    ) as due`)
  return rows[0]?.due ?? false
}

type ItemKey = Pick<WaitingItem, 'batchId' | 'orderId'>

const isWaitingItem = (companyId: string, { batchId, orderId }: ItemKey) =>
  and(
    eq(orderBatchItems.companyId, companyId),
    eq(orderBatchItems.batchId, batchId),
    eq(orderBatchItems.orderId, orderId),
    eq(orderBatchItems.outcome, 'waiting'),
  )

/** False when another worker has processed the item, or somebody has stopped the batch. */
export async function lockWaitingItem(tx: Tx, companyId: string, item: ItemKey): Promise<boolean> {
  const found = await tx
    .select({ position: orderBatchItems.position })
    .from(orderBatchItems)
    .where(isWaitingItem(companyId, item))
    .for('update')
  return found.length > 0
}

export type ItemOutcome =
  | { outcome: 'done' }
  | { outcome: 'sending'; fulfillmentId: string }
  | { outcome: 'refused'; message: string }

/** Changes only an item that still waits. */
export async function setOutcome(tx: Tx, companyId: string, item: ItemKey, outcome: ItemOutcome): Promise<void> {
  await tx.update(orderBatchItems).set(outcome).where(isWaitingItem(companyId, item))
}

/** Refuses all items that still wait and returns how many. */
export async function markWaitingRefused(tx: Tx, companyId: string, batchId: string, message: string): Promise<number> {
  const { companyId: company, batchId: batch, outcome } = orderBatchItems
  const refused = await tx
    .update(orderBatchItems)
    .set({ outcome: 'refused', message })
    .where(and(eq(company, companyId), eq(batch, batchId), eq(outcome, 'waiting')))
    .returning({ orderId: orderBatchItems.orderId })
  return refused.length
}

/** How many orders of a batch of assignments were not the person's before it, and are now. */
export async function countAssigned(tx: Tx, companyId: string, batchId: string): Promise<number> {
  const { rows } = await tx.execute<{ assigned: number }>(sql`
    select count(*)::int as assigned from order_batches b
    join order_batch_items i on i.company_id = b.company_id and i.batch_id = b.id and i.outcome = 'done'
    join order_assignments a on a.company_id = i.company_id and a.order_id = i.order_id
    where b.company_id = ${companyAtRunTime(companyId)} and b.id = ${batchId}
      and a.user_id = b.assignee_id and a.assigned_at >= b.started_at`)
  return rows[0]?.assigned ?? 0
}

type ResultRecord = Omit<BatchResult, 'message'> & { refusal: string | null }

/** One result per order, in the order of selection. */
export async function listResults(tx: Tx, companyId: string, batchId: string): Promise<BatchResult[]> {
  const { rows } = await tx.execute<ResultRecord>(sql`
    select i.order_id as "orderId", o.order_number as "orderNumber", o.external_order_id as "externalOrderId",
      o.external_number as "externalNumber", c.name as "channelName", o.status,
      ${outcomeOfItem} as outcome, coalesce(i.message, f.error) as refusal
    from order_batch_items i left join ${attemptOfItem}
    join orders o on o.company_id = i.company_id and o.id = i.order_id
    left join channels c on c.company_id = o.company_id and c.id = o.channel_id
    where i.company_id = ${companyAtRunTime(companyId)} and i.batch_id = ${batchId}
    order by i.position`)
  return rows.map(({ refusal, ...result }) => ({ ...result, message: messageOf(result, refusal) }))
}

/** An attempt that was cancelled by a person has no error text of its own. */
const messageOf = ({ outcome }: Pick<BatchResult, 'outcome'>, refusal: string | null): string | null =>
  outcome === 'refused' ? (refusal ?? formatMessage(say('The order was cancelled before Amazon accepted it.'))) : null

/** Outcome of an item `i`. For items that were sent it follows from the status of their attempt `f` at Amazon. */
const outcomeOfItem = sql`case
  when i.outcome <> 'sending' then i.outcome
  when f.status = 'pending' then 'sending'
  when f.accepted_at is null and f.status in ('cancelled', 'unfulfillable') then 'refused'
  else 'done' end`

const attemptOfItem = sql`fulfillments f on f.company_id = i.company_id and f.id = i.fulfillment_id`

/** Whether an item of the batch `b` is waiting, or its attempt has no answer from Amazon yet. */
const hasOpenItems = sql`exists (
  select from order_batch_items i left join ${attemptOfItem}
  where i.company_id = b.company_id and i.batch_id = b.id and (i.outcome = 'waiting' or f.status = 'pending')
)`
