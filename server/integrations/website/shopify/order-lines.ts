import { say } from '#contract/i18n.ts'
import { sum } from '../amounts.ts'
import { ignore, send, shipped, stop, type OrderInstruction } from '../platform-order.ts'
import type { LineItem, Order } from './wire.ts'

/** A line with the units that we have to send. Other units are shipped already or need no parcel. */
export type LineToSend = { line: LineItem; units: number }

/** Shopify sets the current quantities of a cancelled order to 0, so for those the ordered quantity counts. */
export function linesToSend(order: Order): LineToSend[] {
  return order.line_items
    .map((line) => ({ line, units: order.cancelled_at ? line.quantity : unitsToSend(line) }))
    .filter(({ line, units }) => needsParcel(line) && units > 0)
}

/** An order whose lines were all removed or refunded counts as cancelled, though Shopify does not mark it so. */
export function instructionForLines(order: Order): OrderInstruction {
  if (linesToSend(order).length > 0) return send
  const parcels = order.line_items.filter(needsParcel)
  if (parcels.length === 0) return ignore(say('Nothing to ship.'))
  return parcels.every((line) => unitsBought(line) === 0) ? stop : shipped
}

/** Digital goods and e-mailed gift cards need no parcel; a posted gift card does. */
const needsParcel = (line: LineItem): boolean => isGoods(line) && line.requires_shipping !== false

const unitsToSend = (line: LineItem) => Math.min(line.fulfillable_quantity ?? line.quantity, unitsBought(line))

const unitsBought = (line: LineItem) => line.current_quantity ?? line.quantity

/** Price, discount and tax of some units of a line, in cents. */
export type Share = { goods: number; discount: number; tax: number }

/** Units that were removed or refunded, of lines that need a parcel. A cancelled order keeps all of its own. */
export const removedLines = (order: Order): LineToSend[] =>
  order.cancelled_at
    ? []
    : order.line_items.filter(needsParcel).map((line) => ({ line, units: line.quantity - unitsBought(line) }))

/** The part of the order's sums that belongs to units we do not send. Tax is 0 when prices include it. */
export function shareNotSent(order: Order, isAsPlaced: boolean): Share {
  const ours = unitsPerLine(linesToSend(order))
  const takenBack = unitsPerLine(isAsPlaced ? removedLines(order) : [])
  const left = order.line_items.filter(isGoods).map((line) => {
    const ordered = isAsPlaced ? line.quantity : unitsBought(line)
    return shareOf(line, ordered - (ours.get(line) ?? 0) - (takenBack.get(line) ?? 0))
  })
  return {
    goods: sum(left.map(({ goods }) => goods)),
    discount: sum(left.map(({ discount }) => discount)),
    tax: order.taxes_included ? 0 : sum(left.map(({ tax }) => tax)),
  }
}

const unitsPerLine = (lines: readonly LineToSend[]) => new Map(lines.map(({ line, units }) => [line, units]))

/** A tip is also a line, but is already counted in `total_tip_received`. */
const isGoods = ({ tip_payment_gateway: tip }: LineItem): boolean => !tip

function shareOf(line: LineItem, units: number): Share {
  const part = units / Math.max(line.quantity, 1)
  return {
    goods: line.price * units,
    discount: Math.round(sum((line.discount_allocations ?? []).map(({ amount }) => amount)) * part),
    tax: Math.round(sum((line.tax_lines ?? []).map(({ price }) => price)) * part),
  }
}
