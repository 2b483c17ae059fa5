import { Temporal } from 'temporal-polyfill'

/** Local times such as 22:00. Equal times mean no quiet hours. */
export type QuietHours = { start: string; end: string }

/** Distant time zones may have no moment outside quiet hours in common. */
const maxSearchHours = 48

/**
 * The first moment from `at` on that is outside quiet hours in all of these time zones; null if that is now. If there
 * is none, the first zone decides.
 */
export function quietUntil(zones: readonly string[], hours: QuietHours, at: Date): Date | null {
  const from = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  const free = firstFree(zones, hours, from) ?? lastAwake(zones.slice(0, 1), hours, from)
  return free.equals(from) ? null : new Date(free.epochMilliseconds)
}

function firstFree(zones: readonly string[], hours: QuietHours, from: Temporal.Instant): Temporal.Instant | null {
  const latest = from.add({ hours: maxSearchHours })
  let moment = from
  for (;;) {
    const next = lastAwake(zones, hours, moment)
    if (next.equals(moment)) return moment
    if (Temporal.Instant.compare(next, latest) > 0) return null
    moment = next
  }
}

/** When the last of these zones leaves quiet hours. Others may have entered them again by then. */
function lastAwake(zones: readonly string[], hours: QuietHours, from: Temporal.Instant): Temporal.Instant {
  const moments = zones.map((zone) => awakeFrom(zone, hours, from))
  return moments.toSorted(Temporal.Instant.compare).at(-1) ?? from
}

/** Walks from one clock change (DST) to the next: between two of them local time runs evenly. */
function awakeFrom(zone: string, { start, end }: QuietHours, from: Temporal.Instant): Temporal.Instant {
  const [quietFrom, quietTo] = [Temporal.PlainTime.from(start), Temporal.PlainTime.from(end)]
  let wall = from.toZonedDateTimeISO(zone)
  while (isWithin(quietFrom, quietTo, wall.toPlainTime())) {
    const ends = wall.add({ nanoseconds: nanosecondsUntil(quietTo, wall.toPlainTime()) })
    const change = wall.getTimeZoneTransition('next')
    wall = change && Temporal.ZonedDateTime.compare(change, ends) < 0 ? change : ends
  }
  return wall.toInstant()
}

function isWithin(start: Temporal.PlainTime, end: Temporal.PlainTime, time: Temporal.PlainTime): boolean {
  const [isFromStart, isBeforeEnd] = [
    Temporal.PlainTime.compare(time, start) >= 0,
    Temporal.PlainTime.compare(time, end) < 0,
  ]
  const isOverMidnight = Temporal.PlainTime.compare(start, end) > 0
  return isOverMidnight ? isFromStart || isBeforeEnd : isFromStart && isBeforeEnd
}

const dayInNanoseconds = 24 * 3_600 * 1e9

function nanosecondsUntil(end: Temporal.PlainTime, time: Temporal.PlainTime): number {
  const ahead = time.until(end).total('nanoseconds')
  return ahead > 0 ? ahead : ahead + dayInNanoseconds
}
