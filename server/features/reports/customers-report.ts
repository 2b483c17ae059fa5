import { sql, type SQL } from 'drizzle-orm'
import { fromCents, toCents } from '#contract/money.ts'
import { type CustomerReportRow, mostReportRows, type ReportOf } from '#contract/reports.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import type { Span } from './period.ts'
import { reportHead, type ReportScope } from './report-scope.ts'
import { averageOf, buildLineChart } from './sales-figures.ts'
import { bucketOf, type Buckets, isCounted, listOtherCurrencies, ordersPlaced, type Scope } from './sales-queries.ts'

export async function makeCustomersReport(tx: Tx, scope: ReportScope): Promise<ReportOf<'customers'>> {
  const { period } = scope
  const { arrivals, top } = await readCustomerFigures(tx, scope, { ...period, hasTop: true })
  const { arrivals: earlier } = await readCustomerFigures(tx, scope, { ...period.previous, hasTop: false })
  const [now, before] = [countsOf(arrivals), countsOf(earlier)]
  const byFirst = (found: Arrivals) =>
    period.buckets.map((_, index) => found.find(({ bucket }) => bucket === index + 1)?.customers ?? 0)
  return {
    type: 'customers',
    ...reportHead(scope),
    metrics: [
      { figure: 'uniqueCustomers', value: now.customers, previous: before.customers },
      { figure: 'newCustomers', value: now.newcomers, previous: before.newcomers },
      { figure: 'returningCustomers', value: now.returning, previous: before.returning },
      { figure: 'revenuePerCustomer', value: now.perCustomer, previous: before.perCustomer },
    ],
    charts: [buildLineChart('newCustomers', period, byFirst(arrivals), byFirst(earlier))],
    rows: top.map(toCustomerRow),
    rowCount: now.customers,
    otherCurrencies: await listOtherCurrencies(tx, scope, period.span),
  }
}

type Arrivals = CustomerFigures['arrivals']

function countsOf(arrivals: Arrivals) {
  const add = (pick: (part: Arrivals[number]) => number) => arrivals.reduce((sum, part) => sum + pick(part), 0)
  const revenue = arrivals.reduce((sum, part) => sum + toCents(part.revenue), 0n)
  const customers = add((part) => part.customers)
  const newcomers = add(({ bucket, customers: arrived }) => (bucket === null ? 0 : arrived))
  const perCustomer = averageOf(
    fromCents(revenue),
    add((part) => part.payers),
  )
  return { customers, newcomers, returning: customers - newcomers, perCustomer }
}

export const toCustomerRow = ({ paidOrders, ...customer }: CustomerRecord): CustomerReportRow => ({
  ...customer,
  averageOrderValue: averageOf(customer.revenue, paidOrders),
  lastOrderAt: iso(customer.lastOrderAt),
})

/** Counts the customers with counted orders in the span. */
export async function countCustomers(tx: Tx, { companyId }: Scope, span: Span): Promise<number> {
  const { rows } = await tx.execute<{ customers: number }>(sql`
    select count(*)::int as customers from (
      select from ${ordersPlaced(companyId, span)} and o.customer_id is not null and ${isCounted} group by o.customer_id
    ) as c`)
  return rows[0]?.customers ?? 0
}

type CustomerRecord = {
  customerId: string
  customerName: string | null
  isNew: boolean
  orders: number
  paidOrders: number
  revenue: string
  lastOrderAt: string
}

/** Customers whose first order falls into the bucket; without a bucket, before the span. */
type ArrivalGroup = {
  bucket: number | null
  customers: number
  /** Customers with orders in the company's currency, of which the revenue is the sum. */
  payers: number
  revenue: string
}

type CustomerFigures = { arrivals: ArrivalGroup[]; top: CustomerRecord[] }

/** `top` is only read when needed: without it PostgreSQL aggregates the customers without materializing them. */
async function readCustomerFigures(
  tx: Tx,
  scope: Scope,
  { span, buckets, hasTop }: Buckets & { hasTop: boolean },
): Promise<CustomerFigures> {
  const { rows } = await tx.execute<CustomerFigures>(sql`
    with buyers as (
      select b.*, n.first_order_at from (${customersIn(scope, span)}) as b
      left join customers n on n.company_id = ${scope.companyId} and n.id = b.customer_id
        and n.first_order_at >= ${span.from.toISOString()}::timestamptz
    )
    select ${arrivalsOf(buckets)} as arrivals, ${hasTop ? topOf(scope.companyId) : sql`'[]'::json`} as top`)
  return rows[0] ?? { arrivals: [], top: [] }
}

/** Orders and revenue per customer; `more` are further conditions on the orders `o`. */
function customersIn({ companyId, currency }: Scope, span: Span, more: SQL = sql``): SQL {
  const own = sql`filter (where o.currency = ${currency})`
  return sql`
    select o.customer_id, count(*)::int as orders, (count(*) ${own})::int as paid,
      coalesce(sum(o.total) ${own}, 0)::numeric(20, 2) as revenue, max(o.placed_at) as last_at
    from ${ordersPlaced(companyId, span)} and o.customer_id is not null and ${isCounted} ${more}
    group by o.customer_id`
}

const nameOf = (customer: SQL): SQL =>
  sql`nullif(concat_ws(' ', nullif(${customer}.first_name, ''), nullif(${customer}.last_name, '')), '')`

/** JSON with sums as text, since JSON numbers would lose exactness. */
const arrivalsOf = (buckets: Buckets['buckets']): SQL => sql`(
  select coalesce(json_agg(a), '[]') from (
    select ${bucketOf(sql`first_order_at`, buckets)} as bucket, count(*) as customers,
      count(*) filter (where paid > 0) as payers, sum(revenue)::numeric(20, 2)::text as revenue
    from buyers group by 1
  ) as a
)`

const topOf = (companyId: string): SQL => sql`(
  select coalesce(json_agg(json_build_object(
    'customerId', t.customer_id, 'customerName', ${nameOf(sql`c`)}, 'isNew', t.first_order_at is not null,
    'orders', t.orders, 'paidOrders', t.paid, 'revenue', t.revenue::text, 'lastOrderAt', t.last_at
  ) order by t.revenue desc, t.orders desc, t.customer_id), '[]')
  from (
    select * from buyers order by revenue desc, orders desc, customer_id limit ${mostReportRows}
  ) as t left join customers c on c.company_id = ${companyId} and c.id = t.customer_id
)`

type Place = { after: string | undefined; limit: number }

/**
 * The next customers by id, with what they bought. Ids are ordered by time, so this is about the order in which they
 * first came.
 */
export async function listCustomerSales(
  tx: Tx,
  scope: Scope,
  span: Span,
  { after, limit }: Place,
): Promise<CustomerRecord[]> {
  const follows = after === undefined ? sql`` : sql`and o.customer_id > ${after}`
  const { rows } = await tx.execute<CustomerRecord>(sql`
    select b.customer_id as "customerId", ${nameOf(sql`c`)} as "customerName",
      c.first_order_at >= ${span.from.toISOString()}::timestamptz as "isNew", b.orders, b.paid as "paidOrders", b.revenue,
      b.last_at as "lastOrderAt"
    from (${customersIn(scope, span, follows)} order by o.customer_id limit ${limit}) as b
    join customers c on c.company_id = ${scope.companyId} and c.id = b.customer_id
    order by b.customer_id`)
  return rows
}
