import { hasLeft, isLive, type FulfillmentStatus } from '#contract/order-status.ts'

type Line = { id: string; quantity: number }
type Item = { orderItemId: string; quantity: number; cancelledQuantity: number; unfulfillableQuantity: number }
type AttemptUnits = { status: FulfillmentStatus; items: readonly Item[] }

/** Where all attempts to ship an order have brought it, taken together. */
export type FulfillmentProgress = {
  units: number
  /** Units that no attempt has, or may have, under way. */
  unsent: number
  /** Those, and the ones that Amazon has not accepted yet. */
  unaccepted: number
  /** Whether an attempt may still ship something. */
  isLive: boolean
  isAccepted: boolean
  hasLeft: boolean
  /** Whether whatever was sent has arrived. */
  hasArrived: boolean
}

export function progressOf(lines: readonly Line[], attempts: readonly AttemptUnits[]): FulfillmentProgress {
  const live = attempts.filter(({ status }) => isLive(status))
  const accepted = live.filter(({ status }) => status !== 'pending')
  return {
    units: sumOf(lines, ({ quantity }) => quantity),
    unsent: sumOf(lines, (line) => unsentUnits(line, live)),
    unaccepted: sumOf(lines, (line) => unsentUnits(line, accepted)),
    isLive: live.length > 0,
    isAccepted: accepted.length > 0,
    hasLeft: live.some(({ status }) => hasLeft(status)),
    hasArrived: live.length > 0 && live.every(({ status }) => status === 'delivered'),
  }
}

/** Units of a line that are in no live attempt. */
export const unsentUnits = ({ id, quantity }: Line, attempts: readonly AttemptUnits[]): number =>
  Math.max(
    quantity - sumOf(attempts, ({ status, items }) => (isLive(status) ? sumOf(itemsOfLine(id, items), unitsOf) : 0)),
    0,
  )

export const itemsOfLine = <T extends Item>(lineId: string, items: readonly T[]): T[] =>
  items.filter(({ orderItemId }) => orderItemId === lineId)

/** What an attempt sends of a line: without what Amazon left out for good. */
const unitsOf = ({ quantity, cancelledQuantity, unfulfillableQuantity }: Item): number =>
  Math.max(quantity - cancelledQuantity - unfulfillableQuantity, 0)

export const sumOf = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0)
