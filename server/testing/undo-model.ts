import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'

/** A bulk change as observed: the catalogue before and after it. */
export type SeenChange = { before: CatalogueState; after: CatalogueState }

type RowFields = Record<string, unknown>

type Part = { resource: Resource; id: string; label: string; isNew: boolean; back: RowFields }

/**
 * The expected result of an undo, from the rule alone (model-based test): a row is restored when every changed field still has the
 * changed value or the old one; otherwise the row is left alone and reported as a conflict.
 */
export function expectUndo(change: SeenChange, now: CatalogueState): { state: CatalogueState; conflicts: string[] } {
  const parts = partsOf(change)
  const undone = new Set(
    parts.filter((part) => (part.isNew ? isUntouched(change, now, part.id) : isAsMade(change, now, part))),
  )
  excludeLostCodes(now, undone)
  const left = parts.filter((part) => !undone.has(part))
  return {
    state: without(undone, now),
    conflicts: left.map(({ resource, label }) => `${resource} ${label}`).toSorted(),
  }
}

/** An added SKU includes its product and first count. */
function partsOf({ before, after }: SeenChange): Part[] {
  const resources: Resource[] = ['product', 'sku', 'stock']
  return resources.flatMap((resource) =>
    [...after[resource]].flatMap(([id, fields]): Part[] => {
      const was = before[resource].get(id)
      if (!was) return resource === 'sku' ? [{ resource, id, label: String(fields['sku']), isNew: true, back: {} }] : []
      const changed = changedFieldsOf(was, fields).filter((field) => field !== 'counted')
      if (changed.length === 0) return []
      const back = Object.fromEntries(changed.map((field) => [field, was[field]]))
      const label = resource === 'product' ? was['title'] : before.sku.get(id)?.['sku']
      return [{ resource, id, label: String(label), isNew: false, back }]
    }),
  )
}

function isAsMade({ after }: SeenChange, now: CatalogueState, { resource, id, back }: Part): boolean {
  const current = now[resource].get(id)
  if (!current) return false
  const made = after[resource].get(id) ?? {}
  return Object.keys(back).every((field) => isSame(current[field], made[field]) || isSame(current[field], back[field]))
}

function isUntouched({ after }: SeenChange, now: CatalogueState, skuId: string): boolean {
  const productId = String(after.sku.get(skuId)?.['product_id'])
  return (
    isSame(now.sku.get(skuId), after.sku.get(skuId)) &&
    isSame(now.product.get(productId), after.product.get(productId)) &&
    isSame(now.stock.get(skuId), after.stock.get(skuId))
  )
}

/** A SKU code is restored only if no remaining SKU has it. */
function excludeLostCodes(now: CatalogueState, undone: Set<Part>): void {
  const leaves = (id: string) =>
    [...undone].some((part) => part.resource === 'sku' && part.id === id && (part.isNew || 'sku' in part.back))
  const isLost = ({ id, back }: Part) =>
    'sku' in back && [...now.sku].some(([holder, { sku }]) => holder !== id && sku === back['sku'] && !leaves(holder))
  for (let lost = [...undone].filter(isLost); lost.length > 0; lost = [...undone].filter(isLost)) {
    for (const part of lost) undone.delete(part)
  }
}

function without(undone: Set<Part>, now: CatalogueState): CatalogueState {
  const next = { product: new Map(now.product), sku: new Map(now.sku), stock: new Map(now.stock) }
  for (const { resource, id, isNew, back } of undone) {
    if (!isNew) next[resource].set(id, { ...next[resource].get(id), ...back })
    if (!isNew) continue
    next.sku.delete(id)
    next.stock.delete(id)
    const productId = String(now.sku.get(id)?.['product_id'])
    if (![...next.sku.values()].some((sku) => sku['product_id'] === productId)) next.product.delete(productId)
  }
  return next
}

type Fields = Record<string, unknown>

type RowsById = ReadonlyMap<string, Fields>

/** A company's catalogue and stock without versions and timestamps. */
export type CatalogueState = { product: RowsById; sku: RowsById; stock: RowsById }

type Resource = keyof CatalogueState

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

/** The fields that differ between two states of a row. */
const changedFieldsOf = (before: Fields, after: Fields) =>
  Object.keys(after).filter((field) => !isSame(before[field], after[field]))
