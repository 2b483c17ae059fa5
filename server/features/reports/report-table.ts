import { reportTypeLabels } from '#contract/report-values.ts'
import type { Report } from '#contract/reports.ts'
import { readLowStockThreshold } from '#server/features/inventory/queries/threshold.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { cellsOf, type Cell, type Batches } from '#server/platform/spreadsheet/table.ts'
import type { SheetContent } from '#server/platform/spreadsheet/workbook.ts'
import { toCustomerRow } from './customers-report.ts'
import { skuRowsOf } from './inventory-report.ts'
import { listCustomerSales } from './queries/customer-sales.ts'
import { listSkuSales } from './queries/sku-sales.ts'
import type { ScopedReport } from './read-report.ts'
import type { ReportScope } from './report-scope.ts'
import { tableColumns, type TableRow } from './table-columns.ts'

const rowsPerBatch = 10_000

/**
 * The report's table with every row. Periods and channels come as the screen shows them; SKUs by their codes and customers
 * by their ids, since there is no end to them and they are read while the file is sent.
 */
export function reportTable(ctx: CompanyContext, { scope, report }: ScopedReport): SheetContent {
  const columns = tableColumns(report)
  return { name: reportTypeLabels[report.type], columns, rows: inCells(columns, allRows(ctx, scope, report)) }
}

async function* inCells(columns: readonly Cell<TableRow>[], rows: AsyncIterable<readonly TableRow[]>): Batches {
  for await (const batch of rows) yield batch.map((row) => cellsOf(columns, row))
}

async function* allRows(ctx: CompanyContext, scope: ReportScope, report: Report): AsyncIterable<readonly TableRow[]> {
  switch (report.type) {
    case 'sales':
    case 'channels':
      yield report.rows
      break
    case 'inventory':
      yield* skuRows(ctx, scope)
      break
    case 'customers':
      yield* customerRows(ctx, scope)
  }
}

/** A transaction per batch: between two of them a slow download holds no connection. */
async function* skuRows(ctx: CompanyContext, scope: ReportScope) {
  const { companyId } = ctx
  const threshold = await ctx.transaction((tx) => readLowStockThreshold(tx, companyId))
  const toRow = skuRowsOf(scope, threshold)
  let after: string | undefined
  do {
    const place = { after, limit: rowsPerBatch }
    const skus = await ctx.transaction((tx) => listSkuSales(tx, companyId, scope.period.span, place))
    after = skus.length === rowsPerBatch ? skus.at(-1)?.sku : undefined
    yield skus.map(toRow)
  } while (after !== undefined)
}

async function* customerRows(ctx: CompanyContext, scope: ReportScope) {
  let after: string | undefined
  do {
    const place = { after, limit: rowsPerBatch }
    const customers = await ctx.transaction((tx) => listCustomerSales(tx, scope, scope.period.span, place))
    after = customers.length === rowsPerBatch ? customers.at(-1)?.customerId : undefined
    yield customers.map(toCustomerRow)
  } while (after !== undefined)
}
