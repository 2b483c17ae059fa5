import { writtenShopNumber } from '#contract/order-numbers.ts'
import { orderStatusLabels } from '#contract/order-status.ts'
import { reportColumns } from '#contract/report-columns.ts'
import { manualLabel } from '#contract/order-numbers.ts'
import { reportTypeLabels } from '#contract/report-values.ts'
import type { Report, ReportColumn } from '#contract/reports.ts'
import { stockStatusLabels } from '#contract/stock-status.ts'
import { readLowStockThreshold } from '#server/features/inventory/levels.ts'
import { feeCells, sumFees } from '#server/features/orders/fulfillment-fees.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { type LocalTime, localClockOf, momentCell, zonedHeading } from '#server/platform/spreadsheet/local-time.ts'
import {
  type Batches,
  type Cell,
  cellsOf,
  type CellValue,
  numberCell,
  textCell,
} from '#server/platform/spreadsheet/table.ts'
import type { SheetContent } from '#server/platform/spreadsheet/workbook.ts'
import { listBestSellers } from './best-sellers.ts'
import { listCustomerSales, toCustomerRow } from './customers-report.ts'
import { listSkuSales, skuRowsOf } from './inventory-report.ts'
import { listOrderProfits, listProfitBySku } from './profit-queries.ts'
import { withProfit } from './profit-report.ts'
import type { ScopedReport } from './read-report.ts'
import { listOrderLines, type OrderLine } from './report-orders.ts'
import type { ReportScope } from './report-scope.ts'

const rowsPerBatch = 10_000

/**
 * The report's table with all rows. Periods and channels come from the report; SKUs (by code) and customers (by id) are
 * read in batches while the file is sent, since their number is unlimited.
 */
export function reportTable(ctx: CompanyContext, scoped: ScopedReport, limit = rowsPerBatch): SheetContent {
  const { report } = scoped
  const columns = tableColumns(report)
  return { name: reportTypeLabels[report.type], columns, rows: inCells(columns, allRows(ctx, scoped, limit)) }
}

async function* inCells(columns: readonly Cell<TableRow>[], rows: AsyncIterable<readonly TableRow[]>): Batches {
  for await (const batch of rows) yield batch.map((row) => cellsOf(columns, row))
}

async function* allRows(
  ctx: CompanyContext,
  { scope, report }: ScopedReport,
  limit: number,
): AsyncIterable<readonly TableRow[]> {
  switch (report.type) {
    case 'sales':
    case 'channels':
      yield report.rows
      break
    case 'inventory':
      yield* skuRows(ctx, scope, limit)
      break
    case 'customers':
      yield* customerRows(ctx, scope, limit)
      break
    case 'profit-channels':
      yield report.rows
      break
    case 'profit-skus':
      yield (await ctx.transaction((tx) => listProfitBySku(tx, scope, scope.period.span))).map(withProfit)
      break
    case 'profit-orders':
      yield* orderProfitRows(ctx, scope, limit)
      break
    case 'best-sellers': {
      const choice = { channelId: report.channelId ?? undefined, rankBy: report.rankBy }
      yield await ctx.transaction((tx) => listBestSellers(tx, scope, choice, null))
    }
  }
}

/** One transaction per batch, so that a slow download holds no database connection. */
async function* skuRows(ctx: CompanyContext, scope: ReportScope, limit: number) {
  const { companyId } = ctx
  const threshold = await ctx.transaction((tx) => readLowStockThreshold(tx, companyId))
  const toRow = skuRowsOf(scope, threshold)
  let after: string | undefined
  do {
    const place = { after, limit }
    const skus = await ctx.transaction((tx) => listSkuSales(tx, companyId, scope.period.span, place))
    after = skus.length === limit ? skus.at(-1)?.sku : undefined
    yield skus.map(toRow)
  } while (after !== undefined)
}

async function* customerRows(ctx: CompanyContext, scope: ReportScope, limit: number) {
  let after: string | undefined
  do {
    const place = { after, limit }
    const customers = await ctx.transaction((tx) => listCustomerSales(tx, scope, scope.period.span, place))
    after = customers.length === limit ? customers.at(-1)?.customerId : undefined
    yield customers.map(toCustomerRow)
  } while (after !== undefined)
}

async function* orderProfitRows(ctx: CompanyContext, scope: ReportScope, limit: number) {
  let cursor: string | undefined
  do {
    const place = { cursor, limit }
    const batch = await ctx.transaction((tx) => listOrderProfits(tx, scope, scope.period.span, place))
    cursor = batch.cursor
    yield batch.orders.map(({ key: _key, ...order }) => withProfit(order))
  } while (cursor !== undefined)
}

