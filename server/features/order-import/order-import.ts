import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import {
  type ImportedOrder,
  orderImportApi,
  orderImportColumns,
  type OrderImportPreview,
  type OrderImportResult,
  shownOfImport,
} from '#contract/order-import.ts'
import { readOrdersFile } from '#server/features/bulk/workbook/read-workbook.ts'
import type { OrderLineRow } from '#server/features/bulk/workbook/order-rows.ts'
import { isDataError } from '#server/features/orders/errors.ts'
import { priceOrder } from '#server/features/orders/intake/amounts.ts'
import { type EnteredOrder, enterOrders } from '#server/features/orders/manual/enter-orders.ts'
import { readCurrency } from '#server/features/orders/manual/queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { withHeavySlot } from '#server/platform/concurrency.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload, type FileInput, serveUpload } from '#server/platform/http/files.ts'
import { newId } from '#server/platform/ids.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { assertReconciled } from '#server/platform/restore-gate.ts'
import { type Download, workbookType } from '#server/platform/spreadsheet/export-file.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import { workbookContent } from '#server/platform/spreadsheet/workbook.ts'
import { groupLines, type GroupedLines, type OrderOfFile } from './group-lines.ts'

export function orderImportRoutes(app: App): void {
  serveDownload(app, orderImportApi.template, async () => templateFile())
  serveUpload(app, orderImportApi.preview, previewImport)
  serveUpload(app, orderImportApi.apply, importOrders)
}

/** Checks a file of orders and says what would come in; nothing is written. */
export async function previewImport(ctx: CompanyContext, { file, stopwatch }: FileInput): Promise<OrderImportPreview> {
  const rows = await readOrdersFile(file)
  stopwatch.lap('parse')
  return ctx.read(async (tx) => {
    const grouped = await groupFile(tx, ctx.companyId, rows)
    const known = await findKnownNumbers(tx, ctx.companyId, grouped.orders)
    const shown = grouped.orders.slice(0, shownOfImport.orders).map((order) => toShown(order, known.has(order.number)))
    return { ...countsOf(rows, grouped), known: known.size, created: grouped.orders.length - known.size, shown }
  })
}

/** Orders per transaction, as many as intake takes at once. */
const batchSize = 50

/**
 * Enters the orders of a file, a batch per transaction. A number that came in before is left alone, so a file whose import was interrupted
 * is sent again.
 */
export async function importOrders(ctx: CompanyContext, { file, stopwatch }: FileInput): Promise<OrderImportResult> {
  assertReconciled(ctx)
  const rows = await readOrdersFile(file)
  stopwatch.lap('parse')
  const grouped = await ctx.read((tx) => groupFile(tx, ctx.companyId, rows))
  const entered: EnteredOrder[] = []
  const refused: GroupedLines['errors'] = []
  await withHeavySlot(ctx.companyId, async () => {
    for (let at = 0; at < grouped.orders.length; at += batchSize) {
      const batch = await enterBatch(ctx, grouped.orders.slice(at, at + batchSize))
      entered.push(...batch.entered)
      refused.push(...batch.refused)
    }
  })
  stopwatch.lap('write')
  const created = entered.filter(({ isNew }) => isNew).map(({ orderId }) => orderId)
  const all = { ...grouped, failed: grouped.failed + refused.length, errors: [...grouped.errors, ...refused] }
  const counts = { ...countsOf(rows, all, grouped.orders.length + grouped.failed), created: created.length }
  const waiting = await ctx.read((tx) => countWaiting(tx, ctx.companyId, created))
  ctx.log.info({ kind: 'orders', created: created.length, failed: all.failed, ms: stopwatch.laps }, 'bulk change')
  return { ...counts, known: entered.length - created.length, waiting }
}

type Batch = { entered: EnteredOrder[]; refused: GroupedLines['errors'] }

/** After an error in one order the batch is entered one by one, so that the others come in. */
async function enterBatch(ctx: CompanyContext, orders: readonly OrderOfFile[]): Promise<Batch> {
  try {
    return { entered: await enterTogether(ctx, orders), refused: [] }
  } catch (error) {
    if (!isDataError(error)) throw error
    const [single, ...others] = orders
    if (single && others.length === 0) return { entered: [], refused: [toRefusal(ctx, single, error)] }
    const batches: Batch[] = []
    for (const order of orders) batches.push(await enterBatch(ctx, [order]))
    return {
      entered: batches.flatMap(({ entered }) => entered),
      refused: batches.flatMap(({ refused }) => refused),
    }
  }
}

