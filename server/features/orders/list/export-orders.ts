import { sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/fields.ts'
import { type OrderStatus, orderStatusText } from '#contract/order-status.ts'
import { writtenShopNumber } from '#contract/order-numbers.ts'
import type { OrderFilter, ordersApi } from '#contract/orders.ts'
import { getChannelOrThrow } from '#server/features/channels/channel-queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { encodeCursor, microsecondsOf } from '#server/platform/paging.ts'
import { type Download, exportFile } from '#server/platform/spreadsheet/export-file.ts'
import { type Cell, cellsOf, numberCell, textCell } from '#server/platform/spreadsheet/table.ts'
import { areAllOrders, orderNotFound } from '../order-queries.ts'
import { findContacts } from './find-contacts.ts'
import { countMatchingOrders } from './list-orders.ts'
import { type ListFilter, listNewestOrderIds, type PageSpan, searchOrderIds } from './queries.ts'

const ordersPerBatch = 1_000

const maxSelected = 500

type Input = ParsedInputOf<typeof ordersApi.export>

type Wanted = OrderFilter & Pick<ListFilter, 'customerIds'>

/** Exports the selected orders, or all that match the filter. */
export async function exportOrders(ctx: CompanyContext, { format, orderIds, ...filter }: Input): Promise<Download> {
  const { companyId } = ctx
  const selectedIds = orderIds === undefined ? null : parseOrderIds(orderIds)
  const { search, ...choice } = filter
  const wanted = { ...filter, customerIds: await findContacts(ctx, search) }
  await ctx.transaction(async (tx) => {
    if (selectedIds && !(await areAllOrders(tx, companyId, selectedIds))) throw orderNotFound()
    if (filter.channelId) await getChannelOrThrow(tx, companyId, filter.channelId)
    const rows = selectedIds ? selectedIds.length : await countMatchingOrders(tx, companyId, wanted)
    await recordAudit(tx, ctx, {
      action: 'order.export',
      resource: 'order',
      resourceId: null,
      companyId,
      // The search text may be a person's name, so it is not logged.
      after: selectedIds
        ? { format, orders: selectedIds.length, rows }
        : { format, ...choice, isSearched: Boolean(search), rows },
    })
  })
  const rows = selectedIds ? selectedOrders(ctx, selectedIds) : filteredOrders(ctx, wanted)
  return exportFile({ name: 'orders', format, columns: exportColumns, rows, now: ctx.clock.now() })
}

function parseOrderIds(text: string): string[] {
  const ids = Id.array()
    .min(1)
    .safeParse(text.split(',').map((id) => id.trim()))
  const distinct = [...new Set(ids.data)]
  if (ids.success && distinct.length <= maxSelected) return distinct
  const message = `must be at most ${maxSelected} ids with commas between them`
  throw new AppError('invalid', `Choose at most ${maxSelected} orders.`, [{ field: 'orderIds', message }])
}

async function* selectedOrders(ctx: CompanyContext, orderIds: readonly string[]) {
  const { lines } = await ctx.read((tx) => readOrderLines(tx, ctx.companyId, orderIds))
  yield lines.map((line) => cellsOf(exportColumns, line))
}

/** One transaction per batch: a slow download holds no connection between batches. */
async function* filteredOrders(ctx: CompanyContext, filter: Wanted) {
  const { companyId } = ctx
  let cursor: string | undefined
  do {
    const batch = await ctx.read(async (tx) => {
      const ids = await listOrderIds(tx, companyId, filter, { cursor, limit: ordersPerBatch })
      const { lines, cursor: last } = await readOrderLines(tx, companyId, ids)
      return { lines, next: ids.length === ordersPerBatch ? last : undefined }
    })
    cursor = batch.next
    yield batch.lines.map((line) => cellsOf(exportColumns, line))
  } while (cursor !== undefined)
}

/** Without street, e-mail and phone: exported files are passed on and can't be erased. */
const exportColumns: Cell<ExportedLine>[] = [
  textCell('Order number', (line) => line.orderNumber),
  textCell('Shop order number', writtenShopNumber),
  textCell('Channel order ID', (line) => line.externalOrderId),
  textCell('Placed', (line) => line.placedAt),
  textCell('Status', (line) => orderStatusText[line.status]),
  textCell('Channel', (line) => line.channelName),
  textCell('Customer', (line) => line.customerName),
  textCell('City', (line) => line.city),
  textCell('State', (line) => line.state),
  textCell('Postal code', (line) => line.postalCode),
  textCell('Country', (line) => line.country),
  textCell('SKU', (line) => line.sku),
  textCell('Title', (line) => line.title),
  numberCell('Quantity', (line) => line.quantity),
  numberCell('Unit price', (line) => line.unitPrice),
  numberCell('Line total', (line) => line.totalPrice),
  numberCell('Order total', (line) => line.total),
  textCell('Currency', (line) => line.currency),
  textCell('Carrier', (line) => line.carriers),
  textCell('Tracking numbers', (line) => line.trackingNumbers),
]

/** One row of the export: a line of an order, or an order without lines. */
type ExportedLine = {
  orderNumber: string
  externalOrderId: string
  externalNumber: string | null
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

/** Ids of the newest orders after the cursor. */
async function listOrderIds(tx: Tx, companyId: string, filter: Wanted, span: PageSpan): Promise<string[]> {
  const { search, customerIds } = filter
  if (search && !customerIds) return searchOrderIds(tx, companyId, { ...filter, search }, span)
  return listNewestOrderIds(tx, companyId, filter, span)
}

type LineRecord = ExportedLine & { orderId: string; key: number }

/** Lines of these orders, newest order first, with the cursor after the last one. */
async function readOrderLines(tx: Tx, companyId: string, orderIds: readonly string[]) {
  const { rows } = await tx.execute<LineRecord>(sql`
    select o.id as "orderId", ${microsecondsOf(sql`o.placed_at`)} as key, o.order_number as "orderNumber",
      o.external_order_id as "externalOrderId", o.external_number as "externalNumber", o.placed_at as "placedAt", o.status, c.name as "channelName",
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
