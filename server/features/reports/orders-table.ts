import type { CompanyContext } from '#server/platform/context.ts'
import type { SheetContent } from '#server/platform/spreadsheet/workbook.ts'
import { orderCellsIn, orderColumns } from './order-columns.ts'
import { listOrderLines } from './queries/order-lines.ts'
import type { ReportScope } from './report-scope.ts'

const ordersPerBatch = 5_000

/** Every order of the days, cancelled ones too, newest first. */
export const ordersTable = (ctx: CompanyContext, scope: ReportScope): SheetContent => ({
  name: 'Orders',
  columns: orderColumns,
  rows: orderRows(ctx, scope),
})

/** A transaction per batch: between two of them a slow download holds no connection. */
async function* orderRows(ctx: CompanyContext, { companyId, timeZone, period }: ReportScope) {
  const toCells = orderCellsIn(timeZone)
  let cursor: string | undefined
  do {
    const place = { cursor, limit: ordersPerBatch }
    const batch = await ctx.transaction((tx) => listOrderLines(tx, companyId, period.span, place))
    cursor = batch.cursor
    yield batch.lines.map(toCells)
  } while (cursor !== undefined)
}
