import { type SQL, sql } from 'drizzle-orm'
import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import { writtenShopNumber } from '#contract/order-numbers.ts'
import { missingText } from '#contract/order-profit.ts'
import { type ChannelProfitRow, mostReportRows, type OrderProfitRow, type SkuProfitRow } from '#contract/reports.ts'
import { isAmazonShipment, isUndone } from '#server/features/orders/fulfillment-fees.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { iso } from '#server/platform/db/rows.ts'
import { encodeCursor, microsecondsOf, olderThan } from '#server/platform/paging.ts'
import type { Span } from './period.ts'
import { bucketOf, type Buckets, isCounted, ordersPlaced, type Scope } from './sales-queries.ts'

/**
 * Orders in the company's currency with what is known of their profit, as CTEs ending in `earnings`. `is_known`: each line has a cost, the
 * order was sent, and each shipment by Amazon has a fee. The same rules for one order are in `contract/order-profit.ts`.
 */
function earningsOf({ companyId, currency }: Scope, span: Span, more: SQL = sql``): SQL {
  const foreignMarkets = amazonMarketplaces.filter((market) => market.currency !== currency).map(({ id }) => id)
  const company = companyAtRunTime(companyId)
  return sql`
    chosen as materialized (
      select o.id, o.placed_at, o.channel_id, o.order_number, o.external_order_id, o.external_number,
        o.total - o.tax_amount as sales, o.status in ('shipped', 'delivered') as has_left,
        o.partial_reason is not null as is_partial,
        case when o.total > 0 then round(o.refunded_amount * (o.total - o.tax_amount) / o.total, 2)
          else o.refunded_amount end as refunds
      from ${ordersPlaced(companyId, span)} and ${isCounted} and o.currency = ${currency} ${more}
    ), bought as (
      select i.order_id, count(*)::int as lines, (count(*) filter (where s.cost is null))::int as uncosted,
        sum(i.quantity * s.cost) as cost, sum(i.total_price) as worth
      from chosen join order_items i on i.company_id = ${company} and i.order_id = chosen.id
      left join skus s on s.company_id = ${company} and s.id = i.sku_id
      group by i.order_id
    ), sent as (
      select f.order_id, coalesce(sum(f.shipping_cost) filter (where ${isAmazonShipment}), 0) as fees,
        coalesce(bool_or(f.shipping_cost is null or f.marketplace_id = any(${sql.param(foreignMarkets)}::text[]))
          filter (where ${isAmazonShipment}), false) as lacks_fee
      from chosen join fulfillments f on f.company_id = ${company} and f.order_id = chosen.id
      where not ${isUndone} group by f.order_id
    ), earnings as (
      select *, lines > 0 and uncosted = 0 and is_sent and not lacks_fee as is_known from (
        select c.*, coalesce(b.lines, 0) as lines, coalesce(b.uncosted, 0) as uncosted, coalesce(b.cost, 0) as cost,
          coalesce(b.worth, 0) as worth, coalesce(s.fees, 0) as fees, coalesce(s.lacks_fee, false) as lacks_fee,
          (s.order_id is not null or c.has_left) and not c.is_partial as is_sent
        from chosen c left join bought b on b.order_id = c.id left join sent s on s.order_id = c.id
      ) as each
    )`
}

/** Sums over the orders of which everything is known, and how many are not known and why. */
export type ProfitTotals = {
  knownOrders: number
  ordersLeftOut: number
  lines: number
  linesWithoutCost: number
  ordersNotSent: number
  ordersWithoutFee: number
  netSales: string
  refunds: string
  costOfGoods: string
  fulfillmentFees: string
}

const sumOf = (column: SQL): SQL => sql`coalesce(sum(${column}) filter (where is_known), 0)::numeric(20, 2)::text`

const totalsFields = sql`
  (count(*) filter (where is_known))::int as "knownOrders",
  (count(*) filter (where not is_known))::int as "ordersLeftOut",
  coalesce(sum(lines), 0)::int as lines,
  coalesce(sum(uncosted), 0)::int as "linesWithoutCost",
  (count(*) filter (where not is_sent))::int as "ordersNotSent",
  (count(*) filter (where is_sent and lacks_fee))::int as "ordersWithoutFee",
  ${sumOf(sql`sales`)} as "netSales",
  ${sumOf(sql`refunds`)} as refunds,
  ${sumOf(sql`cost`)} as "costOfGoods",
  ${sumOf(sql`fees`)} as "fulfillmentFees"`

export type ChannelProfit = ProfitTotals & { bucket: number } & Pick<
    ChannelProfitRow,
    'channelId' | 'channelName' | 'channelType'
  >

/** Profit per channel and bucket; buckets are numbered from 1. */
export async function listProfitByChannel(tx: Tx, scope: Scope, { span, buckets }: Buckets): Promise<ChannelProfit[]> {
  const { rows } = await tx.execute<ChannelProfit>(sql`
    with ${earningsOf(scope, span)}, summed as (
      select channel_id, ${bucketOf(sql`placed_at`, buckets)} as bucket, ${totalsFields}
      from earnings group by channel_id, bucket
    )
    select summed.*, c.id as "channelId", c.name as "channelName", c.type as "channelType"
    from summed left join channels c on c.company_id = ${scope.companyId} and c.id = summed.channel_id`)
  return rows
}

type Parts = 'profit' | 'profitMargin'

type SkuProfit = Omit<SkuProfitRow, Parts>

/**
 * Profit per SKU: sales, refunds and fees of an order are shared among its lines by their totals (by units where all totals are zero).
 * Each line gets the difference of two rounded running sums, so that the shares add up to the order to the cent.
 */
