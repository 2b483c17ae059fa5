/** How many deliveries came to which end. */
export type RunCounts = { takenIn: number; ignored: number; failed: number }

export const noCounts: RunCounts = { takenIn: 0, ignored: 0, failed: 0 }

export const addCounts = (one: RunCounts, other: RunCounts): RunCounts => ({
  takenIn: one.takenIn + other.takenIn,
  ignored: one.ignored + other.ignored,
  failed: one.failed + other.failed,
})
