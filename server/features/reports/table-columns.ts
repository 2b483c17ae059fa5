import { reportColumns } from '#contract/report-columns.ts'
import type { Report, ReportColumn } from '#contract/reports.ts'
import { unknownChannel } from '#contract/report-words.ts'
import { stockStatusLabels } from '#contract/stock-status.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import { wallClockOf } from './wall-clock.ts'

/** A row of any report's table. */
export type TableRow = Readonly<Record<string, CellValue>>

export type TableCell = Column & { of: (row: TableRow) => CellValue }

/** A column of any report's table. */
type AnyColumn = Pick<ReportColumn<TableRow>, 'key' | 'label' | 'kind'>

const stockWords: Record<string, string> = stockStatusLabels

/** The columns of the screen's table; where a cell shows two things there, a file has two columns. */
export function tableCells({ type, currency, timeZone }: Pick<Report, 'type' | 'currency' | 'timeZone'>): TableCell[] {
  const columns: readonly AnyColumn[] = reportColumns[type]
  return columns.flatMap((column) => cellsOf(column, currency, timeZone))
}

const text = (heading: string, of: TableCell['of']): TableCell => ({ heading, kind: 'text', of })
const number = (heading: string, of: TableCell['of']): TableCell => ({ heading, kind: 'number', of })

function cellsOf({ key, label, kind }: AnyColumn, currency: string, zone: string): TableCell[] {
  const value = (row: TableRow) => row[key] ?? null
  switch (kind) {
    case 'span':
      return [text('Start date', value), text('End date', (row) => row['endDate'] ?? null)]
    case 'customer':
      return [text(label, value), text('New', (row) => (row['isNew'] ? 'yes' : 'no'))]
    case 'channel':
      return [text(label, (row) => value(row) ?? unknownChannel)]
    case 'stock':
      return [text(label, (row) => stockWords[String(value(row))] ?? null)]
    case 'moment':
      return [text(label, momentIn(zone, value))]
    case 'text':
      return [text(label, value)]
    case 'money':
      return [number(`${label} (${currency})`, value)]
    case 'count':
    case 'share':
    case 'days':
      return [number(label, value)]
  }
}

function momentIn(zone: string, value: TableCell['of']): TableCell['of'] {
  const clock = wallClockOf(zone)
  return (row) => clock(new Date(String(value(row)))).time
}
