import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { SheetRow } from '#contract/sheet.ts'
import { countActiveSkus } from '#server/features/products/queries/tallies.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'

const SkuCode = z.tuple([z.string()])

export async function listSheetRows(tx: Tx, companyId: string, query: PageQuery): Promise<Page<SheetRow>> {
  const after = decodeCursor(query.cursor, SkuCode)
  const follows = after ? sql`and s.sku > ${after[0]}` : sql``
  const [rows, total] = await Promise.all([
    readSheetRows(tx, companyId, sql`s.is_active ${follows}`, sql`limit ${query.limit + 1}`),
    countActiveSkus(tx),
  ])
  return toPage(rows, query.limit, total, (row) => [row.sku])
}

/** By SKU; `which` is a condition on `s`, the SKU. */
export async function readSheetRows(tx: Tx, companyId: string, which: SQL, limit: SQL = sql``): Promise<SheetRow[]> {
  const { rows } = await tx.execute<SheetRow>(sql`
    select s.id, s.sku, coalesce(s.title, p.title) as title, s.price::float8 as price, l.qty_available as quantity,
      s.asin, p.category, s.version, s.stock_holder as "stockHolder",
      s.last_amazon_sync is not null as "isKnownToAmazon"
    from skus s
    join products p on p.company_id = s.company_id and p.id = s.product_id
    join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id
    where s.company_id = ${companyId} and ${which}
    order by s.sku ${limit}`)
  return rows
}
