import { changeOf, changeText, figures } from '#contract/report-figures.ts'
import type { Report, ReportMetric, ReportRange } from '#contract/reports.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import type { SheetContent } from '#server/platform/spreadsheet/workbook.ts'

const columns: Column[] = [
  { heading: 'Figure', kind: 'text' },
  { heading: 'Value', kind: 'number', width: 24 },
  { heading: 'Previous', kind: 'number', width: 24 },
  { heading: 'Change', kind: 'text', width: 14 },
  { heading: 'Definition', kind: 'text', width: 100 },
]

/** The figures with the words that say what they are, and over which days, in which money they were made. */
export const summarySheet = (report: Report): SheetContent => ({ name: 'Summary', columns, rows: summaryRows(report) })

async function* summaryRows(report: Report) {
  const { range, previous, currency, timeZone, otherCurrencies } = report
  const hours = previous.isCut ? 'The days before are cut at the same hour, since the last day is not over.' : ''
  yield [
    ...report.metrics.map((metric) => figureRow(metric, currency)),
    ['Days', daysOf(range), daysOf(previous), null, `Days of ${timeZone}. ${hours}`.trim()],
    ...otherCurrencies.map(({ currency: other, orders, revenue }) => [
      `Revenue (${other})`,
      revenue,
      null,
      null,
      `Of ${orders} ${orders === 1 ? 'order' : 'orders'} in ${other}. Nothing is converted: it is in no sum above.`,
    ]),
  ]
}

function figureRow({ figure, value, previous }: ReportMetric, currency: string): CellValue[] {
  const { label, kind, definition } = figures[figure]
  const name = kind === 'money' ? `${label} (${currency})` : label
  const change = changeOf(kind, value, previous)
  return [name, value, previous, change === null ? null : changeText(kind, change), definition]
}

const daysOf = ({ startDate, endDate }: ReportRange) =>
  startDate === endDate ? startDate : `${startDate} to ${endDate}`