/** A row of the table of any report. */
type TableRow = Readonly<Record<string, CellValue>>

type TableCell = Cell<TableRow>

/** A column of the table of any report. */
type AnyColumn = Pick<ReportColumn<TableRow>, 'key' | 'label' | 'kind'>

const stockLabels: Record<string, string> = stockStatusLabels

/** The columns of the table on screen; a cell that shows two values there becomes two columns. */
function tableColumns({ type, currency, timeZone }: Report): TableCell[] {
  const columns: readonly AnyColumn[] = reportColumns[type]
  return columns.flatMap((column) => cellsFor(column, currency, timeZone))
}

function cellsFor({ key, label, kind }: AnyColumn, currency: string, zone: string): TableCell[] {
  const value = (row: TableRow) => row[key] ?? null
  switch (kind) {
    case 'span':
      return [textCell('Start date', value), textCell('End date', (row) => row['endDate'] ?? null)]
    case 'customer':
      return [textCell(label, value), textCell('New', (row) => (row['isNew'] ? 'yes' : 'no'))]
    case 'channel':
      return [textCell(label, (row) => value(row) ?? manualLabel)]
    case 'stock':
      return [textCell(label, (row) => stockLabels[String(value(row))] ?? null)]
    case 'moment':
      return [momentCell(label, zone, (row) => String(value(row)))]
    case 'text':
      return [textCell(label, value)]
    case 'order':
      return [textCell('Order number', value), textCell('Shop order number', (row) => row['shopNumber'] ?? null)]
    case 'product':
      return [textCell('SKU', (row) => row['sku'] ?? null), textCell(label, value)]
    case 'money':
      return [numberCell(`${label} (${currency})`, value)]
    case 'count':
    case 'share':
    case 'days':
      return [numberCell(label, value)]
  }
}

const ordersPerBatch = 5_000

/** All orders of the period, cancelled ones too, newest first. */
export function ordersTable(ctx: CompanyContext, scope: ReportScope, limit = ordersPerBatch): SheetContent {
  const columns = orderColumns(scope.timeZone)
  return { name: 'Orders', columns, rows: orderRows(ctx, scope, { columns, limit }) }
}

type OrderCells = { columns: readonly Cell<PlacedLine>[]; limit: number }

/** A transaction per batch: between two of them a slow download holds no connection. */
async function* orderRows(ctx: CompanyContext, scope: ReportScope, { columns, limit }: OrderCells) {
  const { companyId, timeZone, period } = scope
  const clock = localClockOf(timeZone)
  const toCells = (line: OrderLine) =>
    cellsOf(columns, {
      line,
      placed: clock(new Date(line.placedAt)),
      fee: feeCells(sumFees(line.fees, line.currency)),
    })
  let cursor: string | undefined
  do {
    const place = { cursor, limit }
    const batch = await ctx.transaction((tx) => listOrderLines(tx, companyId, period.span, place))
    cursor = batch.cursor
    yield batch.lines.map(toCells)
  } while (cursor !== undefined)
}

type PlacedLine = { line: OrderLine; placed: LocalTime; fee: ReturnType<typeof feeCells> }

/** The sum of the counted rows in the company's currency equals the report's figures. */
const orderColumns = (zone: string): Cell<PlacedLine>[] => [
  textCell('Order number', ({ line }) => line.orderNumber),
  textCell('Shop order number', ({ line }) => writtenShopNumber(line)),
  textCell('Channel order ID', ({ line }) => line.externalOrderId),
  textCell(zonedHeading('Placed', zone), ({ placed }) => placed.time),
  textCell('UTC offset', ({ placed }) => placed.offset),
  textCell('Status', ({ line }) => orderStatusLabels[line.status]),
  textCell('Channel', ({ line }) => line.channelName ?? manualLabel),
  textCell('Customer', ({ line }) => line.customerName),
  numberCell('Units', ({ line }) => line.units),
  numberCell('Subtotal', ({ line }) => line.subtotal),
  numberCell('Discount', ({ line }) => line.discount),
  numberCell('Shipping', ({ line }) => line.shipping),
  numberCell('Tax', ({ line }) => line.tax),
  numberCell('Total', ({ line }) => line.total),
  numberCell('Refunded', ({ line }) => line.refunded),
  textCell('Currency', ({ line }) => line.currency),
  numberCell('Fulfillment fee (estimate)', ({ fee }) => fee.amount),
  textCell('Fee currency', ({ fee }) => fee.currency),
  textCell('Counted', ({ line }) => (line.isCounted ? 'yes' : 'no')),
]
