/** All time of the server comes from here, so that tests can hold it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** How long the parts of one piece of work took, in milliseconds. */
export type Stopwatch = {
  /** Ends a part: what has passed since the one before is its time. */
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
