import { useContext } from 'react'
import { locale, t } from '#contract/i18n.ts'
import { TimeZone } from './relative-time.tsx'

const short = new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric', timeZone: 'UTC' })

const long = new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeZone: 'UTC' })

/** Formats a calendar day such as 2026-03-08. It is formatted in UTC, because a calendar day has no time zone. */
export const formatDayShort = (day: string) => short.format(new Date(day))

export const formatDay = (day: string) => long.format(new Date(day))

type DaySpanProps = { from: string | null; to: string | null }

/** Such as "Jan 5 to Jan 7" in the company's time zone; a single day when both are the same or one is unknown. */
export function DaySpan({ from, to }: DaySpanProps) {
  const timeZone = useContext(TimeZone)
  const format = new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric', timeZone })
  const days = [from, to].filter((moment) => moment !== null).map((moment) => format.format(new Date(moment)))
  const [first = '', last = first] = days
  return first === last ? first : t('{first} to {last}', { first, last })
}

/** Such as "Jan 5, 2026" in the company's time zone. */
export function Day({ moment }: { moment: string }) {
  const timeZone = useContext(TimeZone)
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone })
  return <time dateTime={moment}>{format.format(new Date(moment))}</time>
}
