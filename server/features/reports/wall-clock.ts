import { Temporal } from 'temporal-polyfill'

/** What a clock on the wall shows, such as 2026-03-01 09:30:00, and how far it is from UTC, such as UTC-08:00. */
export type LocalTime = { time: string; offset: string }

const slotMs = 15 * 60_000

/**
 * Reads moments on the clocks of a time zone. Those that follow each other mostly lie close together, and clocks change at
 * a full quarter of an hour, so the zone's rules are asked once for each of these.
 */
export function localClockOf(zone: string): (moment: Date) => LocalTime {
  let known = { slot: Number.NaN, ms: 0, offset: '' }
  return (moment) => {
    const slot = Math.floor(moment.getTime() / slotMs)
    if (slot !== known.slot) known = { slot, ...offsetAt(slot * slotMs, zone) }
    const time = new Date(moment.getTime() + known.ms).toISOString()
    return { time: `${time.slice(0, 10)} ${time.slice(11, 19)}`, offset: known.offset }
  }
}

function offsetAt(milliseconds: number, zone: string) {
  const { offset, offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone)
  return { ms: offsetNanoseconds / 1_000_000, offset: `UTC${offset}` }
}
