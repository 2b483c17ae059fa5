import { hasLeft } from '#contract/order-states.ts'
import type { FulfillmentNews, SentLine } from '#server/ports/fulfillment.ts'

/**
 * News in the names that our lines have now. Amazon knows them by others when the order was sent, and then came in a second
 * time on a database that was brought back to before it: then the SKU tells which line is which. Units that Amazon was not
 * told of are none that it will send. Null when nothing of it is ours.
 */
export function inOurNames(news: FulfillmentNews, ours: readonly SentLine[]): FulfillmentNews | null {
  const known = new Set(ours.map(({ itemId }) => itemId))
  if (news.lines.length === 0 || news.lines.some(({ itemId }) => known.has(itemId))) return news
  const names = new Map<string, string>()
  const pairs = ours.map((line) => {
    const told = news.lines.find(({ itemId, sku }) => sku === line.sku && !names.has(itemId))
    if (told) names.set(told.itemId, line.itemId)
    return { line, told, missing: Math.max(line.quantity - (told?.quantity ?? 0), 0) }
  })
  if (names.size === 0) return null
  const hasLess = pairs.some(({ missing }) => missing > 0) && news.status !== null && hasLeft(news.status)
  return {
    ...news,
    isPartial: news.isPartial || hasLess,
    lines: pairs.map(({ line, told, missing }) => ({
      ...line,
      cancelled: told?.cancelled ?? 0,
      unfulfillable: (told?.unfulfillable ?? 0) + missing,
    })),
    packages: news.packages.map((parcel) => ({
      ...parcel,
      lines: parcel.lines.map((line) => ({ ...line, itemId: names.get(line.itemId) ?? line.itemId })),
    })),
  }
}
