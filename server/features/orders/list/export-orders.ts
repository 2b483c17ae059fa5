import { sql } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { type OrderStatus, orderStatusLabels } from '#contract/order-status.ts'
import { writtenShopNumber } from '#contract/order-numbers.ts'
import type { ordersApi } from '#contract/orders.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readCompanyLocale } from '#server/platform/db/company-locale.ts'
import { iso } from '#server/platform/db/rows.ts'
import { encodeCursor, microsecondsOf } from '#server/platform/paging.ts'
import { type Download, exportFile } from '#server/platform/spreadsheet/export-file.ts'
import { momentCell } from '#server/platform/spreadsheet/local-time.ts'
import { type Cell, cellsOf, numberCell, textCell } from '#server/platform/spreadsheet/table.ts'
import { feeCells, feesOf, sumFees } from '../fulfillment-fees.ts'
import { areAllOrders, givenAmount, orderNotFound, parseOrderIds } from '../order-queries.ts'
import { findContacts } from './find-contacts.ts'
import { countMatchingOrders } from './list-orders.ts'
import { assertChannelOf, listOrderIds, type WantedOrders, withOwnId } from './queries.ts'

const ordersPerBatch = 1_000

const maxSelected = 500

type Input = ParsedInputOf<typeof ordersApi.export>

/** Exports the selected orders, or all that match the filter. */
export async function exportOrders(ctx: CompanyContext, { format, orderIds, ...asked }: Input): Promise<Download> {
  const filter = withOwnId(ctx, asked)
  const { companyId } = ctx
  const selectedIds = orderIds === undefined ? null : parseOrderIds(orderIds, maxSelected)
  const { search, ...choice } = filter
  const wanted = { ...filter, customerIds: await findContacts(ctx, search) }
  const { timeZone } = await ctx.transaction(async (tx) => {
    if (selectedIds && !(await areAllOrders(tx, companyId, selectedIds))) throw orderNotFound()
    await assertChannelOf(tx, companyId, filter)
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
    return readCompanyLocale(tx, companyId)
  })
  const columns = exportColumns(timeZone)
  const rows = inCells(columns, selectedIds ? selectedOrders(ctx, selectedIds) : filteredOrders(ctx, wanted))
  return exportFile({ name: 'orders', format, columns, rows, now: ctx.clock.now() })
}

async function* selectedOrders(ctx: CompanyContext, orderIds: readonly string[]) {
  const { lines } = await ctx.read((tx) => readOrderLines(tx, ctx.companyId, orderIds))
  yield lines
}

/** One transaction per batch: a slow download holds no connection between batches. */
async function* filteredOrders(ctx: CompanyContext, filter: WantedOrders) {
  const { companyId } = ctx
  let cursor: string | undefined
  do {
    const batch = await ctx.read(async (tx) => {
      const ids = await listOrderIds(tx, companyId, filter, { cursor, limit: ordersPerBatch })
      const { lines, cursor: last } = await readOrderLines(tx, companyId, ids)
      return { lines, next: ids.length === ordersPerBatch ? last : undefined }
    })
    cursor = batch.next
    yield batch.lines
  } while (cursor !== undefined)
}

async function* inCells(columns: readonly Cell<ExportedLine>[], batches: AsyncIterable<readonly ExportedLine[]>) {
  for await (const lines of batches) yield lines.map((line) => cellsOf(columns, line))
}

/**
 * Without street, e-mail and phone: exported files are passed on and can't be erased. Amounts of the whole order are on its first line
 * only, so that their columns can be summed up.
 */
const exportColumns = (zone: string): Cell<ExportedLine>[] => [
  textCell('Order number', (line) => line.orderNumber),
  textCell('Shop order number', writtenShopNumber),
  textCell('Channel order ID', (line) => line.externalOrderId),
  momentCell('Placed', zone, (line) => line.placedAt),
  textCell('Status', (line) => orderStatusLabels[line.status]),
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
  numberCell('Order subtotal', ({ amounts }) => amounts && amounts.subtotal),
  numberCell('Order discount', ({ amounts }) => amounts && amounts.discount),
  numberCell('Order shipping', ({ amounts }) => amounts && amounts.shipping),
  numberCell('Order tax', ({ amounts }) => amounts && amounts.tax),
  numberCell('Order total', ({ amounts }) => amounts && amounts.total),
  numberCell('Refunded', ({ amounts }) => amounts && amounts.refunded),
  textCell('Currency', (line) => line.currency),
  numberCell('Fulfillment fee (estimate)', ({ amounts }) => amounts && amounts.fee.amount),
  textCell('Fee currency', ({ amounts }) => amounts && amounts.fee.currency),
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
  /** Of the whole order; null on every line but the first. */
  amounts: OrderAmounts | null
  currency: string
  carriers: string
  trackingNumbers: string
}

type OrderAmounts = {
  subtotal: string
  /** Null: the channel did not say. */
  discount: string | null
  shipping: string | null
  tax: string | null
  total: string
  refunded: string
  fee: ReturnType<typeof feeCells>
}

type LineRecord = Omit<ExportedLine, 'amounts'> &
  Omit<OrderAmounts, 'fee'> & { orderId: string; key: number; fees: Parameters<typeof sumFees>[0] }

/** Lines of these orders, newest order first, with the cursor after the last one. */
async function readOrderLines(tx: Tx, companyId: string, orderIds: readonly string[]) {
  const { rows } = await tx.execute<LineRecord>(sql`
    select o.id as "orderId", ${microsecondsOf(sql`o.placed_at`)} as key, o.order_number as "orderNumber",
      o.external_order_id as "externalOrderId", o.external_number as "externalNumber", o.placed_at as "placedAt", o.status, c.name as "channelName",
      o.customer_name as "customerName", a.city, a.state, a.postal_code as "postalCode", a.country,
      i.sku, i.title, i.quantity, i.unit_price as "unitPrice", i.total_price as "totalPrice", o.subtotal,
      ${givenAmount('discount')} as discount, ${givenAmount('shipping')} as shipping, ${givenAmount('tax')} as tax, o.total,
      o.refunded_amount as refunded, o.currency, ${feesOf(sql`o`)} as fees,
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
  const lines = rows.map((row, index) => toLine(row, row.orderId !== rows[index - 1]?.orderId))
  return { lines, cursor: last && encodeCursor([last.key, last.orderId]) }
}

function toLine({ orderId: _orderId, key: _key, fees, ...row }: LineRecord, isFirst: boolean): ExportedLine {
  const { subtotal, discount, shipping, tax, total, refunded, ...line } = row
  const fee = feeCells(sumFees(fees, line.currency))
  return {
    ...line,
    placedAt: iso(line.placedAt),
    amounts: isFirst ? { subtotal, discount, shipping, tax, total, refunded, fee } : null,
  }
}
