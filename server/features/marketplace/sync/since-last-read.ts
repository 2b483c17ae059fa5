const overlapMilliseconds = 5 * 60_000

/** What changed shortly before the last read may not have been in it yet. */
export const startOfDeltaRead = (readUntil: Date) => new Date(readUntil.getTime() - overlapMilliseconds)
