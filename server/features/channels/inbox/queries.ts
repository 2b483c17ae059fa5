import { and, eq, sql, type SQL } from 'drizzle-orm'
import { Counter } from 'prom-client'
import type { Delivery } from '#contract/channel-deliveries.ts'
import type { IntakeSource, IntakeState } from '#contract/channel-values.ts'
import { AppError } from '#contract/errors.ts'
import { inEnglish, say, type Sentence } from '#contract/i18n.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import { afterCommit, type Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { iso, isoOrNull } from '#server/platform/db/rows.ts'
import type { channels } from '#server/platform/db/schema/channels.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { publicHandles } from '#server/platform/db/schema/public-handles.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'
import { toStorableText } from './delivery-content.ts'

const deliveriesProcessed = new Counter({
  name: 'lockstep_deliveries_seen_to_total',
  help: 'Processed deliveries from webhooks, API and polls, by outcome; failed ones wait for a user',
  labelNames: ['outcome'] as const,
})

type NewDelivery = {
  id: string
  channelId: string
  source: IntakeSource
  deliveryId: string | null
  payload: string
  signature: string | null
  isVerified: boolean
  error: string | null
  at: Date
}

/** Returns the ids of those that were new. Deduplication by channel and delivery id (unique index). */
export async function insertDeliveries(
  tx: Tx,
  companyId: string,
  deliveries: readonly NewDelivery[],
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into webhook_events
      (company_id, id, channel_id, source, delivery_id, payload, signature, is_verified, error, created_at)
    select ${companyId}, id, "channelId", source, "deliveryId", payload, signature, "isVerified", error, at
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as given(
      id uuid, "channelId" uuid, source text, "deliveryId" text, payload text, signature text, "isVerified" boolean, error text,
      at timestamptz)
    on conflict (company_id, channel_id, delivery_id) where is_verified do nothing
    returning id`)
  return new Set(rows.map(({ id }) => id))
}

export async function deleteOldestRefused(
  tx: Tx,
  companyId: string,
  channelId: string,
  maxRefused: number,
): Promise<void> {
  await tx.execute(sql`
    delete from webhook_events where company_id = ${companyId} and id in (
      select id from webhook_events
      where company_id = ${companyId} and channel_id = ${channelId} and not is_verified
      order by created_at desc, id desc offset ${maxRefused}
    )`)
}

/** SQL conditions of the delivery states. A processed delivery with an error was ignored for that reason. */
const conditions: Record<IntakeState, SQL> = {
  refused: sql`not e.is_verified`,
  waiting: sql`e.is_verified and not e.is_processed and e.error is null`,
  failed: sql`e.is_verified and not e.is_processed and e.error is not null`,
  taken_in: sql`e.is_verified and e.is_processed and e.error is null`,
  ignored: sql`e.is_verified and e.is_processed and e.error is not null`,
}

const state = sql`case ${sql.join(
  Object.entries(conditions).map(([word, condition]) => sql`when ${condition} then ${sql`${word}`.inlineParams()}`),
  sql` `,
)} end`

const fields = sql`e.id, e.source, e.event_type as "eventType", e.external_order_id as "externalOrderId", ${state} as state,
  e.error, e.order_id as "orderId", o.order_number as "orderNumber", e.created_at as "receivedAt",
  e.processed_at as "processedAt"`

const withOrder = sql`webhook_events e left join orders o on o.company_id = e.company_id and o.id = e.order_id`

const ofChannel = (companyId: string, channelId: string): SQL =>
  sql`e.company_id = ${companyId} and e.channel_id = ${channelId}`

type DeliveryQuery = PageQuery & { channelId: string; state?: IntakeState | undefined }

export async function listDeliveriesOf(tx: Tx, companyId: string, query: DeliveryQuery): Promise<Page<Delivery>> {
  const inState = query.state ? sql`and ${conditions[query.state]}` : sql``
  const follows = olderThan(query.cursor, sql`e.created_at`, sql`e.id`)
  const where = sql`${ofChannel(companyId, query.channelId)} ${inState}`
  const { rows } = await tx.execute<Delivery & { key: number }>(sql`
    select ${fields}, ${microsecondsOf(sql`e.created_at`)} as key from ${withOrder}
    where ${where} ${follows ? sql`and ${follows}` : sql``}
    order by e.created_at desc, e.id desc limit ${query.limit + 1}`)
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from webhook_events e where ${where}`,
  )
  const page = toPage(rows, query.limit, counted.rows[0]?.total ?? 0, ({ key, id }) => [key, id])
  return { ...page, rows: page.rows.map(({ key: _key, ...row }) => toDelivery(row)) }
}

