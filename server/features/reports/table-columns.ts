import { reportColumns } from '#contract/report-columns.ts'
import type { Report, ReportColumn } from '#contract/reports.ts'
import { unknownChannel } from '#contract/report-values.ts'
import { stockStatusLabels } from '#contract/stock-status.ts'
import { numberCell, textCell, type Cell, type CellValue } from '#server/platform/spreadsheet/table.ts'
import { localClockOf } from './wall-clock.ts'

/** A row of any report's table. */
export type TableRow = Readonly<Record<string, CellValue>>

type TableCell = Cell<TableRow>

/** A column of any report's table. */
type AnyColumn = Pick<ReportColumn<TableRow>, 'key' | 'label' | 'kind'>

const stockLabels: Record<string, string> = stockStatusLabels

/** The columns of the screen's table; where a cell shows two things there, a file has two columns. */
export function tableColumns({ type, currency, timeZone }: Report): TableCell[] {
  const columns: readonly AnyColumn[] = reportColumns[type]
  return columns.flatMap((column) => cellsFor(column, currency, timeZone))
}

function cellsFor({ key, label, kind }: AnyColumn, currency: string, zone: string): TableCell[] {
  const value = (row: TableRow) => row[key] ?? null
  switch (kind) {
    case 'span':
      return [textCell('Start date', value), textCell('End date', (row) => row['endDate'] ?? null)]
    case 'customer':
      return [textCell(label, value), textCell('New', (row) => (row['isNew'] ? 'yes' : 'no'))]
    case 'channel':
      return [textCell(label, (row) => value(row) ?? unknownChannel)]
    case 'stock':
      return [textCell(label, (row) => stockLabels[String(value(row))] ?? null)]
    case 'moment':
      return [textCell(label, momentIn(zone, value))]
    case 'text':
      return [textCell(label, value)]
    case 'money':
      return [numberCell(`${label} (${currency})`, value)]
    case 'count':
    case 'share':
    case 'days':
      return [numberCell(label, value)]
  }
}

function momentIn(zone: string, value: TableCell['of']): TableCell['of'] {
  const clock = localClockOf(zone)
  return (row) => clock(new Date(String(value(row)))).time
}
