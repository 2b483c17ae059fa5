import { changedFieldsOf, isSame, type Resource, type CatalogueState } from './catalogue-world.ts'

/** A bulk change as it was seen from outside: what the world was before it and after. */
export type SeenChange = { before: CatalogueState; after: CatalogueState }

type RowFields = Record<string, unknown>
type Part = { resource: Resource; id: string; label: string; isNew: boolean; back: RowFields }

/**
 * What an undo has to make of the world, by the rule alone: a thing goes back when all that the change made of it still
 * stands, or stands back already; otherwise nothing of it is touched and it is told.
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

/** An added SKU stands for its product and its first count too. */
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

/** A code goes back only where no SKU that stays has it. */
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
