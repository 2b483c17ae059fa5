/** What becomes of an order at its shop. */
export const orderKinds = [
  'paid',
  'paid-later',
  'held-released',
  'held-for-ever',
  'held-later',
  'cancelled',
  'refunded-in-part',
] as const
export type OrderKind = (typeof orderKinds)[number]

export type SoldLine = { sku: string; quantity: number }

/** An order with everything that its buyer and its shop's owner did. Moments are milliseconds since 1970. */
export type Sale = {
  channelId: string
  externalOrderId: string
  kind: OrderKind
  lines: readonly SoldLine[]
  /** Units that the shop took off its stock, and negative those that it put back. */
  movements: StockMovement[]
  /** When the order was on hold or unpaid; `until` is null while it lasts. */
  holds: { from: number; until: number | null }[]
  cancelledAt: number | null
  refundedAt: number | null
}

export type StockMovement = { at: number; sku: string; units: number }

/** Units of the SKU that the order still had at a moment. */
export const unitsAt = ({ movements }: Pick<Sale, 'movements'>, sku: string, at: number): number =>
  movements.reduce((sum, movement) => sum + (movement.sku === sku && movement.at <= at ? movement.units : 0), 0)

/** When the shop took the first units off; null for an order that was never paid where only payment does so. */
export const soldAt = ({ movements }: Pick<Sale, 'movements'>): number | null => movements[0]?.at ?? null

/** Whether the order was to be kept back at that moment. */
export const isHeldAt = ({ holds }: Pick<Sale, 'holds'>, at: number): boolean =>
  holds.some(({ from, until }) => from <= at && (until === null || at < until))

/** Whether its buyer is to get the whole order. */
export const isToBeShipped = (sale: Sale): boolean =>
  sale.cancelledAt === null && soldAt(sale) !== null && !isHeldAt(sale, Number.MAX_SAFE_INTEGER)
