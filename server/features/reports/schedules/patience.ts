/** A mail that can't be sent for so long after it was due is news to nobody. Less than the queue waits for a mail server. */
const maxDelayHours = 48

export const expiredBefore = (now: Date): Date => new Date(now.getTime() - maxDelayHours * 3_600_000)
