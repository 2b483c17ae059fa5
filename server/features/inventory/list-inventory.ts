import { z } from 'zod'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { inventoryApi, InventoryQuery, InventoryRow, InventorySort, StockHolder } from '#contract/inventory.ts'
import type { Page } from '#contract/paging.ts'
import { availableRange, stockStatusLabels } from '#contract/stock-status.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readCompanyLocale } from '#server/platform/db/company-locale.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { type Download, exportFile } from '#server/platform/spreadsheet/export-file.ts'
import { momentCell } from '#server/platform/spreadsheet/local-time.ts'
import { type Cell, cellsOf, numberCell, textCell } from '#server/platform/spreadsheet/table.ts'
import { readLowStockThreshold } from './levels.ts'
import {
  countAndListStockLines,
  countAndSortStockLines,
  listStockLines,
  type StockLine,
  type StockSelection,
} from './stock-queries.ts'

const BySku = z.tuple([z.string()])

export async function listInventory(ctx: CompanyContext, query: InventoryQuery): Promise<Page<InventoryRow>> {
  return ctx.read(async (tx) => {
    const selection = await selectStock(tx, ctx.companyId, query)
    const { sort = 'sku' } = query
    const page = await (sort === 'sku'
      ? pageBySku(tx, selection, query)
      : sortedPage(tx, selection, { ...query, sort }))
    return { ...page, rows: page.rows.map(({ sellable: _sellable, ...row }) => row) }
  })
}

type SortedQuery = InventoryQuery & { sort: InventorySort }

async function pageBySku(
  tx: Tx,
  selection: StockSelection,
  { cursor, limit }: InventoryQuery,
): Promise<Page<StockLine>> {
  const [after] = decodeCursor(cursor, BySku) ?? []
  const { lines, total } = await countAndListStockLines(tx, selection, { after, limit: limit + 1 })
  return toPage(lines, limit, total, (line) => [line.sku])
}

async function sortedPage(tx: Tx, selection: StockSelection, query: SortedQuery): Promise<Page<StockLine>> {
  const span = { sort: query.sort, cursor: query.cursor, limit: query.limit + 1 }
  const { lines, total } = await countAndSortStockLines(tx, selection, span)
  const page = toPage(lines, query.limit, total, ({ key, id }) => [key, id])
  return { ...page, rows: page.rows.map(({ key: _key, ...line }) => line) }
}

const batchSize = 2_000

type Input = ParsedInputOf<typeof inventoryApi.export>

export async function exportInventory(
  ctx: CompanyContext,
  { format, ...filter }: Input,
  limit = batchSize,
): Promise<Download> {
  const { selection, columns } = await ctx.transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      action: 'inventory.export',
      resource: 'inventory',
      resourceId: null,
      companyId: ctx.companyId,
      after: { format, ...filter },
    })
    const { timeZone } = await readCompanyLocale(tx, ctx.companyId)
    return { selection: await selectStock(tx, ctx.companyId, filter), columns: exportColumns(timeZone) }
  })
  const lines = batches(ctx, selection, { columns, limit })
  return exportFile({ name: 'inventory', format, columns, rows: lines, now: ctx.clock.now() })
}

type Layout = { columns: readonly Cell<StockLine>[]; limit: number }

/** One transaction per batch, so that a slow download holds no database connection. */
async function* batches(ctx: CompanyContext, selection: StockSelection, { columns, limit }: Layout) {
  let after: string | undefined
  do {
    const lines = await ctx.read((tx) => listStockLines(tx, selection, { after, limit }))
    after = lines.length === limit ? lines.at(-1)?.sku : undefined
    yield lines.map((line) => cellsOf(columns, line))
  } while (after !== undefined)
}

const holderNames: Record<StockHolder, string> = { amazon: 'Amazon', merchant: 'Merchant' }

const exportColumns = (zone: string): Cell<StockLine>[] => [
  textCell('SKU', (line) => line.sku),
  textCell('ASIN', (line) => line.asin),
  textCell('FNSKU', (line) => line.fnsku),
  textCell('Product', (line) => line.productTitle),
  textCell('Title', (line) => line.title ?? line.productTitle),
  numberCell('Available', (line) => line.qtyAvailable),
  numberCell('Reserved', (line) => line.qtyReserved),
  numberCell('Inbound', (line) => line.qtyInbound),
  numberCell('Sellable', (line) => line.sellable),
  textCell('Status', (line) => stockStatusLabels[line.status]),
  textCell('Held by', (line) => holderNames[line.stockHolder]),
  momentCell('Last sync', zone, (line) => line.lastAmazonSync),
]

type Filter = Pick<InventoryQuery, 'search' | 'status'>

/** The filter as a selection. A status becomes a range of available units, by the company's low stock threshold. */
async function selectStock(tx: Tx, companyId: string, { search, status }: Filter): Promise<StockSelection> {
  const range = status && availableRange(status, await readLowStockThreshold(tx, companyId))
  return { companyId, search, range }
}
