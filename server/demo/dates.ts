import { Temporal } from 'temporal-polyfill'

const minute = 60_000

const day = 24 * 60 * minute

export const minutesBefore = (moment: Date, minutes: number) => new Date(moment.getTime() - minutes * minute)

export const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * day)

export const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)

/** The demo company's time zone. */
export const demoZone = 'America/Los_Angeles'

const inDemoZone = (moment: Date) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(demoZone)

/** Local time in hours since midnight. */
export function localHours(moment: Date): number {
  const { hour, minute, second, millisecond } = inDemoZone(moment)
  return hour + minute / 60 + (second + millisecond / 1000) / 3600
}

/** The local day so many days before a moment. */
export const dayBefore = (moment: Date, days: number): Temporal.PlainDate =>
  inDemoZone(moment).toPlainDate().subtract({ days })

/** The moment of a local time, in hours since midnight. A time that daylight saving time skips is shifted back. */
export function momentAt(day: Temporal.PlainDate, hours: number): Date {
  const plainTime = Temporal.PlainTime.from('00:00').add({ milliseconds: Math.floor(hours * 3_600_000) })
  const moment = day.toPlainDateTime(plainTime).toZonedDateTime(demoZone, { disambiguation: 'earlier' })
  return new Date(moment.epochMilliseconds)
}
