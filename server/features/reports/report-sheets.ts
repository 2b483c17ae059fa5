import { Temporal } from 'temporal-polyfill'
import { writtenShopNumber } from '#contract/order-numbers.ts'
import { orderStatusText } from '#contract/order-status.ts'
import { reportColumns } from '#contract/report-columns.ts'
import { reportTypeLabels, unknownChannel } from '#contract/report-values.ts'
import type { Report, ReportColumn } from '#contract/reports.ts'
import { stockStatusLabels } from '#contract/stock-status.ts'
import { readLowStockThreshold } from '#server/features/inventory/levels.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import {
  type Batches,
  type Cell,
  cellsOf,
  type CellValue,
  numberCell,
  textCell,
} from '#server/platform/spreadsheet/table.ts'
import type { SheetContent } from '#server/platform/spreadsheet/workbook.ts'
import { listCustomerSales, toCustomerRow } from './customers-report.ts'
import { listSkuSales, skuRowsOf } from './inventory-report.ts'
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
      return [textCell(label, (row) => value(row) ?? unknownChannel)]
    case 'stock':
      return [textCell(label, (row) => stockLabels[String(value(row))] ?? null)]
    case 'moment':
      return [textCell(label, momentIn(zone, value))]
    case 'text':
      return [textCell(label, value)]
    case 'money':
      return [numberCell(`${label} (${currency})`, value)]
    case 'count':
    case 'share':
    case 'days':
      return [numberCell(label, value)]
  }
}

function momentIn(zone: string, value: TableCell['of']): TableCell['of'] {
  const clock = localClockOf(zone)
  return (row) => clock(new Date(String(value(row)))).time
}

const ordersPerBatch = 5_000

/** All orders of the period, cancelled ones too, newest first. */
export const ordersTable = (ctx: CompanyContext, scope: ReportScope, limit = ordersPerBatch): SheetContent => ({
  name: 'Orders',
  columns: orderColumns,
  rows: orderRows(ctx, scope, limit),
})

/** A transaction per batch: between two of them a slow download holds no connection. */
async function* orderRows(ctx: CompanyContext, { companyId, timeZone, period }: ReportScope, limit: number) {
  const toCells = orderCellsIn(timeZone)
  let cursor: string | undefined
  do {
    const place = { cursor, limit }
    const batch = await ctx.transaction((tx) => listOrderLines(tx, companyId, period.span, place))
    cursor = batch.cursor
    yield batch.lines.map(toCells)
  } while (cursor !== undefined)
}

type PlacedLine = { line: OrderLine; placed: LocalTime }

/** The sum of the counted rows in the company's currency equals the report's figures. */
const orderColumns: Cell<PlacedLine>[] = [
  textCell('Order number', ({ line }) => line.orderNumber),
  textCell('Shop order number', ({ line }) => writtenShopNumber(line)),
  textCell('Channel order ID', ({ line }) => line.externalOrderId),
  textCell('Placed', ({ placed }) => placed.time),
  textCell('Time zone', ({ placed }) => placed.offset),
  textCell('Status', ({ line }) => orderStatusText[line.status]),
  textCell('Channel', ({ line }) => line.channelName ?? unknownChannel),
  textCell('Customer', ({ line }) => line.customerName),
  numberCell('Units', ({ line }) => line.units),
  numberCell('Subtotal', ({ line }) => line.subtotal),
  numberCell('Discount', ({ line }) => line.discount),
  numberCell('Shipping', ({ line }) => line.shipping),
  numberCell('Tax', ({ line }) => line.tax),
  numberCell('Total', ({ line }) => line.total),
  textCell('Currency', ({ line }) => line.currency),
  textCell('Counted', ({ line }) => (line.isCounted ? 'yes' : 'no')),
]

function orderCellsIn(zone: string): (line: OrderLine) => CellValue[] {
  const clock = localClockOf(zone)
  return (line) => cellsOf(orderColumns, { line, placed: clock(new Date(line.placedAt)) })
}

/** Local time, such as 2026-03-01 09:30:00, and its offset, such as UTC-08:00. */
type LocalTime = { time: string; offset: string }

const slotMs = 15 * 60_000

/**
 * Converts moments to local time. Successive moments are mostly close together and offsets change only at full quarters
 * of an hour, so the offset is looked up once per quarter.
 */
function localClockOf(zone: string): (moment: Date) => LocalTime {
  let cached = { slot: Number.NaN, ms: 0, offset: '' }
  return (moment) => {
    const slot = Math.floor(moment.getTime() / slotMs)
    if (slot !== cached.slot) cached = { slot, ...offsetAt(slot * slotMs, zone) }
    const time = new Date(moment.getTime() + cached.ms).toISOString()
    return { time: `${time.slice(0, 10)} ${time.slice(11, 19)}`, offset: cached.offset }
  }
}

function offsetAt(milliseconds: number, zone: string) {
  const { offset, offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone)
  return { ms: offsetNanoseconds / 1_000_000, offset: `UTC${offset}` }
}
