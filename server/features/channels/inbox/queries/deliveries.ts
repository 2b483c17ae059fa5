import { sql, type SQL } from 'drizzle-orm'
import type { Delivery } from '#contract/channel-deliveries.ts'
import type { IntakeSource, IntakeState } from '#contract/channel-values.ts'
import { AppError } from '#contract/errors.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso, isoOrNull } from '#server/platform/db/rows.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

export type NewDelivery = {
  companyId: string
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

/** Whether it was new: a channel's delivery that is known already stays as it is. */
export async function insertDelivery(tx: Tx, delivery: NewDelivery): Promise<boolean> {
  const { companyId, id, channelId, source, deliveryId, payload, signature, isVerified, error, at } = delivery
  const { rowCount } = await tx.execute(sql`
    insert into webhook_events
      (company_id, id, channel_id, source, delivery_id, payload, signature, is_verified, error, created_at)
    values (${companyId}, ${id}, ${channelId}, ${source}, ${deliveryId}, ${payload}, ${signature}, ${isVerified}, ${error},
      ${at.toISOString()})
    on conflict (company_id, channel_id, delivery_id) where is_verified do nothing`)
  return rowCount === 1
}

export async function deleteOldestRefused(tx: Tx, companyId: string, channelId: string, kept: number): Promise<void> {
  await tx.execute(sql`
    delete from webhook_events where company_id = ${companyId} and id in (
      select id from webhook_events
      where company_id = ${companyId} and channel_id = ${channelId} and not is_verified
      order by created_at desc, id desc offset ${kept}
    )`)
}

/** By which a delivery `e` is in a state. What was processed and still has something to say was ignored for it. */
const conditions: Record<IntakeState, SQL> = {
  refused: sql`not e.is_verified`,
  waiting: sql`e.is_verified and not e.is_processed and e.error is null`,
  failed: sql`e.is_verified and not e.is_processed and e.error is not null`,
  taken_in: sql`e.is_verified and e.is_processed and e.error is null`,
  ignored: sql`e.is_verified and e.is_processed and e.error is not null`,
}

const state = sql`case ${sql.join(
  Object.entries(conditions).map(([word, condition]) => sql`when ${condition} then ${sql.raw(`'${word}'`)}`),
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
  if (!found) throw new AppError('not_found', 'There is no such delivery.')
  return { ...toDelivery(found), payload: found.payload }
}

const toDelivery = <Row extends Delivery>(row: Row): Row => ({
  ...row,
  receivedAt: iso(row.receivedAt),
  processedAt: isoOrNull(row.processedAt),
})
