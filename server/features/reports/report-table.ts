import { reportTypeLabels } from '#contract/report-words.ts'
import type { Report, ReportRange } from '#contract/reports.ts'
import { readLowStockThreshold } from '#server/features/inventory/queries/threshold.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Batches, CellValue } from '#server/platform/spreadsheet/table.ts'
import type { SheetContent } from '#server/platform/spreadsheet/workbook.ts'
import { toCustomerRow } from './customers-report.ts'
import { skuRowsOf } from './inventory-report.ts'
import { listCustomerSales } from './queries/customer-sales.ts'
import { listSkuSales } from './queries/sku-sales.ts'
import { readReportScope } from './report-scope.ts'
import { tableCells, type TableRow } from './table-columns.ts'

const batchSize = 10_000

/**
 * The report's table with every row. Periods and channels come as the screen shows them; SKUs by their codes and customers
 * by their ids, since there is no end to them and they are read while the file is sent.
 */
export function reportTable(ctx: CompanyContext, report: Report): SheetContent {
  const cells = tableCells(report)
  return {
    name: reportTypeLabels[report.type],
    columns: cells.map(({ heading, kind }) => ({ heading, kind })),
    rows: inCells(allRows(ctx, report), (row) => cells.map(({ of }) => of(row))),
  }
}

async function* inCells(rows: AsyncIterable<readonly TableRow[]>, toCells: (row: TableRow) => CellValue[]): Batches {
  for await (const batch of rows) yield batch.map(toCells)
}

async function* allRows(ctx: CompanyContext, report: Report): AsyncIterable<readonly TableRow[]> {
  switch (report.type) {
    case 'sales':
    case 'channels':
      yield report.rows
      break
    case 'inventory':
      yield* skuRows(ctx, report.range)
      break
    case 'customers':
      yield* customerRows(ctx, report.range)
  }
}

/** A transaction per batch: between two of them a slow download holds no connection. */
async function* skuRows(ctx: CompanyContext, range: ReportRange) {
  const { companyId } = ctx
  const { scope, threshold } = await ctx.transaction(async (tx) => ({
    scope: await readReportScope(tx, ctx, range),
    threshold: await readLowStockThreshold(tx, companyId),
  }))
  const toRow = skuRowsOf(scope, threshold)
  let after: string | undefined
  do {
    const place = { after, limit: batchSize }
    const skus = await ctx.transaction((tx) => listSkuSales(tx, companyId, scope.period.span, place))
    after = skus.length === batchSize ? skus.at(-1)?.sku : undefined
    yield skus.map(toRow)
  } while (after !== undefined)
}

async function* customerRows(ctx: CompanyContext, range: ReportRange) {
  const scope = await ctx.transaction((tx) => readReportScope(tx, ctx, range))
  let after: string | undefined
  do {
    const place = { after, limit: batchSize }
    const customers = await ctx.transaction((tx) => listCustomerSales(tx, scope, scope.period.span, place))
    after = customers.length === batchSize ? customers.at(-1)?.customerId : undefined
    yield customers.map(toCustomerRow)
  } while (after !== undefined)
}
