import { Temporal } from 'temporal-polyfill'

/** Times of day such as 22:00, by the clock on the wall; from a time to the same time means never. */
export type QuietHours = { start: string; end: string }

/** Zones that lie apart may leave no moment at which all of them are awake. */
const longestSearchHours = 48

/**
 * The first moment from `at` on at which no clock on a wall of these zones shows quiet hours, or null where that is so
 * already. If they never agree, the first zone speaks for all.
 */
export function quietUntil(zones: readonly string[], hours: QuietHours, at: Date): Date | null {
  const from = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  const free = firstFree(zones, hours, from) ?? lastAwake(zones.slice(0, 1), hours, from)
  return free.equals(from) ? null : new Date(free.epochMilliseconds)
}

function firstFree(zones: readonly string[], hours: QuietHours, from: Temporal.Instant): Temporal.Instant | null {
  const latest = from.add({ hours: longestSearchHours })
  let moment = from
  for (;;) {
    const next = lastAwake(zones, hours, moment)
    if (next.equals(moment)) return moment
    if (Temporal.Instant.compare(next, latest) > 0) return null
    moment = next
  }
}

/** When the last of these zones is awake, of which others may be quiet again by then. */
function lastAwake(zones: readonly string[], hours: QuietHours, from: Temporal.Instant): Temporal.Instant {
  const moments = zones.map((zone) => awakeFrom(zone, hours, from))
  return moments.toSorted(Temporal.Instant.compare).at(-1) ?? from
}

/** Between two changes of a zone's clock, time on the wall passes as it does elsewhere; a change is a new beginning. */
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
