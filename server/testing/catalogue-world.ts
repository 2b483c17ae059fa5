import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'

type Fields = Record<string, unknown>
type RowsById = ReadonlyMap<string, Fields>

/** All that a company's catalogue and stock say, without how often and when it was said. */
export type CatalogueState = { product: RowsById; sku: RowsById; stock: RowsById }
export type Resource = keyof CatalogueState

export async function readCatalogueState(db: Database, companyId: string): Promise<CatalogueState> {
  return db.inCompany(companyId, async (tx) => {
    const read = async (what: ReturnType<typeof sql>) => {
      const { rows } = await tx.execute<{ id: string; fields: Fields }>(what)
      return new Map(rows.map(({ id, fields }) => [id, fields]))
    }
    const lasting = sql`array['version', 'edited_at', 'created_at', 'updated_at']`
    return {
      product: await read(sql`select id, to_jsonb(p) - ${lasting} as fields from products p`),
      sku: await read(sql`select id, to_jsonb(s) - ${lasting} as fields from skus s`),
      stock: await read(sql`
        select sku_id as id, jsonb_build_object('quantity', qty_available, 'counted', exists (
          select from inventory_snapshots c where c.sku_id = l.sku_id and c.source = 'amazon')) as fields
        from stock_levels l`),
    }
  })
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of a thing that two moments tell differently. */
export const changedFieldsOf = (before: Fields, after: Fields) =>
  Object.keys(after).filter((field) => !isSame(before[field], after[field]))
