import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { ExportFormat } from '#contract/fields.ts'
import { gapsText } from '#contract/order-profit.ts'
import { changeOf, changeText } from '#contract/headline-figures.ts'
import { figures } from '#contract/report-figures.ts'
import { hasOrdersFile, type ReportFormat } from '#contract/report-values.ts'
import type { Report, ReportMetric, ReportRange, reportsApi } from '#contract/reports.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { csvContent } from '#server/platform/spreadsheet/csv.ts'
import { type Download, workbookType } from '#server/platform/spreadsheet/export-file.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import { type SheetContent, workbookContent } from '#server/platform/spreadsheet/workbook.ts'
import { countCustomers } from './customers-report.ts'
import { assertOptions, makeReport, type ScopedReport } from './read-report.ts'
import { countOrderLines } from './report-orders.ts'
import { type ReportScope, readReportScope } from './report-scope.ts'
import { ordersTable, reportTable } from './report-sheets.ts'

type Input = ParsedInputOf<typeof reportsApi.export>

export async function exportReport(ctx: CompanyContext, input: Input): Promise<Download> {
  const { type, format, part, startDate, endDate, channelId, rankBy } = input
  const [range, kind] = [
    { startDate, endDate },
    { type, channelId, rankBy },
  ]
  assertOptions(kind)
  const scope = await ctx.transaction(async (tx) => {
    const read = await readReportScope(tx, ctx, range)
    await recordAudit(tx, ctx, {
      action: 'report.export',
      resource: 'report',
      resourceId: null,
      companyId: ctx.companyId,
      after: {
        type,
        ...range,
        ...(channelId && { channelId }),
        ...(rankBy && { rankBy }),
        format,
        ...(format === 'csv' && { part }),
        rows: await countBuyerRows(tx, read, { type, format, part }),
      },
    })
    return read
  })
  const orders = ordersTable(ctx, scope)
  if (format === 'csv' && part === 'orders') return toCsvDownload({ name: 'orders', range }, orders)
  const named = { name: `${type}-report`, range }
  const report = await makeReport(ctx, scope, kind)
  const table = reportTable(ctx, { scope, report })
  if (format === 'csv') return toCsvDownload(named, table)
  return toWorkbookDownload(named, [summarySheet(report), table, ...(hasOrdersFile(type) ? [orders] : [])])
}

/** Rows of the file that name a buyer: orders and customers. */
async function countBuyerRows(
  tx: Tx,
  scope: ReportScope,
  { type, format, part }: Pick<Input, 'type' | 'format' | 'part'>,
): Promise<number> {
  const isOrdersOnly = format === 'csv' && part === 'orders'
  const hasOrders = isOrdersOnly || (format === 'xlsx' && hasOrdersFile(type))
  const orders = hasOrders ? await countOrderLines(tx, scope.companyId, scope.period.span) : 0
  const hasCustomers = type === 'customers' && !isOrdersOnly
  return orders + (hasCustomers ? await countCustomers(tx, scope, scope.period.span) : 0)
}

type ReportFile = { fileName: string; contentType: string; content: Buffer }

/** The report as a mail attachment: a workbook with summary and table, or the table as CSV, without orders. */
export async function reportFile(ctx: CompanyContext, scoped: ScopedReport, format: ReportFormat): Promise<ReportFile> {
  const { report } = scoped
  const named = { name: `${report.type}-report`, range: report.range }
  const table = reportTable(ctx, scoped)
  const file = format === 'csv' ? toCsvDownload(named, table) : toWorkbookDownload(named, [summarySheet(report), table])
  const chunks: Uint8Array[] = []
  for await (const chunk of file.content) chunks.push(Buffer.from(chunk))
  return { ...file, content: Buffer.concat(chunks) }
}

type NamedRange = { name: string; range: ReportRange }

/** File name such as `sales-report-2026-02-01-to-2026-03-02.csv`. */
const fileName = ({ name, range }: NamedRange, format: ExportFormat) => {
  const { startDate, endDate } = range
  return `${name}-${startDate === endDate ? startDate : `${startDate}-to-${endDate}`}.${format}`
}

const toCsvDownload = (named: NamedRange, { columns, rows }: SheetContent): Download => ({
  fileName: fileName(named, 'csv'),
  contentType: 'text/csv; charset=utf-8',
  content: csvContent(columns, rows),
})

const toWorkbookDownload = (named: NamedRange, sheets: readonly SheetContent[]): Download => ({
  fileName: fileName(named, 'xlsx'),
  contentType: workbookType,
  content: workbookContent(sheets),
})

const columns: Column[] = [
  { heading: 'Figure', kind: 'text' },
  { heading: 'Value', kind: 'number', width: 24 },
  { heading: 'Previous', kind: 'number', width: 24 },
  { heading: 'Change', kind: 'text', width: 14 },
  { heading: 'Definition', kind: 'text', width: 100 },
]

/** The figures with their definitions, and the days, time zone and currency they cover. */
const summarySheet = (report: Report): SheetContent => ({ name: 'Summary', columns, rows: summaryRows(report) })

async function* summaryRows(report: Report) {
  const { range, previous, currency, timeZone, otherCurrencies } = report
  const hours = previous.isCut ? 'The last day isn’t over, so the previous days are counted up to the same hour.' : ''
  yield [
    ...report.metrics.map((metric) => figureRow(metric, currency)),
    ...leftOutRows(report),
    ['Days', daysOf(range), daysOf(previous), null, `Time zone: ${timeZone}. ${hours}`.trim()],
    ...otherCurrencies.map(({ currency: other, orders, revenue }) => [
      `Revenue (${other})`,
      revenue,
      null,
      null,
      `From ${orders} ${orders === 1 ? 'order' : 'orders'} in ${other}. Currencies aren’t converted, so it is not in the totals above.`,
    ]),
  ]
}

/** How many orders the sums of a profit leave out, and why. */
function leftOutRows(report: Report): CellValue[][] {
  const text = 'gaps' in report ? gapsText(report.gaps) : null
  return text === null ? [] : [['Not known', null, null, null, text]]
}

function figureRow({ figure, value, previous }: ReportMetric, currency: string): CellValue[] {
  const { label, kind, definition } = figures[figure]
  const name = kind === 'money' ? `${label} (${currency})` : label
  const change = changeOf(kind, value, previous)
  return [name, value, previous, change === null ? null : changeText(kind, change), definition]
}

const daysOf = ({ startDate, endDate }: ReportRange) =>
  startDate === endDate ? startDate : `${startDate} to ${endDate}`
