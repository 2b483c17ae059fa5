/** A mail that can't be sent for so long after it was due is news to nobody. Less than the queue waits for a mail server. */
const patienceHours = 48

export const givenUpBefore = (now: Date): Date => new Date(now.getTime() - patienceHours * 3_600_000)
