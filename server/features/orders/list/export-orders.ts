import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/fields.ts'
import type { OrderFilter, ordersApi } from '#contract/orders.ts'
import { getChannelOrThrow } from '#server/features/channels/queries/channels.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { type Download, exportFile } from '#server/platform/spreadsheet/export-file.ts'
import { cellsOf } from '#server/platform/spreadsheet/table.ts'
import { areAllOrders } from '../batches/queries/picked-orders.ts'
import { orderNotFound } from '../queries/order-row.ts'
import { exportColumns } from './order-columns.ts'
import { listOrderIds, readOrderLines } from './queries/order-lines.ts'

const ordersPerBatch = 1_000
const maxSelected = 500

type Input = ParsedInputOf<typeof ordersApi.export>

/** The orders that are named, or else those that the filter leaves. */
export async function exportOrders(ctx: CompanyContext, { format, orderIds, ...filter }: Input): Promise<Download> {
  const { companyId } = ctx
  const named = orderIds === undefined ? null : parseOrderIds(orderIds)
  const { search, ...choice } = filter
  await ctx.transaction(async (tx) => {
    if (named && !(await areAllOrders(tx, companyId, named))) throw orderNotFound()
    if (filter.channelId) await getChannelOrThrow(tx, companyId, filter.channelId)
    await recordAudit(tx, ctx, {
      action: 'order.export',
      resource: 'order',
      resourceId: null,
      companyId,
      // What was searched for may be somebody's name.
      after: named ? { format, orders: named.length } : { format, ...choice, isSearched: Boolean(search) },
    })
  })
  const rows = named ? namedOrders(ctx, named) : filteredOrders(ctx, filter)
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

async function* namedOrders(ctx: CompanyContext, orderIds: readonly string[]) {
  const { lines } = await ctx.read((tx) => readOrderLines(tx, ctx.companyId, orderIds))
  yield lines.map((line) => cellsOf(exportColumns, line))
}

/** A transaction per batch: between two of them a slow download holds no connection. */
async function* filteredOrders(ctx: CompanyContext, filter: OrderFilter) {
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
