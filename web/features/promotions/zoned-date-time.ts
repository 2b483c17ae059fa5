/** Formats a time for `<input type="datetime-local">` in a time zone, for example 2026-03-02T09:05. */
export function toZonedText(moment: string | number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const parts = new Map(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/**
 * Parses a local date and time of a time zone into UTC. At daylight-saving changes an hour that occurs twice is the
 * first one, and a skipped hour is the hour after.
 */
export function parseZonedText(text: string, timeZone: string): string {
  const shown = Date.parse(`${text}Z`)
  const guess = shown - offsetAt(shown, timeZone)
  const better = shown - offsetAt(guess, timeZone)
  return new Date(toZonedText(better, timeZone) === text ? better : guess).toISOString()
}

/** The zone's offset from UTC in milliseconds. */
const offsetAt = (moment: number, timeZone: string): number => Date.parse(`${toZonedText(moment, timeZone)}Z`) - moment
