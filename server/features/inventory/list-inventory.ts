import { z } from 'zod'
import type { InventoryQuery, InventoryRow } from '#contract/inventory.ts'
import type { Page } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { countAndListStockLines } from './queries/stock-lines.ts'
import { selectStock } from './select-stock.ts'

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
