const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

/** A day of the calendar, such as 2026-03-08, is the same day in every time zone. */
export const formatDayShort = (day: string) => short.format(new Date(day))
export const formatDay = (day: string) => long.format(new Date(day))