const enterTogether = (ctx: CompanyContext, orders: readonly OrderOfFile[]): Promise<EnteredOrder[]> =>
  ctx.transaction(async (tx) => {
    const entered = await enterOrders(
      tx,
      ctx,
      orders.map(({ number, order }) => ({
        requestId: newId(),
        number,
        messagesCustomer: false,
        description: say('Imported from a file, with {items, plural, one {# item} other {# items}}.', {
          items: order.items.length,
        }),
        order,
      })),
    )
    const created = entered.filter(({ isNew }) => isNew).map(({ orderNumber }) => orderNumber)
    if (created.length > 0) {
      await recordAudit(tx, ctx, {
        action: 'order.import',
        resource: 'order',
        resourceId: null,
        companyId: ctx.companyId,
        after: { created },
      })
    }
    return entered
  })

function toRefusal(ctx: CompanyContext, { row }: OrderOfFile, error: unknown) {
  const isRefusal = error instanceof AppError
  if (!isRefusal)
    ctx.log.error({ row, ...loggableError(error) }, 'an order of a file could not be stored; the result names its row')
  const reason = isRefusal ? error.message : 'The order could not be saved because of an internal error.'
  return { row, column: 'Order number', reason }
}

async function groupFile(tx: Tx, companyId: string, rows: readonly OrderLineRow[]): Promise<GroupedLines> {
  const codes = [...new Set(rows.flatMap(({ values }) => values.sku?.toLowerCase() ?? []))]
  const { rows: found } = await tx.execute<{ sku: string; title: string }>(sql`
    select s.sku, coalesce(s.title, p.title) as title
    from skus s join products p on p.company_id = s.company_id and p.id = s.product_id
    where s.company_id = ${companyId} and lower(s.sku) = any(${sql.param(codes)}::text[])`)
  const skus = new Map(found.map((sku) => [sku.sku.toLowerCase(), sku]))
  return groupLines(rows, { skus, currency: await readCurrency(tx, companyId) })
}

async function findKnownNumbers(tx: Tx, companyId: string, orders: readonly OrderOfFile[]): Promise<Set<string>> {
  const numbers = orders.map(({ number }) => number)
  const { rows } = await tx.execute<{ number: string }>(sql`
    select external_order_id as number from orders
    where company_id = ${companyId} and channel_id is null and external_order_id = any(${sql.param(numbers)}::text[])`)
  return new Set(rows.map(({ number }) => number))
}

async function countWaiting(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<number> {
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    select count(distinct order_id)::int as waiting from attention_items
    where company_id = ${companyId} and order_id = any(${sql.param([...orderIds])}::uuid[]) and resolved_at is null`)
  return rows[0]?.waiting ?? 0
}

const countsOf = (
  rows: readonly OrderLineRow[],
  { orders, failed, errors }: GroupedLines,
  all = orders.length + failed,
) => ({
  rows: rows.length,
  orders: all,
  failed,
  errors: errors.slice(0, shownOfImport.errors),
  errorCount: errors.length,
})

const toShown = ({ row, number, order }: OrderOfFile, isKnown: boolean): ImportedOrder => ({
  row,
  number,
  recipient: order.shippingAddress.recipientName ?? '',
  country: order.shippingAddress.country,
  lines: order.items.length,
  units: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
  total: priceOrder(order).amounts.total,
  currency: order.currency,
  isKnown,
})

const example: readonly (readonly CellValue[])[] = [
  [
    'FAIR-1',
    'Ana Ruiz',
    'ana@example.com',
    '',
    '1 Main St',
    '',
    'Seattle',
    'WA',
    '98101',
    'US',
    'EXAMPLE-001',
    '2',
    '24.99',
    '4.50',
    '',
    '',
    '',
  ],
  ['FAIR-1', '', '', '', '', '', '', '', '', '', 'EXAMPLE-002', '1', '9.00', '', '', '', ''],
]

/** The template: a sheet with the headings and one order of two lines, and a sheet with notes on each column. */
function templateFile(): Download {
  const text = (heading: string, width = 16): Column => ({ heading, kind: 'text', width })
  const content = workbookContent([
    {
      name: 'Orders',
      columns: orderImportColumns.map(({ name }) => text(name)),
      rows: oneBatch(example.map((row) => [...row])),
    },
    {
      name: 'Notes',
      columns: [text('Column'), text('Required', 12), text('What to write', 90)],
      rows: oneBatch(orderImportColumns.map(({ name, isRequired, note }) => [name, isRequired ? 'Yes' : 'No', note])),
    },
  ])
  return { fileName: 'orders-template.xlsx', contentType: workbookType, content }
}

async function* oneBatch(rows: CellValue[][]) {
  yield rows
}
