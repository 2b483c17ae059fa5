import { sql } from 'drizzle-orm'
import type { OrderFilter } from '#contract/orders.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { encodeCursor, microsecondsOf } from '#server/platform/paging.ts'
import { listNewestOrderIds, type PageSpan } from './chosen-orders.ts'
import { searchOrderIds } from './search-orders.ts'

/** A line of an order as a file shows it; an order without lines is one too. */
export type ExportedLine = {
  orderNumber: string
  externalOrderId: string
  placedAt: string
  status: OrderStatus
  channelName: string | null
  customerName: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  country: string | null
  sku: string | null
  title: string | null
  quantity: number | null
  unitPrice: string | null
  totalPrice: string | null
  total: string
  currency: string
  carriers: string
  trackingNumbers: string
}

/** The newest orders after the cursor. */
export async function listOrderIds(tx: Tx, companyId: string, filter: OrderFilter, span: PageSpan): Promise<string[]> {
  const { search } = filter
  if (search) return searchOrderIds(tx, companyId, { ...filter, search }, span)
  return listNewestOrderIds(tx, companyId, filter, span)
}

type LineRecord = ExportedLine & { orderId: string; key: number }

/** Their lines, newest order first, and the cursor behind the last of them. */
export async function readOrderLines(tx: Tx, companyId: string, orderIds: readonly string[]) {
  const { rows } = await tx.execute<LineRecord>(sql`
    select o.id as "orderId", ${microsecondsOf(sql`o.placed_at`)} as key, o.order_number as "orderNumber",
      o.external_order_id as "externalOrderId", o.placed_at as "placedAt", o.status, c.name as "channelName",
      o.customer_name as "customerName", a.city, a.state, a.postal_code as "postalCode", a.country,
      i.sku, i.title, i.quantity, i.unit_price as "unitPrice", i.total_price as "totalPrice", o.total, o.currency,
      coalesce(parcels.carriers, '') as carriers, coalesce(parcels.tracking_numbers, '') as "trackingNumbers"
    from orders o
    left join channels c on c.company_id = o.company_id and c.id = o.channel_id
    left join customer_addresses a on a.company_id = o.company_id and a.id = o.shipping_address_id
    left join order_items i on i.company_id = o.company_id and i.order_id = o.id
    left join lateral (
      select string_agg(distinct p.carrier, ', ') as carriers, string_agg(distinct p.tracking_number, ', ') as tracking_numbers
      from package_items pi join packages p on p.company_id = pi.company_id and p.id = pi.package_id
      where pi.company_id = i.company_id and pi.order_item_id = i.id
    ) parcels on true
    where o.company_id = ${companyId} and o.id = any(${sql.param([...orderIds])}::uuid[])
    order by o.placed_at desc, o.id desc, i.position`)
  const last = rows.at(-1)
  return { lines: rows.map(toLine), cursor: last && encodeCursor([last.key, last.orderId]) }
}

const toLine = ({ orderId: _orderId, key: _key, ...line }: LineRecord): ExportedLine => ({
  ...line,
  placedAt: iso(line.placedAt),
})
