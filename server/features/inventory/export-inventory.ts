import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { inventoryApi, StockHolder } from '#contract/inventory.ts'
import { stockStatusLabels } from '#contract/stock-status.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { type Download, exportFile } from '#server/platform/spreadsheet/export-file.ts'
import { cellsOf, numberCell, textCell, type Cell } from '#server/platform/spreadsheet/table.ts'
import { listStockLines, type StockLine } from './queries/stock-lines.ts'
import type { StockSelection } from './queries/stock-selection.ts'
import { selectStock } from './select-stock.ts'

const batchSize = 2_000

type Input = ParsedInputOf<typeof inventoryApi.export>

export async function exportInventory(ctx: CompanyContext, { format, ...filter }: Input): Promise<Download> {
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
  return exportFile({ name: 'inventory', format, columns, rows: batches(ctx, selection), now: ctx.clock.now() })
}

/** A transaction per batch: between two of them a slow download holds no connection. */
async function* batches(ctx: CompanyContext, selection: StockSelection) {
  let after: string | undefined
  do {
    const lines = await ctx.read((tx) => listStockLines(tx, selection, { after, limit: batchSize }))
    after = lines.length === batchSize ? lines.at(-1)?.sku : undefined
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
