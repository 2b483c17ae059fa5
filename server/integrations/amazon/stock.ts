import type { StockRow } from '#server/ports/marketplace.ts'
import type { InventorySummary } from './operations/inventory.ts'

/** A summary without a SKU is nobody's. */
export function toStockRows(summaries: readonly InventorySummary[]): StockRow[] {
  return summaries.flatMap((summary) => (summary.sellerSku ? [toStockRow(summary.sellerSku, summary)] : []))
}

function toStockRow(sku: string, { inventoryDetails: held, ...summary }: InventorySummary): StockRow {
  const inbound = held ? held.inboundWorkingQuantity + held.inboundShippedQuantity + held.inboundReceivingQuantity : 0
  return {
    sku,
    asin: summary.asin || null,
    fnsku: summary.fnSku || null,
    title: summary.productName || null,
    qtyAvailable: atLeastNone(held?.fulfillableQuantity ?? 0),
    qtyReserved: atLeastNone(held?.reservedQuantity?.totalReservedQuantity ?? 0),
    qtyInbound: atLeastNone(inbound),
    changedAt: toDate(summary.lastUpdatedTime),
  }
}

/** Amazon's corrections can run ahead of its counting. */
const atLeastNone = (quantity: number) => Math.max(0, quantity)

function toDate(written: string | null): Date | null {
  const at = new Date(written ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}
