import { z } from 'zod'
import type { InventoryQuery, InventoryRow } from '#contract/inventory.ts'
import type { Page } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { countStockLines, listStockLines, searchStockLines } from './queries/stock-lines.ts'
import { readLowStockThreshold } from './queries/threshold.ts'

const BySku = z.tuple([z.string()])

export async function listInventory(ctx: CompanyContext, query: InventoryQuery): Promise<Page<InventoryRow>> {
  const [after] = decodeCursor(query.cursor, BySku) ?? []
  return ctx.transaction(async (tx) => {
    const threshold = await readLowStockThreshold(tx, ctx.companyId)
    const selection = { companyId: ctx.companyId, threshold, search: query.search, status: query.status }
    const span = { after, limit: query.limit + 1 }
    const { lines, total } = query.search
      ? await searchStockLines(tx, selection, span)
      : { lines: await listStockLines(tx, selection, span), total: await countStockLines(tx, selection) }
    const page = toPage(lines, query.limit, total, (line) => [line.sku])
    return { ...page, rows: page.rows.map(({ sellable: _sellable, ...row }) => row) }
  })
}
