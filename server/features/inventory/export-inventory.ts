import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { inventoryApi, StockHolder } from '#contract/inventory.ts'
import { stockStatusLabels } from '#contract/stock-status.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/http/download.ts'
import { exportFile } from '#server/platform/spreadsheet/export-file.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
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
    yield lines.map((line) => cells.map(({ of }) => of(line)))
  } while (after !== undefined)
}

type Cell = Column & { of: (line: StockLine) => CellValue }

const holderNames: Record<StockHolder, string> = { amazon: 'Amazon', merchant: 'Merchant' }

const cells: Cell[] = [
  { heading: 'SKU', kind: 'text', of: (line) => line.sku },
  { heading: 'ASIN', kind: 'text', of: (line) => line.asin },
  { heading: 'FNSKU', kind: 'text', of: (line) => line.fnsku },
  { heading: 'Product', kind: 'text', of: (line) => line.productTitle },
  { heading: 'Title', kind: 'text', of: (line) => line.title ?? line.productTitle },
  { heading: 'Available', kind: 'number', of: (line) => line.qtyAvailable },
  { heading: 'Reserved', kind: 'number', of: (line) => line.qtyReserved },
  { heading: 'Inbound', kind: 'number', of: (line) => line.qtyInbound },
  { heading: 'Sellable', kind: 'number', of: (line) => line.sellable },
  { heading: 'Status', kind: 'text', of: (line) => stockStatusLabels[line.status] },
  { heading: 'Held by', kind: 'text', of: (line) => holderNames[line.stockHolder] },
  { heading: 'Last sync', kind: 'text', of: (line) => line.lastAmazonSync },
]

const columns = cells.map(({ heading, kind }) => ({ heading, kind }))
