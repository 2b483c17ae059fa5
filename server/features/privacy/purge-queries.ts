import { bellDays } from '#contract/bell.ts'
import { type SQL, sql } from 'drizzle-orm'
import { longestRetentionDays } from '#contract/settings-values.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { erasedMessage, isNotWaiting } from './erase-personal-data.ts'
import type { RetentionLimits } from './retention-limits.ts'

export type Retention = { companyId: string; retentionDays: number }

/** Retention of all companies, deactivated ones included. */
export async function listRetentions(tx: Tx): Promise<Retention[]> {
  const { rows } = await tx.execute<Retention>(sql`
    select c.id as "companyId", coalesce(s.retention_days, ${longestRetentionDays})::int as "retentionDays"
    from companies c left join company_settings s on s.company_id = c.id order by c.id`)
  return rows
}

type DueQuery = { companyId: string; limits: RetentionLimits }

const isNotErased = ({ companyId }: DueQuery): SQL => sql`company_id = ${companyId} and erased_at is null`

/** The ways in which an order's retention ends; the first uses a partial index of orders that are not erased. */
const endsOf = ({ limits }: DueQuery): { isOver: SQL; order: SQL }[] => [
  { isOver: sql`closed_at <= ${limits.closed.toISOString()}`, order: sql`order by closed_at` },
  {
    isOver: sql`closed_at is null and status = 'shipped' and shipped_at <= ${limits.shipped.toISOString()}`,
    order: sql``,
  },
  {
    isOver: sql`closed_at is null and status in ('placed', 'acknowledged', 'sent_to_fulfillment')
      and updated_at <= ${limits.untouched.toISOString()}`,
    order: sql``,
  },
]

/** Orders whose retention has ended. */
export async function findDueOrders(tx: Tx, due: DueQuery, limit: number): Promise<string[]> {
  const found = endsOf(due).map(
    ({ isOver, order }) => sql`(select id from orders where ${isNotErased(due)} and ${isOver} ${order} limit ${limit})`,
  )
  const { rows } = await tx.execute<{ id: string }>(sql`${sql.join(found, sql` union all `)} limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Locks those that are still due; skips orders that somebody is changing. */
export async function lockDueOrders(tx: Tx, due: DueQuery, orderIds: readonly string[]): Promise<string[]> {
  const ends = endsOf(due).map(({ isOver }) => sql`(${isOver})`)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from orders where ${isNotErased(due)} and id = any(${sql.param([...orderIds])}::uuid[])
      and (${sql.join(ends, sql` or `)})
    order by id for no key update skip locked`)
  return rows.map(({ id }) => id)
}

type Sweep = { table: string; statement: (batch: SweepBatch) => SQL }

type SweepBatch = { companyId: string; limits: RetentionLimits; now: Date; limit: number }

/** Whether the order of `row` is erased or there is none. */
const hasNoKeptOrder = (row: SQL) => sql`not exists (
  select from orders o where o.company_id = ${row}.company_id and o.id = ${row}.order_id and o.erased_at is null)`

/** Statements for rows that belong to no order or outlived its erasure. Each erases at most `limit` rows. */
export const sweeps: readonly Sweep[] = [
  {
    table: 'webhook_events',
    statement: ({ companyId, limits, limit }) => sql`
      update webhook_events set payload = '' where company_id = ${companyId} and id in (
        select e.id from webhook_events e
        left join orders o on o.company_id = e.company_id and o.id = e.order_id
        where e.company_id = ${companyId} and e.payload <> '' and ${isNotWaiting}
          and case when o.id is null then e.created_at <= ${limits.closed.toISOString()} else o.erased_at is not null end
        limit ${limit})`,
  },
  {
    table: 'channel_deliveries',
    statement: ({ companyId, limits, limit }) => sql`
      update channel_deliveries set payload = '', url = '' where company_id = ${companyId} and id in (
        select d.id from channel_deliveries d where d.company_id = ${companyId} and d.payload <> ''
          and d.next_attempt_at is null and d.created_at <= ${limits.closed.toISOString()} and ${hasNoKeptOrder(sql`d`)}
        limit ${limit})`,
  },
  {
    table: 'notifications',
    statement: ({ companyId, limits, limit }) => sql`
      update notifications set ${erasedMessage} where company_id = ${companyId} and id in (
        select n.id from notifications n where n.company_id = ${companyId} and n.recipient <> ''
          and (n.order_id is not null or n.audience = 'customer')
          and n.created_at <= ${limits.closed.toISOString()} and ${hasNoKeptOrder(sql`n`)}
        limit ${limit})`,
  },
  {
    table: 'order_batches',
    statement: ({ companyId, limits, limit }) => sql`
      update order_batches set reason = null where company_id = ${companyId} and id in (
        select id from order_batches where company_id = ${companyId} and reason is not null
          and finished_at <= ${limits.closed.toISOString()} limit ${limit})`,
  },
  {
    table: 'attention_items',
    statement: ({ companyId, limits, limit }) => sql`
      update attention_items set resolution = null where company_id = ${companyId} and id in (
        select a.id from attention_items a left join orders o on o.company_id = a.company_id and o.id = a.order_id
        where a.company_id = ${companyId} and a.resolution is not null
          and case when o.id is null then a.resolved_at <= ${limits.closed.toISOString()} else o.erased_at is not null end
        limit ${limit})`,
  },
  {
    table: 'saved_views',
    statement: ({ companyId, limits, limit }) => sql`
      update saved_views set filters = filters - 'search' where company_id = ${companyId} and id in (
        select id from saved_views where company_id = ${companyId} and filters ? 'search'
          and updated_at <= ${limits.closed.toISOString()} limit ${limit})`,
  },
  {
    table: 'promotion_reservations',
    statement: ({ companyId, now, limit }) => sql`
      delete from promotion_reservations where company_id = ${companyId} and id in (
        select id from promotion_reservations where company_id = ${companyId}
          and expires_at <= ${now.toISOString()} limit ${limit} for update skip locked)`,
  },
  {
    table: 'notifications',
    statement: ({ companyId, limits, limit }) => sql`
      delete from notifications where company_id = ${companyId} and id in (
        select id from notifications where company_id = ${companyId} and audience = 'owner'
          and status not in ('pending', 'held') and created_at <= ${limits.ownMessages.toISOString()} limit ${limit})`,
  },
  {
    table: 'bell_items',
    statement: ({ companyId, now, limit }) => sql`
      delete from bell_items where company_id = ${companyId} and id in (
        select id from bell_items where company_id = ${companyId}
          and occurred_at <= ${now.toISOString()}::timestamptz - make_interval(days => ${bellDays}) limit ${limit})`,
  },
  {
    table: 'report_runs',
    statement: ({ companyId, limits, limit }) => sql`
      delete from report_runs where company_id = ${companyId} and id in (
        select id from report_runs where company_id = ${companyId}
          and due_at <= ${limits.reports.toISOString()} limit ${limit})`,
  },
  {
    table: 'low_stock_spells',
    statement: ({ companyId, limits, limit }) => sql`
      delete from low_stock_spells where company_id = ${companyId} and id in (
        select id from low_stock_spells where company_id = ${companyId}
          and ended_at <= ${limits.reports.toISOString()} limit ${limit})`,
  },
]

export async function runSweep(tx: Tx, { statement }: Sweep, batch: SweepBatch): Promise<number> {
  const { rowCount } = await tx.execute(statement(batch))
  return rowCount ?? 0
}
