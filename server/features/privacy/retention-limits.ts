const day = 24 * 3_600_000

/** An order that is on its way for so long, without news, has arrived or never will. */
const daysUntilShippedIsClosed = 60
/** An order that nobody has touched for so long is not going to be shipped. */
const daysUntilAbandoned = 365
/** What the company's own people were told. */
const daysOwnMessagesAreKept = 365
/** A year, and some weeks to compare the end of one with. */
const daysReportsAreKept = 400

/** Whatever ended at or before these moments has had its time. */
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
