import { makeAsin, makeFnsku } from './generated-codes.ts'
import { noUnits, putStock, removeStock } from './inventory/stock.ts'
import { type Item, listItem, unlistItem } from './listings/list-item.ts'
import type { Seller, AmazonState } from './state.ts'

type Quantities = Partial<typeof noUnits>

/** An item of a seller in the catalogue, the listings and, unless the merchant ships it, the warehouses. */
export type StockedItem = Omit<Item, 'asin' | 'fulfilledBy'> &
  Partial<Pick<Item, 'asin' | 'fulfilledBy'>> &
  Quantities & { fnsku?: string; condition?: string }

/** Adds or replaces items. */
export function putItems(
  state: AmazonState,
  seller: Seller,
  marketplaceId: string,
  items: StockedItem[],
  now: Date,
): void {
  for (const given of items) {
    const item = { asin: makeAsin(given.sku), fulfilledBy: 'amazon' as const, ...given }
    listItem(state, seller, marketplaceId, item, now)
    if (item.fulfilledBy === 'merchant') continue
    const { sku, asin, title, fnsku = makeFnsku(sku), condition = 'NewItem' } = item
    putStock(seller, marketplaceId, { sku, asin, fnsku, title, condition, ...noUnits, ...quantitiesOf(given) }, now)
  }
}

/** Sets quantities in the warehouses; returns unknown SKUs. */
export function setQuantities(
  seller: Seller,
  marketplaceId: string,
  counts: (Quantities & { sku: string })[],
  now: Date,
): string[] {
  const unknown: string[] = []
  for (const count of counts) {
    const stock = seller.stock[marketplaceId]?.[count.sku]
    if (stock) putStock(seller, marketplaceId, { ...stock, ...quantitiesOf(count) }, now)
    else unknown.push(count.sku)
  }
  return unknown
}

export function removeItems(seller: Seller, marketplaceId: string, skus: string[]): void {
  for (const sku of skus) {
    removeStock(seller, marketplaceId, sku)
    unlistItem(seller, marketplaceId, sku)
  }
}

function quantitiesOf(given: Quantities): Quantities {
  const names = Object.keys(noUnits) as (keyof Quantities)[]
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
}
