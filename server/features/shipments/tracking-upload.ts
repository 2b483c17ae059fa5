import { sql } from 'drizzle-orm'
import { bulkApi, type BulkError, type TrackingUpload } from '#contract/bulk.ts'
import { AppError } from '#contract/errors.ts'
import type { TrackingRow } from '#server/features/bulk/workbook/tracking-rows.ts'
import { readTracking } from '#server/features/bulk/workbook/read-workbook.ts'
import { recordOwnParcel } from '#server/features/orders/fulfillment/ship-order.ts'
import { withHeavySlot } from '#server/platform/concurrency.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { App } from '#server/platform/http/app.ts'
import { type FileInput, serveUpload } from '#server/platform/http/files.ts'

export const trackingUploadRoutes = (app: App): void => serveUpload(app, bulkApi.tracking, uploadTracking)

/**
 * Ships the orders of a file with tracking numbers: each row is a parcel with all units that are left of its order. A
 * row is a transaction of its own, so that the good ones apply. A row that was applied before changes nothing.
 */
export async function uploadTracking(ctx: CompanyContext, { file, stopwatch }: FileInput): Promise<TrackingUpload> {
  const { processed, rows, errors } = await readTracking(file)
  stopwatch.lap('parse')
  const applied = await withHeavySlot(ctx.companyId, () => shipRows(ctx, rows))
  stopwatch.lap('write')
  const refused = new Set(errors.map(({ row }) => row)).size + applied.errors.length
  const counts = { processed, shipped: applied.shipped, unchanged: applied.unchanged, failed: refused }
  ctx.log.info({ kind: 'tracking', ...counts, ms: stopwatch.laps }, 'bulk change')
  return { ...counts, errors: [...errors, ...applied.errors].toSorted((a, b) => a.row - b.row) }
}

type Applied = { shipped: number; unchanged: number; errors: BulkError[] }

async function shipRows(ctx: CompanyContext, rows: readonly TrackingRow[]): Promise<Applied> {
  const orders = await ctx.read((tx) => findOrders(tx, ctx.companyId, rows))
  const applied: Applied = { shipped: 0, unchanged: 0, errors: [] }
  const shippedBy = new Map<string, number>()
  for (const { row, order, ...tracking } of rows) {
    const found = matchOrder(orders, order)
    if ('reason' in found) {
      applied.errors.push({ row, column: 'Order', reason: found.reason })
      continue
    }
    const orderId = found.id
    try {
      const isNew = await ctx.transaction((tx) => recordOwnParcel(tx, ctx, { orderId, ...tracking }))
      applied[isNew ? 'shipped' : 'unchanged'] += 1
      shippedBy.set(orderId, shippedBy.get(orderId) ?? row)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const earlier = shippedBy.get(orderId)
      const reason = earlier === undefined ? error.message : `Row ${earlier} ships everything left in this order.`
      applied.errors.push({ row, column: 'Order', reason })
    }
  }
  return applied
}

type FoundOrder = { id: string; orderNumber: string; externalNumber: string | null; externalOrderId: string }

/** Some shops write `#` before their numbers, and people leave it out. */
const bareNumber = (number: string | null): string | null => number?.replace(/^#/, '') ?? null

/** Orders with these numbers: ours, or those by which their channels know them. */
async function findOrders(
  tx: Parameters<typeof recordOwnParcel>[0],
  companyId: string,
  rows: readonly TrackingRow[],
): Promise<FoundOrder[]> {
  const bare = rows.map(({ order }) => bareNumber(order) ?? '')
  const names = sql.param([...new Set([...bare, ...bare.map((name) => `#${name}`)])])
  const { rows: found } = await tx.execute<FoundOrder>(sql`
    select id, order_number as "orderNumber", external_number as "externalNumber", external_order_id as "externalOrderId"
    from orders where company_id = ${companyId} and (order_number = any(${names}::text[])
      or external_number = any(${names}::text[]) or external_order_id = any(${names}::text[]))`)
  return found
}

/** Our own number is unique; the numbers of two channels may be the same. */
function matchOrder(orders: readonly FoundOrder[], named: string): FoundOrder | { reason: string } {
  const name = bareNumber(named)
  const own = orders.find(({ orderNumber }) => orderNumber === name)
  if (own) return own
  const [first, second] = orders.filter(
    ({ externalNumber, externalOrderId }) =>
      bareNumber(externalNumber) === name || bareNumber(externalOrderId) === name,
  )
  if (!first) return { reason: `There is no order ${named}.` }
  return second ? { reason: `Several orders have the number ${named}. Use the number that begins with LS-.` } : first
}
