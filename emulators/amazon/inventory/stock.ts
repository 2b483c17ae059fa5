import { emptyDictionary } from '../dictionary.ts'

/** What the warehouses of one marketplace hold of a SKU. Plain data: the whole state is kept as JSON. */
export type Stock = {
  sku: string
  asin: string
  fnsku: string
  title: string
  condition: string
  fulfillable: number
  reserved: number
  inboundWorking: number
  inboundShipped: number
  inboundReceiving: number
  /** When a quantity other than the inbound ones last changed: what a read of changes goes by. */
  changedAt: string
}

/** Nothing of a SKU anywhere. */
export const noUnits = { fulfillable: 0, reserved: 0, inboundWorking: 0, inboundShipped: 0, inboundReceiving: 0 }

/** All that Amazon has of a SKU, or has coming. */
export const totalUnits = (stock: Stock): number =>
  stock.fulfillable + stock.reserved + stock.inboundWorking + stock.inboundShipped + stock.inboundReceiving

export type MarketplaceStock = Record<string, Stock>

/** By marketplace, then by SKU. SKUs come and go through `putStock` and `removeStock`. */
export type StockRecords = Record<string, MarketplaceStock>

type StockOwner = { stock: StockRecords }

/** Amazon's reads of changes don't notice the quantities that are still on their way to a warehouse. */
export function putStock(seller: StockOwner, marketplaceId: string, given: Omit<Stock, 'changedAt'>, now: Date): void {
  const shelf = (seller.stock[marketplaceId] ??= emptyDictionary())
  const before = shelf[given.sku]
  const isSame = before?.fulfillable === given.fulfillable && before.reserved === given.reserved
  shelf[given.sku] = { ...given, changedAt: isSame ? before.changedAt : now.toISOString() }
  if (!before) sortedSkus.delete(shelf)
}

/** Whether there was one. */
export function removeStock(seller: StockOwner, marketplaceId: string, sku: string): boolean {
  const shelf = seller.stock[marketplaceId]
  if (!shelf?.[sku]) return false
  delete shelf[sku]
  sortedSkus.delete(shelf)
  return true
}

const sortedSkus = new WeakMap<MarketplaceStock, string[]>()

/** In their order: sorting 100,000 anew for each page would take longer than all the rest. */
export function listSkus(shelf: MarketplaceStock): string[] {
  const known = sortedSkus.get(shelf)
  if (known) return known
  const skus = Object.keys(shelf).sort()
  sortedSkus.set(shelf, skus)
  return skus
}
