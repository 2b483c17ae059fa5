/** A moment as a box for date and time shows it, such as 2026-03-02T09:05, by the clocks of a time zone. */
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
 * The moment when clocks of the time zone show what was typed. Of an hour that they show twice it is the first; an hour
 * that they skip counts as the one after.
 */
export function parseZonedText(text: string, timeZone: string): string {
  const shown = Date.parse(`${text}Z`)
  const guess = shown - offsetAt(shown, timeZone)
  const better = shown - offsetAt(guess, timeZone)
  return new Date(toZonedText(better, timeZone) === text ? better : guess).toISOString()
}

/** Milliseconds by which the clocks are ahead of UTC. */
const offsetAt = (moment: number, timeZone: string): number => Date.parse(`${toZonedText(moment, timeZone)}Z`) - moment
