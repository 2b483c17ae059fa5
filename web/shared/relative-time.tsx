import { createContext, useContext, useSyncExternalStore } from 'react'
import { locale, t } from '#contract/i18n.ts'

/** "5 minutes ago", with the exact time in the company's time zone on hover. */
export function RelativeTime({ moment }: { moment: string }) {
  const now = useNow()
  const timeZone = useContext(TimeZone)
  return (
    <time className="whitespace-nowrap" dateTime={moment} title={formatExact(moment, timeZone)}>
      {describeDistance(moment, now)}
    </time>
  )
}

const relative = new Intl.RelativeTimeFormat(locale())

const minute = 60_000

const day = 1_440 * minute

const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', 60 * minute],
  ['minute', minute],
] as const

function describeDistance(moment: string, now: number): string {
  const distance = Date.parse(moment) - now
  const size = Math.abs(distance)
  const unit = units.find(([, length], place) => size >= length || roundedTo(units[place + 1], size) >= length)
  if (!unit) return t('less than a minute ago')
  const [name, length] = unit
  return relative.format(Math.sign(distance) * Math.round(size / length), name)
}

/** Rounds to the next smaller unit, so that 59.7 minutes become an hour and not "60 minutes". */
const roundedTo = (unit: (typeof units)[number] | undefined, size: number) =>
  unit ? Math.round(size / unit[1]) * unit[1] : size

function formatExact(moment: string, timeZone: string): string {
  const known = formats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'long', timeZone })
  if (!known) formats.set(timeZone, format)
  return format.format(new Date(moment))
}

/** Formatters by time zone, because creating one is slow. */
const formats = new Map<string, Intl.DateTimeFormat>()

const dueWithin = 60_000

/** "in 5 hours" for a future time; "any moment now" once it is due or overdue. */
export function ComingTime({ moment }: { moment: string }) {
  const isDue = Date.parse(moment) - useNow() < dueWithin
  return isDue ? <time dateTime={moment}>{t('any moment now')}</time> : <RelativeTime moment={moment} />
}

const tick = 30_000

/** The current time in steps of 30 seconds, so that "5 minutes ago" stays true on an open page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / tick) * tick)
}

function subscribe(onTick: () => void) {
  const timer = setInterval(onTick, tick)
  return () => clearInterval(timer)
}

/** Time zone of the company, provided by the shell. */
export const TimeZone = createContext('UTC')
