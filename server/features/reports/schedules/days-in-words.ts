import type { ReportRange } from '#contract/reports.ts'

const day = { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const
const oneDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', ...day })
const severalDays = new Intl.DateTimeFormat('en-US', day)

/** Such as "Sunday, Nov 15, 2026", or "Nov 9 – 15, 2026". */
export function formatDays({ startDate, endDate }: ReportRange): string {
  const [first, last] = [new Date(startDate), new Date(endDate)]
  return startDate === endDate ? oneDay.format(first) : severalDays.formatRange(first, last).replaceAll(/\s/g, ' ')
}
