/**
 * Which drawn row has which place in the document. A row keeps its place as long as it is drawn, and one that comes into sight
 * takes the place of one that went: filling it with other texts costs a fraction of making it anew.
 */
export function createRowSlots() {
  let taken = new Map<number, number>()
  return (drawn: readonly number[]): ReadonlyMap<number, number> => {
    const kept = new Set(drawn.flatMap((index) => taken.get(index) ?? []))
    let next = 0
    const takeFree = () => {
      while (kept.has(next)) next += 1
      return next++
    }
    taken = new Map(drawn.map((index) => [index, taken.get(index) ?? takeFree()]))
    return taken
  }
}