type DeliveryKey = { channelId: string; deliveryId: string }

export async function getDeliveryOrThrow(
  tx: Tx,
  companyId: string,
  { channelId, deliveryId }: DeliveryKey,
): Promise<Delivery & { payload: string }> {
  const { rows } = await tx.execute<Delivery & { payload: string }>(sql`
    select ${fields}, e.payload from ${withOrder} where ${ofChannel(companyId, channelId)} and e.id = ${deliveryId}`)
  const [found] = rows
  if (!found) throw new AppError('not_found', say('This delivery doesn’t exist.'))
  return { ...toDelivery(found), payload: found.payload }
}

const toDelivery = <Row extends Delivery>(row: Row): Row => ({
  ...row,
  receivedAt: iso(row.receivedAt),
  processedAt: isoOrNull(row.processedAt),
})

/** What parsing a delivery has found out. */
type DeliveryRow = { id: string; eventType?: string | null; externalOrderId?: string | null; eventAt?: Date | null }

/** Kept until the order comes in. */
type RememberedHold = { hold?: { code: string; reason: string } }

type IngestedDelivery = DeliveryRow & { orderId?: string | null }

/** `why` is shown to users. `orderId` is the order that the delivery did not change, if there is one. */
type IgnoredDelivery = DeliveryRow & RememberedHold & { why: string; orderId?: string | null }

/** `error` is shown to users and contains nothing of the delivery. */
export type FailedDelivery = DeliveryRow & { error: Sentence }

export async function markIngested(
  tx: Tx,
  companyId: string,
  at: Date,
  deliveries: readonly IngestedDelivery[],
): Promise<void> {
  await markDeliveries(tx, companyId, 'taken_in', deliveries, processed(at))
}

export async function markIgnored(
  tx: Tx,
  companyId: string,
  at: Date,
  deliveries: readonly IgnoredDelivery[],
): Promise<void> {
  const withReasons = deliveries.map(({ why, ...read }) => ({ ...read, error: why }))
  await markDeliveries(tx, companyId, 'ignored', withReasons, processed(at))
}

/** Failed deliveries wait for a user. */
export async function markFailed(tx: Tx, companyId: string, deliveries: readonly FailedDelivery[]): Promise<void> {
  const marked = deliveries.map((delivery) => ({ ...delivery, error: inEnglish(delivery.error) }))
  await markDeliveries(tx, companyId, 'failed', marked, sql`is_processed = false, processed_at = null`)
}

const processed = (at: Date): SQL => sql`is_processed = true, processed_at = ${at.toISOString()}::timestamptz`

type MarkedDelivery = DeliveryRow & RememberedHold & { orderId?: string | null; error?: string }

async function markDeliveries(
  tx: Tx,
  companyId: string,
  outcome: Extract<IntakeState, 'taken_in' | 'ignored' | 'failed'>,
  deliveries: readonly MarkedDelivery[],
  written: SQL,
): Promise<void> {
  if (deliveries.length === 0) return
  afterCommit(tx, () => deliveriesProcessed.inc({ outcome }, deliveries.length))
  await tx.execute(sql`
    update webhook_events e set ${written}, error = m.error, order_id = coalesce(m.order_id, e.order_id),
      event_type = coalesce(m.event_type, e.event_type), event_at = coalesce(m.event_at, e.event_at),
      external_order_id = coalesce(m.external_order_id, e.external_order_id), hold = coalesce(m.hold, e.hold)
    from jsonb_to_recordset(${JSON.stringify(deliveries.map(toRecord))}::jsonb)
      as m(id uuid, order_id uuid, event_type text, external_order_id text, event_at timestamptz, error text,
        hold jsonb)
    where e.company_id = ${companyAtRunTime(companyId)} and e.id = m.id`)
}

const toRecord = ({ id, orderId, eventType, externalOrderId, eventAt, error, hold }: MarkedDelivery) => ({
  id,
  order_id: orderId,
  event_type: eventType && toStorableText(eventType, 100),
  external_order_id: externalOrderId && toStorableText(externalOrderId, 200),
  event_at: eventAt,
  error: error && toStorableText(error, 2_000),
  hold: hold && { code: hold.code, reason: toStorableText(hold.reason, 300) },
})

