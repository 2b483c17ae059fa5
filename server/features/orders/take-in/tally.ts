/** How many deliveries came to which end. */
export type Tally = { takenIn: number; ignored: number; failed: number }

export const noneYet: Tally = { takenIn: 0, ignored: 0, failed: 0 }

export const sumOf = (one: Tally, other: Tally): Tally => ({
  takenIn: one.takenIn + other.takenIn,
  ignored: one.ignored + other.ignored,
  failed: one.failed + other.failed,
})
