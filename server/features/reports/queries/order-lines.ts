import { sql } from 'drizzle-orm'
import type { OrderStatus } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { encodeCursor, microsecondsOf, olderThan } from '#server/platform/paging.ts'
import type { Span } from '../period.ts'
import { unitsOf } from './report-orders.ts'
import { isCounted, ordersPlaced } from './sales.ts'

/** An order as a file shows it; its moment is as PostgreSQL writes it. */
export type OrderLine = {
  orderNumber: string
  externalOrderId: string
  placedAt: string
  status: OrderStatus
  channelName: string | null
  customerName: string | null
  units: number
  subtotal: string
  discount: string
  shipping: string
  tax: string
  total: string
  currency: string
  isCounted: boolean
}

type LineRecord = OrderLine & { id: string; key: number }
type Place = { cursor: string | undefined; limit: number }

/** Every order of a span, cancelled ones too, newest first, and the cursor behind the last; none where no more can follow. */
export async function listOrderLines(tx: Tx, companyId: string, span: Span, { cursor, limit }: Place) {
  const follows = olderThan(cursor, sql`o.placed_at`, sql`o.id`) ?? sql`true`
  const { rows } = await tx.execute<LineRecord>(sql`
    select o.id, ${microsecondsOf(sql`o.placed_at`)} as key, o.order_number as "orderNumber",
      o.external_order_id as "externalOrderId", o.placed_at as "placedAt", o.status, c.name as "channelName",
      o.customer_name as "customerName", ${unitsOf()} as units, o.subtotal, o.discount_amount as discount,
      o.shipping_amount as shipping, o.tax_amount as tax, o.total, o.currency, ${isCounted} as "isCounted"
    from (
      select o.* from ${ordersPlaced(companyId, span)} and ${follows} order by o.placed_at desc, o.id desc limit ${limit}
    ) as o left join channels c on c.company_id = o.company_id and c.id = o.channel_id
    order by o.placed_at desc, o.id desc`)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { lines: rows as OrderLine[], cursor: last && encodeCursor([last.key, last.id]) }
}
