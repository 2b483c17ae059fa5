import type { ReportType } from '#contract/report-values.ts'

/** Dates: the first day, the day after the last, and the first day of the previous period. */
export type BareDays = { from: string; to: string; before: string }

const isCounted = `o.status <> 'cancelled'`
const day = `date_trunc('day', o.placed_at)`

const sums = (by: string, period: string) => `
  select ${by}, count(*) filter (where ${isCounted}), sum(o.total) filter (where ${isCounted}),
    sum(o.discount_amount) filter (where ${isCounted}), sum(o.shipping_amount) filter (where ${isCounted}),
    sum(o.tax_amount) filter (where ${isCounted}), count(*) filter (where not ${isCounted})
  from orders o where ${period} group by ${by}`

const customers = (period: string, from: string) => `
  with bought as materialized (
    select o.customer_id, count(*) as orders, sum(o.total) as revenue, min(o.placed_at) as first_at, max(o.placed_at)
    from orders o where ${period} and ${isCounted} and o.customer_id is not null group by o.customer_id
  ), customer as materialized (
    select b.*, not exists (
      select from orders e where e.company_id = $1 and e.customer_id = b.customer_id and e.placed_at < '${from}'
    ) as is_new from bought b
  )
  select count(*), count(*) filter (where is_new), sum(revenue),
    (select array_agg(t) from (select * from customer order by revenue desc, orders desc limit 100) t),
    (select array_agg(a) from (select date_trunc('day', first_at), count(*) from customer where is_new group by 1) a)
  from customer`

const lines = (by: string, period: string) => `
  select ${by}, sum(i.quantity) from orders o join order_items i on i.company_id = o.company_id and i.order_id = o.id
  where ${period} and ${isCounted} and i.sku_id is not null group by ${by}`

const profits = (period: string) => `
  select o.channel_id, ${day}, sum(o.total - o.tax_amount), sum(bought.cost), sum(sent.fees)
  from orders o
  join (
    select i.order_id, sum(i.quantity * s.cost) as cost from orders o
    join order_items i on i.company_id = o.company_id and i.order_id = o.id
    left join skus s on s.company_id = i.company_id and s.id = i.sku_id
    where ${period} and ${isCounted} group by i.order_id
  ) bought on bought.order_id = o.id
  left join (
    select f.order_id, sum(f.shipping_cost) as fees from orders o
    join fulfillments f on f.company_id = o.company_id and f.order_id = o.id
    where ${period} and ${isCounted} group by f.order_id
  ) sent on sent.order_id = o.id
  where ${period} and ${isCounted} group by 1, 2`

/** A report's figures straight from orders and their lines, as the tables' owner (no row-level security); `$1` is the company. */
export function bareReport(type: ReportType, days: BareDays): string[] {
  const between = (from: string, to: string) =>
    `o.company_id = $1 and o.placed_at >= '${from}' and o.placed_at < '${to}'`
  const [now, before] = [between(days.from, days.to), between(days.before, days.from)]
  const people = (period: string) =>
    `select count(*) from (select from orders o where ${period} and ${isCounted} group by o.customer_id) c`
  switch (type) {
    case 'sales':
      return [sums(day, now), sums(day, before), people(now), people(before)]
    case 'channels':
      return [sums(`o.channel_id, ${day}`, now), sums(day, before)]
    case 'customers':
      return [customers(now, days.from), customers(before, days.before)]
    case 'inventory':
      return [levels, lines(day, now), lines(day, before), bestSellers(now)]
    case 'profit-channels':
    case 'profit-orders':
      return [profits(now), profits(before)]
    case 'profit-skus':
      return [profits(now), profits(before), lines('i.sku_id', now)]
    case 'best-sellers':
      return [lines('i.sku_id', now), lines('i.sku_id', before), lines(day, now), lines(day, before)]
  }
}

const levels = `
  select count(*), count(*) filter (where l.qty_free <= 10), count(*) filter (where l.qty_free = 0), sum(l.qty_free)
  from stock_levels l join skus s on s.company_id = l.company_id and s.id = l.sku_id where l.company_id = $1 and s.is_active`

const bestSellers = (period: string) => `
  select l.sku_id, l.qty_free, coalesce(sold.sum, 0) from stock_levels l
  left join (${lines('i.sku_id', period)}) sold on sold.sku_id = l.sku_id
  where l.company_id = $1 order by 3 desc, 2 limit 100`
