/** How long whoever takes a message up has to say what became of it. Then it counts as interrupted. */
const claimMinutes = 5
/** A process that was frozen in between must not begin: by the end of its claim somebody else will. */
const latestStartMinutes = 1

const after = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000)

export const claimEnd = (claimedAt: Date): Date => after(claimedAt, claimMinutes)
export const isTooLate = (claimedAt: Date, now: Date): boolean => now > after(claimedAt, latestStartMinutes)
