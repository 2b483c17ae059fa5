import { and, eq, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { noChannel } from '#contract/order-numbers.ts'
import type { OrderFilter, OrderFlag, OrderSort } from '#contract/orders.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, preparedVariants } from '#server/platform/db/prepared.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { orderCounters } from '#server/platform/db/schema/orders.ts'

/** Which conditions a prepared statement has; their values are bound when it runs. */
export type StatementVariant = {
  flag: OrderFlag | undefined
  hasStatus: boolean
  /** One channel, or none for orders that people have entered. */
  channel: 'one' | 'none' | undefined
  hasCustomers: boolean
  hasTag: boolean
  assigned: 'person' | 'nobody' | undefined
  /** Whether each order is compared with the words of a search. */
  hasWords: boolean
  hasFrom: boolean
  hasTo: boolean
  /** Undefined: newest first. */
  sort: OrderSort | undefined
  hasCursor: boolean
}

/** Number of orders per channel and status, from counters instead of the orders themselves. */
export const selectOrderCount = ({ hasStatus, channel }: Pick<StatementVariant, 'hasStatus' | 'channel'>): SQL => sql`
  select coalesce(sum(${orderCounters.change}), 0)::int as total from ${orderCounters} where ${and(
    eq(orderCounters.companyId, companyParameter),
    hasStatus ? eq(orderCounters.status, sql.placeholder('status')) : undefined,
    isOfChannel(orderCounters.channelId, channel),
  )}`

/** Undefined: of any channel. */
export const isOfChannel = (column: SQLWrapper, channel: StatementVariant['channel']): SQL | undefined =>
  channel && (channel === 'none' ? sql`${column} is null` : sql`${column} = ${sql.placeholder('channelId')}`)

export function channelFormOf(channelId: OrderFilter['channelId']): StatementVariant['channel'] {
  if (!channelId) return undefined
  return channelId === noChannel ? 'none' : 'one'
}

type CountFilter = Pick<OrderFilter, 'status' | 'channelId'>

const orderCountOf = preparedVariants<{ total: number }, Pick<StatementVariant, 'hasStatus' | 'channel'>>(
  selectOrderCount,
)

export async function countOrders(tx: Tx, companyId: string, { status, channelId }: CountFilter): Promise<number> {
  const form = { hasStatus: status !== undefined, channel: channelFormOf(channelId) }
  const [sum] = await orderCountOf(form)(tx, { companyId, status, channelId })
  return sum?.total ?? 0
}

/** Compacts the counters of all companies. Rows are appended by trigger `tally_orders` (migration 0006). */
export async function compactOrderCounts(ctx: PlatformContext): Promise<{ folded: number }> {
  const all = await ctx.transaction((tx) => tx.select({ id: companies.id }).from(companies))
  let folded = 0
  for (const { id } of all) folded += await ctx.transaction((tx) => compactCountsOf(tx, id), id)
  return { folded }
}

/**
 * Compacts the counter rows of each channel and status into one. Rows written meanwhile are not seen and stay; of two
 * concurrent runs, the second finds the rows gone.
 */
export async function compactCountsOf(tx: Tx, companyId: string): Promise<number> {
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
