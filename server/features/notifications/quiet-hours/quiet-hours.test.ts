import { describe, expect, it } from 'vitest'
import { quietUntil, type QuietHours } from './quiet-hours.ts'

/** One zone for each hour around the world, including those with the most unusual clocks. */
const zones = `
  Pacific/Midway Pacific/Honolulu America/Anchorage America/Los_Angeles America/Denver America/Chicago
  America/New_York America/St_Johns America/Sao_Paulo America/Nuuk Atlantic/Azores Europe/London
  Europe/Paris Africa/Cairo Europe/Moscow Asia/Dubai Asia/Karachi Asia/Kathmandu
  Asia/Dhaka Asia/Shanghai Asia/Tokyo Australia/Lord_Howe Pacific/Auckland Pacific/Chatham`
  .trim()
  .split(/\s+/)
const hours: QuietHours = { start: '22:00', end: '08:00' }
const minute = 60_000
const quarter = 15 * minute
const day = 24 * 60 * minute

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Local time, computed independently of the code under test. */
function wallTime(zone: string, moment: number): string {
  const format =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(zone, format)
  return format.format(moment)
}

const isQuietOn = (zone: string, { start, end }: QuietHours, moment: number): boolean => {
  const time = wallTime(zone, moment)
  return start < end ? time >= start && time < end : start !== end && (time >= start || time < end)
}

/** The moments of a year at which a zone's clock changes, to the minute. */
function changesOf(zone: string, year: number): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const offset = (moment: number) => format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value
  const changes: number[] = []
  for (let from = Date.UTC(year, 0, 1); from < Date.UTC(year + 1, 0, 1); from += day) {
    if (offset(from) === offset(from + day)) continue
    let [low, high] = [from, from + day]
    while (high - low > minute) {
      const middle = low + Math.floor((high - low) / 2 / minute) * minute
      if (offset(middle) === offset(from)) low = middle
      else high = middle
    }
    changes.push(high)
  }
  return changes
}

/** Steps backwards between two moments and returns those for which the end of quiet hours is wrong. */
function wrongMoments(step: number, zone: string, quiet: QuietHours, from: number, to: number): string[] {
  const wrong: string[] = []
  let free = to
  while (isQuietOn(zone, quiet, free)) free += step
  for (let moment = to; moment >= from; moment -= step) {
    if (!isQuietOn(zone, quiet, moment)) free = moment
    const found = quietUntil([zone], quiet, new Date(moment))?.getTime() ?? moment
    if (found !== free) wrong.push(`${new Date(moment).toISOString()}: ${new Date(found).toISOString()}`)
  }
  return wrong
}

/** Quiet hours that begin or end in the skipped or repeated hour, and common ones. */
const windowsAround = (local: string): QuietHours[] => [
  { start: '20:00', end: '02:30' },
  { start: '01:30', end: '05:00' },
  { start: local, end: '09:00' },
]

describe('quiet hours', () => {
  it.each(zones)('end in %s in the first minute that is not quiet, on an ordinary day', (zone) => {
    const noon = Date.UTC(2026, 5, 10, 12)
    expect(wrongMoments(quarter, zone, hours, noon, noon + day)).toEqual([])
  })

  it.each(zones.filter((zone) => changesOf(zone, 2026).length > 0))(
    'end at the right time in %s when clocks change',
    (zone) => {
      const changes = changesOf(zone, 2026)
      expect(changes).toHaveLength(2)
      for (const change of changes) {
        expect(wrongMoments(quarter, zone, hours, change - day / 2, change + day / 2)).toEqual([])
        for (const quiet of windowsAround(wallTime(zone, change))) {
          expect(wrongMoments(minute, zone, quiet, change - 40 * minute, change + 40 * minute)).toEqual([])
        }
      }
    },
  )

  it('never begin where start and end are equal', () => {
    for (const hour of [0, 7, 8, 22]) {
      expect(
        quietUntil(['Europe/Paris'], { start: '08:00', end: '08:00' }, new Date(Date.UTC(2026, 0, 1, hour))),
      ).toBeNull()
    }
  })

  it('may be within a day, up to their end and not beyond', () => {
    const lunch = { start: '12:00', end: '13:00' }
    const at = (time: string) => quietUntil(['Europe/London'], lunch, new Date(`2026-01-05T${time}:00Z`))
    expect([at('11:59'), at('13:00')]).toEqual([null, null])
    expect([at('12:00'), at('12:59')]).toEqual([new Date('2026-01-05T13:00:00Z'), new Date('2026-01-05T13:00:00Z')])
  })

  it('apply to seconds too', () => {
    const late = new Date('2026-01-05T07:59:59.500Z')
    expect(quietUntil(['Europe/London'], hours, late)).toEqual(new Date('2026-01-05T08:00:00Z'))
  })

  it('last until no zone that the address may be in is quiet', () => {
    const both = ['America/Chicago', 'America/New_York']
    expect(quietUntil(both, hours, new Date('2026-06-10T12:30:00Z'))).toEqual(new Date('2026-06-10T13:00:00Z'))
    expect(quietUntil(both, hours, new Date('2026-06-11T02:30:00Z'))).toEqual(new Date('2026-06-11T13:00:00Z'))
    expect(quietUntil(both, hours, new Date('2026-06-10T13:00:00Z'))).toBeNull()
  })

  it('do not apply without a zone', () => {
    expect(quietUntil([], hours, new Date('2026-06-10T03:00:00Z'))).toBeNull()
  })

  it('follow the most likely zone where several have no free moment in common', () => {
    const apart = ['America/New_York', 'Asia/Tokyo']
    const long = { start: '12:00', end: '08:00' }
    expect(quietUntil(apart, long, new Date('2026-06-10T11:00:00Z'))).toEqual(new Date('2026-06-10T12:00:00Z'))
    expect(quietUntil(apart, long, new Date('2026-06-10T12:00:00Z'))).toBeNull()
  })
})
