const minute = 60_000
const day = 24 * 60 * minute

export const minutesBefore = (moment: Date, minutes: number) => new Date(moment.getTime() - minutes * minute)

export const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * day)

export const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)
