import { type Sale, soldAt, type StockMovement, unitsAt } from './sale.ts'

/*
 * Judges the quantities that shops showed, from their own logs.
 *
 * A shop takes its own sales off by itself and learns of the others' only from us, so between a sale and our push it may show units that
 * another shop has just sold. What must hold is that no quantity that we write is higher than what was left, as far as we could know:
 *
 *   written ≤ units ever at Amazon − units of every order that had reached us − units of the shop's own orders that had not
 *
 * - An order has reached us when its row is there. A write in flight may be as old as `inFlightMs`, so the highest value within
 *   that time before the write counts.
 * - Of the shop's own orders all count at Shopify, which compares the quantity with the one before in the same call. WooCommerce can't, so those
 *   count that were sold before the last reading of its orders, which must not be older than `oldestReadingMs`.
 *
 * If that holds, more units can be sold than there are only where another sale was on its way (`findOversold`).
 */

/** Calls and transactions under way on a busy machine, in milliseconds. */
export const inFlightMs = 5_000

/** A reading of orders may be followed by fetching and taking in what it found, in milliseconds. */
const oldestReadingMs = 20_000

/** A quantity that the shop shows from then on; `isOurs` where we wrote it. */
export type ShownLevel = { at: number; sku: string; quantity: number; isOurs: boolean }

/** `ordersReadAt`: when its orders were read, where a quantity is not compared with the one before; otherwise null. */
export type ShopLog = {
  name: string
  channelId: string
  ordersReadAt: readonly number[] | null
  levels: readonly ShownLevel[]
}

/** A sale with the moment at which its order was stored here; null if it never was. */
export type ReceivedSale = Sale & { receivedAt: number | null }

type Stock = readonly StockMovement[]

/** Quantities that we wrote although fewer units were left. */
export function findTooHigh(shop: ShopLog, sales: readonly ReceivedSale[], stock: Stock): string[] {
  return [...Map.groupBy(shop.levels, ({ sku }) => sku)].flatMap(([sku, levels]) => {
    const ofSku = sales.filter(({ lines }) => lines.some((line) => line.sku === sku))
    return levels.flatMap(({ at, quantity, isOurs }) => {
      if (!isOurs || quantity <= 0) return []
      const most = mostKnownLeft(shop, { sku, at }, ofSku, stock)
      return quantity > most
        ? [`${shop.name} was told ${quantity} of ${sku} at ${new Date(at).toISOString()}, and ${most} were left`]
        : []
    })
  })
}

type Write = { sku: string; at: number }

/** The highest number of units left within the time in which the write was under way. */
function mostKnownLeft(shop: ShopLog, write: Write, sales: readonly ReceivedSale[], stock: Stock): number {
  const begin = write.at - inFlightMs
  const moments = [
    begin,
    write.at,
    ...sales.flatMap(({ receivedAt, movements }) => [receivedAt ?? 0, ...movements.map(({ at }) => at)]),
    ...stock.map(({ at }) => at),
  ].filter((at) => at >= begin && at <= write.at)
  return Math.max(0, ...moments.map((moment) => leftAt(shop, write, moment, sales, stock)))
}

function leftAt(
  { channelId, ordersReadAt }: ShopLog,
  { sku, at }: Write,
  moment: number,
  sales: readonly ReceivedSale[],
  stock: Stock,
): number {
  const readAt = ordersReadAt?.findLast((reading) => reading < at) ?? 0
  const ownUntil = ordersReadAt ? Math.max(readAt, at - oldestReadingMs) : at
  const counted = sales.filter((sale) => {
    const isReceived = sale.receivedAt !== null && sale.receivedAt <= moment
    const sold = soldAt(sale)
    return isReceived || (sale.channelId === channelId && sold !== null && sold <= ownUntil)
  })
  const there = stock.reduce((sum, one) => sum + (one.sku === sku && one.at <= moment ? one.units : 0), 0)
  return there - counted.reduce((sum, sale) => sum + unitsAt(sale, sku, at), 0)
}

export type Oversold = { sku: string; units: number; at: number; isExplained: boolean }

/**
 * Sales beyond the stock. One is explained when another shop's sale was on its way to us or from us to this shop: it was sold before and
 * had reached us no longer than `secondsToShow` ago, or not at all.
 */
export function findOversold(sales: readonly ReceivedSale[], stock: Stock, secondsToShow: number): Oversold[] {
  return [...new Set(stock.map(({ sku }) => sku))].flatMap((sku) => {
    const ofSku = sales.filter(({ lines }) => lines.some((line) => line.sku === sku))
    return ofSku.flatMap((sale): Oversold[] => {
      const at = soldAt(sale)
      if (at === null) return []
      const there = stock.reduce((sum, one) => sum + (one.sku === sku && one.at <= at ? one.units : 0), 0)
      const sold = ofSku.reduce((sum, one) => sum + unitsAt(one, sku, at), 0)
      if (sold <= there) return []
      const isExplained = ofSku.some((other) => isOnItsWay(other, sale.channelId, at, secondsToShow))
      return [{ sku, units: Math.min(sold - there, unitsAt(sale, sku, at)), at, isExplained }]
    })
  })
}

function isOnItsWay(other: ReceivedSale, channelId: string, at: number, secondsToShow: number): boolean {
  const sold = soldAt(other)
  if (other.channelId === channelId || sold === null || sold > at) return false
  return other.receivedAt === null || other.receivedAt > at - secondsToShow * 1000
}