/** The company of a channel, if it is active. Runs without a company, because the webhook does not name one. */
export async function findCompanyOfChannel(tx: Tx, channelId: string): Promise<string | null> {
  const [found] = await tx
    .select({ companyId: publicHandles.companyId })
    .from(publicHandles)
    .innerJoin(companies, and(eq(companies.id, publicHandles.companyId), companies.isActive))
    .where(and(eq(publicHandles.handle, channelId), eq(publicHandles.channelId, channelId)))
  return found?.companyId ?? null
}

export type ReceivingChannel = Pick<
  typeof channels.$inferSelect,
  | 'id'
  | 'type'
  | 'config'
  | 'isActive'
  | 'accountId'
  | 'lastHeardAt'
  | 'webhookSecret'
  | 'previousWebhookSecret'
  | 'previousWebhookSecretExpiresAt'
>

type ReceivingRecord = Omit<ReceivingChannel, 'previousWebhookSecretExpiresAt' | 'lastHeardAt'> & {
  until: string | null
  heardAt: string | null
}

/**
 * What verifying a delivery needs; null when the company is inactive. Plain SQL: building the statement with Drizzle
 * would cost as much as all the rest of receiving.
 */
export async function findReceivingChannel(
  tx: Tx,
  companyId: string,
  channelId: string,
): Promise<ReceivingChannel | null> {
  const { rows } = await tx.execute<ReceivingRecord>(sql`
    select c.id, c.type, c.config, c.is_active as "isActive", c.webhook_secret as "webhookSecret",
      c.previous_webhook_secret as "previousWebhookSecret", c.previous_webhook_secret_expires_at as until,
      c.account_id as "accountId", c.last_heard_at as "heardAt"
    from channels c join companies o on o.id = c.company_id and o.is_active
    where c.company_id = ${companyId} and c.id = ${channelId}`)
  const [found] = rows
  if (!found) return null
  const { until, heardAt, ...channel } = found
  const toDate = (moment: string | null) => (moment === null ? null : new Date(moment))
  return { ...channel, lastHeardAt: toDate(heardAt), previousWebhookSecretExpiresAt: toDate(until) }
}

/** Never waits: where another transaction has locked the channel, the next delivery records it. */
export async function recordHeard(tx: Tx, companyId: string, channelId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update channels set last_heard_at = ${at.toISOString()}::timestamptz where company_id = ${companyId} and id in (
      select id from channels where company_id = ${companyId} and id = ${channelId} for no key update skip locked
    )`)
}

/** Marks deliveries as waiting again and resolves their attention items. */
export async function requeueDeliveries(
  tx: Tx,
  companyId: string,
  deliveryIds: readonly string[],
  at: Date,
): Promise<void> {
  const ids = sql`any(${sql.param([...deliveryIds])}::uuid[])`
  await tx.execute(sql`
    update webhook_events
    set is_processed = false, processed_at = null, error = null, fetch_after = null, asked_at = null, fetch_failures = 0
    where company_id = ${companyId} and id = ${ids} and is_verified`)
  await tx.execute(sql`
    update attention_items set resolved_at = ${at.toISOString()}, resolution = 'Imported again'
    where company_id = ${companyId} and webhook_event_id = ${ids} and resolved_at is null`)
}

/** Failed deliveries by id, starting after `after`. */
export async function lockFailedDeliveries(
  tx: Tx,
  companyId: string,
  { channelId, after, limit }: { channelId: string | undefined; after: string | null; limit: number },
): Promise<string[]> {
  const narrowed: SQL[] = [
    ...(channelId ? [sql`and channel_id = ${channelId}`] : []),
    ...(after ? [sql`and id > ${after}`] : []),
  ]
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from webhook_events
    where company_id = ${companyId} and is_verified and not is_processed and error is not null
      and payload <> '' ${sql.join(narrowed, sql` `)}
    order by id limit ${limit} for no key update`)
  return rows.map(({ id }) => id)
}

export async function lockDelivery(tx: Tx, companyId: string, deliveryId: string): Promise<void> {
  await tx.execute(sql`
    select from webhook_events where company_id = ${companyId} and id = ${deliveryId} for no key update`)
}

type OldDeliveries = { companyId: string; channelId: string; before: Date; limit: number }

/** Deletes processed and refused deliveries. Failed ones stay until a user has handled them. */
export async function deleteOldDeliveries(
  tx: Tx,
  { companyId, channelId, before, limit }: OldDeliveries,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from webhook_events where company_id = ${companyId} and id in (
      select id from webhook_events
      where company_id = ${companyId} and channel_id = ${channelId} and created_at < ${before.toISOString()}
        and (is_processed or not is_verified)
      order by created_at, id limit ${limit}
    )`)
  return rowCount ?? 0
}
