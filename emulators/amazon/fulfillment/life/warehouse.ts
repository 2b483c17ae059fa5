import type { Stock } from '../../inventory/stock.ts'
import { publishStockChange } from '../../notifications/stock-changed.ts'
import type { Line } from '../book.ts'
import type { Moment } from './moment.ts'

/** Puts as many of the units a line still lacks aside as there are. */
export function reserveLine(moment: Moment, line: Line): void {
  const stock = stockOf(moment, line)
  const units = Math.min(missingUnits(line), stock?.fulfillable ?? 0)
  if (!stock || units === 0) return
  stock.fulfillable -= units
  stock.reserved += units
  line.reserved += units
  publishChange(moment, stock)
}

/** Gives units that were put aside back to the shelf. */
export function releaseLine(moment: Moment, line: Line, units = line.reserved): void {
  if (units === 0) return
  line.reserved -= units
  const stock = stockOf(moment, line)
  if (!stock) return
  takeFromReserved(stock, units)
  stock.fulfillable += units
  publishChange(moment, stock)
}

export function shipUnits(moment: Moment, line: Line, units: number): void {
  line.reserved -= units
  line.shipped += units
  const stock = stockOf(moment, line)
  if (!stock) return
  takeFromReserved(stock, units)
  publishChange(moment, stock)
}

export function returnUnit(moment: Moment, line: Line): void {
  const stock = stockOf(moment, line)
  if (!stock) return
  stock.fulfillable += 1
  publishChange(moment, stock)
}

export const missingUnits = (line: Line): number => line.quantity - line.reserved - line.shipped - line.unfulfillable

function stockOf({ seller, order }: Moment, line: Line): Stock | undefined {
  return seller.stock[order.marketplaceId]?.[line.sku]
}

/** Somebody may have put the SKU on the shelf anew meanwhile, with other numbers. */
function takeFromReserved(stock: Stock, units: number): void {
  stock.reserved = Math.max(0, stock.reserved - units)
}

function publishChange({ world, seller, at }: Moment, stock: Stock): void {
  stock.changedAt = at
  publishStockChange(world, seller, stock.sku, at)
}
