import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { OrderFilter } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { ofCompany, plannedForms } from '#server/platform/db/planned-once.ts'
import { orderTallies } from '#server/platform/db/schema/orders.ts'
import type { Form } from './chosen-orders.ts'

type Standing = Pick<OrderFilter, 'status' | 'channelId'>

/** How many orders of a company stand so, as a select that reads none of them. */
export const tallied = ({ hasStatus, hasChannel }: Pick<Form, 'hasStatus' | 'hasChannel'>): SQL => sql`
  select coalesce(sum(${orderTallies.change}), 0)::int as total from ${orderTallies} where ${and(
    eq(orderTallies.companyId, ofCompany),
    hasStatus ? eq(orderTallies.status, sql.placeholder('status')) : undefined,
    hasChannel ? eq(orderTallies.channelId, sql.placeholder('channelId')) : undefined,
  )}`

const tallyOf = plannedForms<{ total: number }, Pick<Form, 'hasStatus' | 'hasChannel'>>(tallied)

export async function sumTallies(tx: Tx, companyId: string, { status, channelId }: Standing): Promise<number> {
  const form = { hasStatus: status !== undefined, hasChannel: channelId !== undefined }
  const [sum] = await tallyOf(form)(tx, { companyId, status, channelId })
  return sum?.total ?? 0
}

/**
 * Puts one row in place of the many that say where a channel's orders of one status stand. Rows that are written meanwhile
 * are not seen here and stay; of two that fold at once, the second finds nothing left of what the first took.
 */
export async function foldTalliesOf(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await tx.execute<{ folded: number }>(sql`
    with crowded as (
      select channel_id, status from order_tallies where company_id = ${companyId}
      group by channel_id, status having count(*) > 1
    ), gone as (
      delete from order_tallies t using crowded c
      where t.company_id = ${companyId} and t.status = c.status and t.channel_id is not distinct from c.channel_id
      returning t.channel_id, t.status, t.change
    ), sums as (
      insert into order_tallies (company_id, id, channel_id, status, change)
      select ${companyId}::uuid, new_id(), channel_id, status, sum(change) from gone
      group by channel_id, status having sum(change) <> 0
    )
    select count(*)::int as folded from gone`)
  return rows[0]?.folded ?? 0
}
