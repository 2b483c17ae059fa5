import { hasLeft } from '#contract/order-status.ts'
import type { FulfillmentSnapshot, SubmittedLine } from '#server/ports/fulfillment.ts'

/**
 * News in the names that our lines have now. Amazon knows them by others when the order was sent, and then came in a second
 * time on a database that was brought back to before it: then the SKU tells which line is which. Units that Amazon was not
 * told of are none that it will send. Null when nothing of it is ours.
 */
export function mapLineIds(snapshot: FulfillmentSnapshot, ours: readonly SubmittedLine[]): FulfillmentSnapshot | null {
  const knownIds = new Set(ours.map(({ itemId }) => itemId))
  if (snapshot.lines.length === 0 || snapshot.lines.some(({ itemId }) => knownIds.has(itemId))) return snapshot
  const ourIds = new Map<string, string>()
  const pairs = ours.map((line) => {
    const reported = snapshot.lines.find(({ itemId, sku }) => sku === line.sku && !ourIds.has(itemId))
    if (reported) ourIds.set(reported.itemId, line.itemId)
    return { line, told: reported, missing: Math.max(line.quantity - (reported?.quantity ?? 0), 0) }
  })
  if (ourIds.size === 0) return null
  const hasLess = pairs.some(({ missing }) => missing > 0) && snapshot.status !== null && hasLeft(snapshot.status)
  return {
    ...snapshot,
    isPartial: snapshot.isPartial || hasLess,
    lines: pairs.map(({ line, told: reported, missing }) => ({
      ...line,
      cancelled: reported?.cancelled ?? 0,
      unfulfillable: (reported?.unfulfillable ?? 0) + missing,
    })),
    packages: snapshot.packages.map((parcel) => ({
      ...parcel,
      lines: parcel.lines.map((line) => ({ ...line, itemId: ourIds.get(line.itemId) ?? line.itemId })),
    })),
  }
}
