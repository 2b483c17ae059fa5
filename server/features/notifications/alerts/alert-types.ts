/** What the company's people are told of in digests. */
export type AlertType = 'stock_alert' | 'job_failed'

/** One trouble of which nobody has been told: `since` as PostgreSQL writes it, to the microsecond. */
export type Alert = { subjectId: string; since: string; line: string }

/** Troubles rarely come alone: so long is waited for the others, and so long after one digest until the next. */
export const collectMinutes = 5
export const pauseMinutes = 60

/** Of the others a digest says how many they are. */
export const mostNamed = 100
