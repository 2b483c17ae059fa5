/** Days are counted backwards: 0 is the last one. */
export type StockPath = { levels: number[]; arrivals: Map<number, number> }

type StockCourse = {
  /** What is left on the last day. */
  ending: number
  /** How full it ever gets. */
  full: number
  /** How much a delivery brings. */
  delivery: number
  /** Units sold by day, the last day first. */
  sales: readonly number[]
}

/**
 * Levels at the end of each day, found by going back in time from a given ending: what was sold is put back, and
 * whenever that fills the shelf, a delivery must have come. So it ends where it should and is never below zero. Nothing
 * came on the last day: what is low since then adds to what was low the day before.
 */
export function stockPath({ ending, full, delivery, sales }: StockCourse): StockPath {
  const arrivals = new Map<number, number>()
  const levels: number[] = []
  let level = ending
  for (const [day, sold] of sales.entries()) {
    levels.push(level)
    const before = level + sold
    const arrived = day > 0 && before >= full ? Math.min(delivery, before) : 0
    if (arrived > 0) arrivals.set(day, arrived)
    level = before - arrived
  }
  return { levels, arrivals }
}
