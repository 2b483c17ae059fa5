const firstSeconds = 10
const longestSeconds = 2 * 3600
/** What passes by itself is waited for this long; what is older than that is news to nobody. */
const patienceMilliseconds = 3 * 24 * 3600 * 1000

export const isTooOld = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= patienceMilliseconds

type RetryInput = { tries: number; since: Date; now: Date; askedSeconds: number | undefined; chance: number }

/**
 * When a message is tried again after the service could not be reached so many times before; null when it would be too old
 * by then. Longer each time, and never for all at the same moment: `chance` is a number from 0 to 1.
 */
export function nextTry({ tries, since, now, askedSeconds = 0, chance }: RetryInput): Date | null {
  const usual = Math.min(firstSeconds * 3 ** tries, longestSeconds) * (0.5 + chance / 2)
  const asked = Math.min(askedSeconds, longestSeconds) + chance
  const next = new Date(now.getTime() + Math.max(usual, askedSeconds > 0 ? asked : 0) * 1000)
  return isTooOld(since, next) ? null : next
}
