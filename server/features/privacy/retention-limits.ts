const day = 24 * 3_600_000

/** A shipped order without an update for so long counts as closed. */
const daysUntilShippedIsClosed = 60
/** An open order untouched for so long will not be shipped. */
const daysUntilAbandoned = 365
/** Messages to the company's own staff. */
const daysOwnMessagesAreKept = 365
/** A year and some weeks, to compare with the year before. */
const daysReportsAreKept = 400

/** Data that ended at or before these moments is due. */
export type RetentionLimits = {
  closed: Date
  shipped: Date
  untouched: Date
  ownMessages: Date
  reports: Date
}

export function limitsAt(now: Date, retentionDays: number): RetentionLimits {
  const daysAgo = (days: number) => new Date(now.getTime() - days * day)
  return {
    closed: daysAgo(retentionDays),
    shipped: daysAgo(retentionDays + daysUntilShippedIsClosed),
    untouched: daysAgo(daysUntilAbandoned),
    ownMessages: daysAgo(daysOwnMessagesAreKept),
    reports: daysAgo(daysReportsAreKept),
  }
}
