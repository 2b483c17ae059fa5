/** All time of the server comes from a clock, so that tests can control it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Measures the parts of one piece of work, in milliseconds. */
export type Stopwatch = {
  /** Ends a part: its time is what has passed since the previous lap. */
  lap(part: string): void
  readonly laps: Readonly<Record<string, number>>
}

export function startStopwatch(): Stopwatch {
  const laps: Record<string, number> = {}
  let last = performance.now()
  return {
    lap(part) {
      const now = performance.now()
      laps[part] = Math.round((now - last) * 10) / 10
      last = now
    },
    laps,
  }
}

const dayMilliseconds = 24 * 3_600_000

/** Midnight UTC before or at this time. */
export const startOfUtcDay = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / dayMilliseconds) * dayMilliseconds)
