import type { StockRow } from '#server/ports/marketplace.ts'
import type { InventorySummary } from './operations/inventory.ts'

/** A summary without a SKU is nobody's. */
export function toStockRows(summaries: readonly InventorySummary[]): StockRow[] {
  return summaries.flatMap((summary) => (summary.sellerSku ? [toStockRow(summary.sellerSku, summary)] : []))
}

function toStockRow(sku: string, { inventoryDetails: held, ...summary }: InventorySummary): StockRow {
  const inbound = held ? held.inboundWorkingQuantity + held.inboundShippedQuantity + held.inboundReceivingQuantity : 0
  return tidyStockRow({
    sku,
    asin: summary.asin,
    fnsku: summary.fnSku,
    title: summary.productName,
    qtyAvailable: held?.fulfillableQuantity ?? 0,
    qtyReserved: held?.reservedQuantity?.totalReservedQuantity ?? 0,
    qtyInbound: inbound,
    changedAt: toDate(summary.lastUpdatedTime),
  })
}

/** Names that are empty are none, and quantities are never less than none. */
export const tidyStockRow = (told: StockRow): StockRow => ({
  ...told,
  asin: told.asin || null,
  fnsku: told.fnsku || null,
  title: told.title || null,
  qtyAvailable: atLeastNone(told.qtyAvailable),
  qtyReserved: atLeastNone(told.qtyReserved),
  qtyInbound: atLeastNone(told.qtyInbound),
})

/** Amazon's corrections can run ahead of its counting. */
const atLeastNone = (quantity: number) => Math.max(0, quantity)

function toDate(written: string | null): Date | null {
  const at = new Date(written ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}
