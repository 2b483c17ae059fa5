import { emptyDictionary } from '../dictionary.ts'

/** Stock of a SKU in one marketplace. Plain data: the state is saved as JSON. */
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
  /** When a quantity other than an inbound one last changed. `startDateTime` filters by it. */
  changedAt: string
}

/** No units at all. */
export const noUnits = { fulfillable: 0, reserved: 0, inboundWorking: 0, inboundShipped: 0, inboundReceiving: 0 }

/** All units, inbound ones included. */
export const totalUnits = (stock: Stock): number =>
  stock.fulfillable + stock.reserved + stock.inboundWorking + stock.inboundShipped + stock.inboundReceiving

export type MarketplaceStock = Record<string, Stock>

/** By marketplace, then by SKU. Changed only by `putStock` and `removeStock`. */
export type StockRecords = Record<string, MarketplaceStock>

type StockOwner = { stock: StockRecords }

/** Inbound quantities do not update `changedAt`, as at Amazon. */
export function putStock(seller: StockOwner, marketplaceId: string, given: Omit<Stock, 'changedAt'>, now: Date): void {
  const marketplaceStock = (seller.stock[marketplaceId] ??= emptyDictionary())
  const before = marketplaceStock[given.sku]
  const isSame = before?.fulfillable === given.fulfillable && before.reserved === given.reserved
  marketplaceStock[given.sku] = { ...given, changedAt: isSame ? before.changedAt : now.toISOString() }
  if (!before) sortedSkus.delete(marketplaceStock)
}

/** Returns whether the SKU was there. */
export function removeStock(seller: StockOwner, marketplaceId: string, sku: string): boolean {
  const marketplaceStock = seller.stock[marketplaceId]
  if (!marketplaceStock?.[sku]) return false
  delete marketplaceStock[sku]
  sortedSkus.delete(marketplaceStock)
  return true
}

const sortedSkus = new WeakMap<MarketplaceStock, string[]>()

/** Sorted SKUs, cached: sorting 100,000 for each page would dominate the response time. */
export function listSkus(marketplaceStock: MarketplaceStock): string[] {
  const known = sortedSkus.get(marketplaceStock)
  if (known) return known
  const skus = Object.keys(marketplaceStock).sort()
  sortedSkus.set(marketplaceStock, skus)
  return skus
}
