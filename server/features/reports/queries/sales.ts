import { sql, type SQL } from 'drizzle-orm'
import { wholeSteps, type Span } from '../period.ts'

const slotMs = 15 * 60_000

/**
 * What was sold in a span, as rows `s` to be added up: slots that lie inside it, and single orders at its ends. The figures of
 * the dashboard, the reports and their files are all made of these rows.
 */
export function salesIn(companyId: string, span: Span): SQL {
  // Midnight in any time zone is where two slots meet; the hour at which a day is cut need not be.
  const { whole, ends } = wholeSteps(span, slotMs)
  const parts = [...(whole ? [slotsIn(companyId, whole)] : []), ...ends.map((end) => ordersAsSales(companyId, end))]
  return sql`(${sql.join(parts, sql` union all `)})
    as s(at, channel_id, currency, orders, cancelled, units, revenue, discounts, shipping, tax)`
}

/** The sums as fields of a select over such rows; those of money are of the company's currency alone. */
export function totalsFields(currency: string): SQL {
  const own = sql`filter (where s.currency = ${currency})`
  const sum = (column: SQL) => sql`coalesce(sum(${column}) ${own}, 0)::numeric(20, 2)::text`
  return sql`
    coalesce(sum(s.orders), 0)::int as orders,
    coalesce(sum(s.orders) ${own}, 0)::int as "paidOrders",
    ${sum(sql`s.revenue`)} as revenue,
    ${sum(sql`s.discounts`)} as discounts,
    ${sum(sql`s.shipping`)} as shipping,
    ${sum(sql`s.tax`)} as tax,
    coalesce(sum(s.cancelled), 0)::int as "cancelledOrders",
    coalesce(sum(s.units), 0)::int as "unitsSold"`
}

/** The orders `o` that were placed in a span, up to the last condition, so that another can follow with `and`. */
export const ordersPlaced = (companyId: string, { from, to }: Span): SQL => sql`
  orders o where o.company_id = ${companyId}
    and o.placed_at >= ${from.toISOString()}::timestamptz and o.placed_at < ${to.toISOString()}::timestamptz`

export const isCounted = sql`(o.status <> 'cancelled')`

const slotsIn = (companyId: string, { from, to }: Span): SQL => sql`
  select slot, channel_id, currency, orders, cancelled, units, revenue, discounts, shipping, tax
  from sales_slots where company_id = ${companyId}
    and slot >= ${from.toISOString()}::timestamptz and slot < ${to.toISOString()}::timestamptz`

const ordersAsSales = (companyId: string, span: Span): SQL => sql`
  select o.placed_at, o.channel_id, o.currency, o.counts, 1 - o.counts, o.counts * coalesce((
      select sum(i.quantity)::int from order_items i
      where i.company_id = o.company_id and i.order_id = o.id and i.sku_id is not null
    ), 0), o.counts * o.total, o.counts * o.discount_amount, o.counts * o.shipping_amount, o.counts * o.tax_amount
  from (select o.*, ${isCounted}::int as counts from ${ordersPlaced(companyId, span)}) as o`
