import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { inEnglish, say, type Sentence } from '#contract/i18n.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { messageOf, sentencesOf } from '#server/platform/db/sentences.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { orderEvents, orders } from '#server/platform/db/schema/orders.ts'
import { channelDeliveries } from '#server/platform/db/schema/webhooks.ts'
import { newId } from '#server/platform/ids.ts'
import type { OrderedLine } from './remaining-units.ts'

export async function getMessageOrderOrThrow(tx: Tx, companyId: string, orderId: string) {
  const [order] = await tx
    .select({
      channelId: orders.channelId,
      externalOrderId: orders.externalOrderId,
      orderNumber: orders.orderNumber,
      status: orders.status,
    })
    .from(orders)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
  if (!order) throw new AppError('not_found', say('This order doesn’t exist.'))
  return order
}

/** The lines of an order, with the units in parcels that were reported to the channel. */
export async function listOrderedLines(tx: Tx, companyId: string, orderId: string): Promise<OrderedLine[]> {
  const { rows } = await tx.execute<OrderedLine>(sql`
    select i.sku, i.external_item_id as "externalItemId", i.quantity, coalesce((
      select sum(packed.quantity) from package_items packed
      join packages p on p.company_id = ${companyId} and p.id = packed.package_id and p.reported_at is not null
      where packed.company_id = ${companyId} and packed.order_item_id = i.id
    ), 0)::int as reported
    from order_items i where i.company_id = ${companyId} and i.order_id = ${orderId}`)
  return rows
}

/** Whether the message is new: a message with the same event key is stored once. */
export async function insertMessage(tx: Tx, message: typeof channelDeliveries.$inferInsert): Promise<boolean> {
  const added = await tx.insert(channelDeliveries).values(message).onConflictDoNothing().returning({
    id: channelDeliveries.id,
  })
  return added.length > 0
}

/** A message to send; `payload` is encrypted. */
export type DueMessage = {
  id: string
  channelId: string
  orderId: string | null
  eventType: string
  eventKey: string
  payload: string
  url: string
  attempts: number
}

/**
 * SQL: due messages. A message waits until earlier messages about the same order have been sent, so that none overtakes
 * another.
 */
const isDue = (companyId: string, now: Date) => sql`
  d.company_id = ${companyId} and d.next_attempt_at <= ${now.toISOString()}::timestamptz
  and exists (select from channels c where c.company_id = ${companyId} and c.id = d.channel_id and c.is_active)
  and not exists (
    select from channel_deliveries e
    where e.company_id = ${companyId} and e.order_id = d.order_id and e.channel_id = d.channel_id
      and e.next_attempt_at is not null and (e.created_at, e.id) < (d.created_at, d.id)
  )`

export async function hasDueMessages(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ due: boolean }>(
    sql`select exists (select from channel_deliveries d where ${isDue(companyId, now)}) as due`,
  )
  return rows[0]?.due ?? false
}

type ClaimOptions = {
  companyId: string
  now: Date
  limit: number
  /** End of the lease: due again if the process dies. */
  until: Date
  /** Channels that are unavailable at the moment. */
  except: readonly string[]
}

/** Claims the messages that are due longest, by moving their due date to the end of the lease. */
export async function claimDueMessages(
  tx: Tx,
  { companyId, now, limit, until, except }: ClaimOptions,
): Promise<DueMessage[]> {
  const { rows } = await tx.execute<DueMessage>(sql`
    with due as materialized (
      select d.id from channel_deliveries d
      where ${isDue(companyId, now)} and d.channel_id <> all(${sql.param(except)}::uuid[])
      order by d.next_attempt_at, d.id limit ${limit} for update of d skip locked
    )
    update channel_deliveries d set next_attempt_at = ${until.toISOString()}::timestamptz from due
    where d.company_id = ${companyId} and d.id = due.id
    returning d.id, d.channel_id as "channelId", d.order_id as "orderId", d.event_type as "eventType", d.event_key as "eventKey", d.payload, d.url,
      d.attempts`)
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

type Changes = Partial<
  Pick<
    typeof channelDeliveries.$inferSelect,
    'status' | 'attempts' | 'responseStatus' | 'error' | 'nextAttemptAt' | 'deliveredAt' | 'url'
  >
>

export async function updateMessage(tx: Tx, companyId: string, id: string, changes: Changes): Promise<void> {
  await tx
    .update(channelDeliveries)
    .set(changes)
    .where(and(eq(channelDeliveries.companyId, companyId), eq(channelDeliveries.id, id)))
}

type TimelineEntry = { orderId: string; event: string; description: Sentence; reason: Sentence | null }

export async function addToTimeline(
  tx: Tx,
  { companyId, actor, clock }: CompanyContext,
  entry: TimelineEntry,
): Promise<void> {
  await tx.insert(orderEvents).values({
    ...entry,
    description: inEnglish(entry.description),
    reason: entry.reason && inEnglish(entry.reason),
    sentences: sentencesOf(entry),
    companyId,
    id: newId(),
    actorType: actor.type,
    actorName: actor.name,
    occurredAt: clock.now(),
  })
}

type FailedPushBack = { companyId: string; orderId: string; reason: Sentence; at: Date }

/** Raises an attention item for the order, unless one with this code is open. */
export async function raisePushBackFailed(tx: Tx, { companyId, orderId, reason, at }: FailedPushBack): Promise<void> {
  await tx
    .insert(attentionItems)
    .values({
      companyId,
      id: newId(),
      orderId,
      code: 'push_back_failed',
      reason: inEnglish(reason),
      sentence: messageOf(reason),
      raisedAt: at,
    })
    .onConflictDoNothing()
}

type ResolvedPushBack = { companyId: string; orderId: string; at: Date }

/** Resolves the attention item once no message about the order is failed. */
export async function resolvePushBackFailed(tx: Tx, { companyId, orderId, at }: ResolvedPushBack): Promise<void> {
  await tx
    .update(attentionItems)
    .set({ resolvedAt: at, resolution: 'Reported to the channel.' })
    .where(
      and(
        eq(attentionItems.companyId, companyId),
        eq(attentionItems.orderId, orderId),
        eq(attentionItems.code, 'push_back_failed'),
        isNull(attentionItems.resolvedAt),
        sql`not exists (
          select from channel_deliveries d
          where d.company_id = ${companyId} and d.order_id = ${orderId} and d.status = 'failed'
        )`,
      ),
    )
}