export async function listProfitBySku(tx: Tx, scope: Scope, span: Span): Promise<SkuProfit[]> {
  const company = companyAtRunTime(scope.companyId)
  const share = (amount: SQL) => sql`round(${amount} * upto / whole, 2) - round(${amount} * (upto - weight) / whole, 2)`
  const known = (sum: SQL) => sql`(sum(${sum}) filter (where is_known))::numeric(20, 2)`
  const { rows } = await tx.execute<SkuProfit>(sql`
    with ${earningsOf(scope, span)}, weighed as (
      select i.order_id, i.position, i.sku_id, i.quantity, e.is_known, e.sales, e.refunds, e.fees,
        case when e.worth > 0 then i.total_price else i.quantity end as weight,
        case when e.worth > 0 then e.worth else sum(i.quantity) over (partition by i.order_id) end as whole
      from earnings e join order_items i on i.company_id = ${company} and i.order_id = e.id
    ), shared as (
      select *, sum(weight) over (partition by order_id order by position) as upto from weighed
    ), sold as (
      select sku_id, coalesce(sum(quantity) filter (where is_known), 0)::int as units,
        coalesce(sum(quantity) filter (where not is_known), 0)::int as left_out,
        ${known(share(sql`sales`))} as sales, ${known(share(sql`refunds`))} as refunds, ${known(share(sql`fees`))} as fees
      from shared where sku_id is not null group by sku_id
    )
    select s.id as "skuId", s.sku, coalesce(s.title, p.title) as title, sold.units as "knownUnits",
      sold.left_out as "unitsLeftOut", sold.sales::text as "netSales", sold.refunds::text as refunds,
      (sold.units * s.cost)::numeric(20, 2)::text as "costOfGoods", sold.fees::text as "fulfillmentFees"
    from sold
    join skus s on s.company_id = ${company} and s.id = sold.sku_id
    join products p on p.company_id = s.company_id and p.id = s.product_id
    order by sold.sales - sold.refunds - sold.fees - sold.units * s.cost desc nulls last, sold.left_out desc, s.sku`)
  return rows
}

type OrderRecord = Omit<OrderProfitRow, Parts | 'missing' | 'shopNumber'> & {
  externalOrderId: string
  externalNumber: string | null
  lines: number
  linesWithoutCost: number
  isSent: boolean
  lacksFee: boolean
  key: number
}

/** The orders with the lowest profit first; those of which something is not known come last. */
export async function listLeastProfitable(tx: Tx, scope: Scope, span: Span): Promise<OrderProfit[]> {
  return readOrders(tx, scope, earningsOf(scope, span), {
    order: sql`case when is_known then sales - refunds - cost - fees end nulls last, placed_at desc, id desc`,
    limit: sql`limit ${mostReportRows}`,
  })
}

type Place = { cursor: string | undefined; limit: number }

/** The next orders, newest first, with a cursor if more may follow. */
export async function listOrderProfits(tx: Tx, scope: Scope, span: Span, { cursor, limit }: Place) {
  const follows = olderThan(cursor, sql`o.placed_at`, sql`o.id`) ?? sql`true`
  const page = sql`and ${follows} order by o.placed_at desc, o.id desc limit ${limit}`
  const order = sql`placed_at desc, id desc`
  const orders = await readOrders(tx, scope, earningsOf(scope, span, page), { order, limit: sql`` })
  const last = orders.length === limit ? orders.at(-1) : undefined
  return { orders, cursor: last && encodeCursor([last.key, last.orderId]) }
}

type OrderProfit = Omit<OrderProfitRow, Parts> & { key: number }

async function readOrders(
  tx: Tx,
  scope: Scope,
  earnings: SQL,
  page: { order: SQL; limit: SQL },
): Promise<OrderProfit[]> {
  const { rows } = await tx.execute<OrderRecord>(sql`
    with ${earnings}, page as (
      select *, row_number() over (order by ${page.order}) as place from earnings order by place ${page.limit}
    )
    select page.id as "orderId", ${microsecondsOf(sql`page.placed_at`)} as key, page.order_number as "orderNumber",
      page.external_order_id as "externalOrderId", page.external_number as "externalNumber", page.placed_at as "placedAt",
      c.name as "channelName", c.type as "channelType", page.sales::numeric(20, 2)::text as "netSales",
      page.refunds::numeric(20, 2)::text as refunds,
      case when page.lines > 0 and page.uncosted = 0 then page.cost::numeric(20, 2)::text end as "costOfGoods",
      case when page.is_sent and not page.lacks_fee then page.fees::numeric(20, 2)::text end as "fulfillmentFees",
      page.lines, page.uncosted as "linesWithoutCost", page.is_sent as "isSent", page.lacks_fee as "lacksFee"
    from page left join channels c on c.company_id = ${scope.companyId} and c.id = page.channel_id
    order by page.place`)
  return rows.map(toOrderProfit)
}

function toOrderProfit(record: OrderRecord): OrderProfit {
  const { externalOrderId, externalNumber, lines, linesWithoutCost, isSent, lacksFee, placedAt, ...order } = record
  const gaps: Parameters<typeof missingText>[0]['gaps'] = [
    ...(order.costOfGoods === null ? ['cost' as const] : []),
    ...(isSent ? [] : ['not_sent' as const]),
    ...(isSent && lacksFee ? ['fee' as const] : []),
  ]
  return {
    ...order,
    shopNumber: writtenShopNumber({ externalOrderId, externalNumber }),
    placedAt: iso(placedAt),
    missing: missingText({ gaps, lines, linesWithoutCost }),
  }
}
