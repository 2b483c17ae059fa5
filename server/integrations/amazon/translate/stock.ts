import type { StockRow } from '#server/ports/marketplace.ts'
import type { InventorySummary } from '../operations/inventory.ts'

/** Skips summaries without a SKU. */
export function toStockRows(summaries: readonly InventorySummary[]): StockRow[] {
  return summaries.flatMap((summary) => (summary.sellerSku ? [toStockRow(summary.sellerSku, summary)] : []))
}

function toStockRow(sku: string, { inventoryDetails: held, ...summary }: InventorySummary): StockRow {
  const inbound = held ? held.inboundWorkingQuantity + held.inboundShippedQuantity + held.inboundReceivingQuantity : 0
  return normalizeStockRow({
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

/** Empty names become null, negative quantities 0. */
export const normalizeStockRow = (row: StockRow): StockRow => ({
  ...row,
  asin: row.asin || null,
  fnsku: row.fnsku || null,
  title: row.title || null,
  qtyAvailable: atLeastZero(row.qtyAvailable),
  qtyReserved: atLeastZero(row.qtyReserved),
  qtyInbound: atLeastZero(row.qtyInbound),
})

/** Amazon's inventory corrections can make a quantity negative for a while. */
const atLeastZero = (quantity: number) => Math.max(0, quantity)

function toDate(written: string | null): Date | null {
  const at = new Date(written ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}
