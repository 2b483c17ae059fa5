import type { Quantities } from '#contract/stock-status.ts'

/** What a product has in all. Inactive SKUs don't count, as in Inventory. */
export function totalStock(skus: readonly (Quantities & { isActive: boolean })[]): Quantities {
  const total = { qtyAvailable: 0, qtyReserved: 0, qtyInbound: 0 }
  for (const sku of skus) {
    if (!sku.isActive) continue
    total.qtyAvailable += sku.qtyAvailable
    total.qtyReserved += sku.qtyReserved
    total.qtyInbound += sku.qtyInbound
  }
  return total
}
