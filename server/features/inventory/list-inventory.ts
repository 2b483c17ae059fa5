import { z } from 'zod'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { inventoryApi, InventoryQuery, InventoryRow, StockHolder } from '#contract/inventory.ts'
import type { Page } from '#contract/paging.ts'
import { availableRange, stockStatusLabels } from '#contract/stock-status.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { type Download, exportFile } from '#server/platform/spreadsheet/export-file.ts'
import { type Cell, cellsOf, numberCell, textCell } from '#server/platform/spreadsheet/table.ts'
import { readLowStockThreshold } from './levels.ts'
import { countAndListStockLines, listStockLines, type StockLine, type StockSelection } from './stock-queries.ts'

const BySku = z.tuple([z.string()])

export async function listInventory(ctx: CompanyContext, query: InventoryQuery): Promise<Page<InventoryRow>> {
  const [after] = decodeCursor(query.cursor, BySku) ?? []
  return ctx.read(async (tx) => {
    const selection = await selectStock(tx, ctx.companyId, query)
    const { lines, total } = await countAndListStockLines(tx, selection, { after, limit: query.limit + 1 })
    const page = toPage(lines, query.limit, total, (line) => [line.sku])
    return { ...page, rows: page.rows.map(({ sellable: _sellable, ...row }) => row) }
  })
}

const batchSize = 2_000

type Input = ParsedInputOf<typeof inventoryApi.export>

export async function exportInventory(
  ctx: CompanyContext,
  { format, ...filter }: Input,
  limit = batchSize,
): Promise<Download> {
  const selection = await ctx.transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      action: 'inventory.export',
      resource: 'inventory',
      resourceId: null,
      companyId: ctx.companyId,
      after: { format, ...filter },
    })
    return selectStock(tx, ctx.companyId, filter)
  })
  return exportFile({ name: 'inventory', format, columns, rows: batches(ctx, selection, limit), now: ctx.clock.now() })
}

/** One transaction per batch, so that a slow download holds no database connection. */
async function* batches(ctx: CompanyContext, selection: StockSelection, limit: number) {
  let after: string | undefined
  do {
    const lines = await ctx.read((tx) => listStockLines(tx, selection, { after, limit }))
    after = lines.length === limit ? lines.at(-1)?.sku : undefined
    yield lines.map((line) => cellsOf(columns, line))
  } while (after !== undefined)
}

const holderNames: Record<StockHolder, string> = { amazon: 'Amazon', merchant: 'Merchant' }

const columns: Cell<StockLine>[] = [
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
  textCell('Last sync', (line) => line.lastAmazonSync),
]

type Filter = Pick<InventoryQuery, 'search' | 'status'>

/** The filter as a selection. A status becomes a range of available units, by the company's low stock threshold. */
async function selectStock(tx: Tx, companyId: string, { search, status }: Filter): Promise<StockSelection> {
  const range = status && availableRange(status, await readLowStockThreshold(tx, companyId))
  return { companyId, search, range }
}
