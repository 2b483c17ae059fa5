import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { inventoryApi, StockHolder } from '#contract/inventory.ts'
import { stockStatusLabels } from '#contract/stock-status.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/http/download.ts'
import { cellsOf, numberCell, textCell, type Cell } from '#server/platform/spreadsheet/cells.ts'
import { exportFile } from '#server/platform/spreadsheet/export-file.ts'
import { listStockLines, type Selection, type StockLine } from './queries/stock-lines.ts'
import { readLowStockThreshold } from './queries/threshold.ts'

const batchSize = 2_000

type Input = ParsedInputOf<typeof inventoryApi.export>

export async function exportInventory(ctx: CompanyContext, { format, ...filter }: Input): Promise<Download> {
  const threshold = await ctx.transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      action: 'inventory.export',
      resource: 'inventory',
      resourceId: null,
      companyId: ctx.companyId,
      after: { format, ...filter },
    })
    return readLowStockThreshold(tx, ctx.companyId)
  })
  const rows = batches(ctx, { companyId: ctx.companyId, threshold, search: filter.search, status: filter.status })
  return exportFile({ name: 'inventory', format, columns, rows, now: ctx.clock.now() })
}

/** A transaction per batch: between two of them a slow download holds no connection. */
async function* batches(ctx: CompanyContext, selection: Selection) {
  let after: string | undefined
  do {
    const lines = await ctx.transaction((tx) => listStockLines(tx, selection, { after, limit: batchSize }))
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
