const minute = 60
const hour = 60 * minute
const longest = 12 * hour

/** Seconds to wait after each attempt that failed: soon at first, then less and less often, for about three days in all. */
const pauses = [
  10,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  longest,
  longest,
  longest,
  longest,
  longest,
] as const

/** When a message is tried again after so many failed attempts; null once it has been tried often enough. */
export function nextAttempt(failed: number, now: Date, askedSeconds = 0): Date | null {
  const pause = pauses[failed - 1]
  if (pause === undefined) return null
  return new Date(now.getTime() + Math.min(Math.max(pause, askedSeconds), longest) * 1000)
}
