import type { Shipment } from '#server/ports/channel.ts'

/** A line of an order with the units of it that the channel knows to be shipped. */
export type OrderedLine = { sku: string; externalItemId: string | null; quantity: number; reported: number }

/** Whether units of the order remain to be shipped after these shipments. Pure. */
export function leavesRest(lines: readonly OrderedLine[], shipments: readonly Shipment[]): boolean {
  const shipped = new Map<string, number>()
  for (const { sku, externalItemId, quantity } of shipments.flatMap(({ items }) => items)) {
    const key = keyOf({ sku, externalItemId })
    shipped.set(key, (shipped.get(key) ?? 0) + quantity)
  }
  // Lines of one SKU without ids of their own share what was shipped of it.
  const open = new Map<string, number>()
  for (const line of lines) open.set(keyOf(line), (open.get(keyOf(line)) ?? 0) + line.quantity - line.reported)
  return [...open].some(([key, quantity]) => quantity > (shipped.get(key) ?? 0))
}

const keyOf = ({ sku, externalItemId }: Pick<OrderedLine, 'sku' | 'externalItemId'>): string =>
  JSON.stringify([sku, externalItemId])
