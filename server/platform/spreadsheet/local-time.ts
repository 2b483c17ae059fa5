import { Temporal } from 'temporal-polyfill'
import type { Cell } from './table.ts'

/** Local time, such as 2026-03-01 09:30:00, and its offset, such as UTC-08:00. */
export type LocalTime = { time: string; offset: string }

const slotMs = 15 * 60_000

/**
 * Converts moments to local time. Successive moments are mostly close together and offsets change only at full quarters
 * of an hour, so the offset is looked up once per quarter.
 */
export function localClockOf(zone: string): (moment: Date) => LocalTime {
  let cached = { slot: Number.NaN, ms: 0, offset: '' }
  return (moment) => {
    const slot = Math.floor(moment.getTime() / slotMs)
    if (slot !== cached.slot) cached = { slot, ...offsetAt(slot * slotMs, zone) }
    const time = new Date(moment.getTime() + cached.ms).toISOString()
    return { time: `${time.slice(0, 10)} ${time.slice(11, 19)}`, offset: cached.offset }
  }
}

function offsetAt(milliseconds: number, zone: string) {
  const { offset, offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone)
  return { ms: offsetNanoseconds / 1_000_000, offset: `UTC${offset}` }
}

/** The heading of a column of local times, such as "Placed (America/Los_Angeles)". */
export const zonedHeading = (heading: string, zone: string): string => `${heading} (${zone})`

/** A column of moments in the company's time zone, which its heading names. */
export function momentCell<Row>(heading: string, zone: string, of: (row: Row) => string | null): Cell<Row> {
  const clock = localClockOf(zone)
  const local = (moment: string | null) => (moment === null ? null : clock(new Date(moment)).time)
  return { heading: zonedHeading(heading, zone), kind: 'text', of: (row) => local(of(row)) }
}
