const fullReadIntervalMilliseconds = 24 * 3_600_000

/** What was last read in full before this is to be read in full again. */
export const fullReadDueBefore = (now: Date) => new Date(now.getTime() - fullReadIntervalMilliseconds)
