import { useState } from 'react'
import { figures } from '#contract/report-figures.ts'
import { reportColumns } from '#contract/report-columns.ts'
import { reportTypeLabels } from '#contract/report-values.ts'
import type { Report } from '#contract/reports.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { rowKeys } from '../orders/orders-behind.ts'
import { DrillDownLink } from '../orders/orders-behind-link.tsx'
import { type Column, ReportCell, type ReportCells } from './report-cell.tsx'

const titles: Record<Report['type'], string> = {
  sales: 'Over time',
  inventory: 'SKU by SKU',
  channels: 'Channel by channel',
  customers: 'Customer by customer',
}

/** As many as a month has days: more would keep what stands below out of sight. */
const rowsAtFirst = 31

type Row = { mark: string; cells: ReportCells }

/** The first cell of a row opens the orders that it is made of. */
export function ReportTable({ report }: { report: Report }) {
  const { type, currency, rowCount } = report
  const columns: readonly Column[] = reportColumns[type]
  const cellsOfRows: readonly ReportCells[] = report.rows
  const drillDownKeys = rowKeys(report)
  const [isWhole, setIsWhole] = useState(false)
  const all = cellsOfRows.map((cells, position) => ({ mark: drillDownKeys[position] ?? '', cells }))
  const rows = isWhole ? all : all.slice(0, rowsAtFirst)
  return (
    <Card aria-labelledby="report-table">
      <CardHeader
        id="report-table"
        title={titles[type]}
        {...(all.length < rowCount && {
          description: `The first ${formatNumber(all.length)} of ${formatNumber(rowCount)}; the export has all`,
        })}
      />
      <Table
        caption={`${reportTypeLabels[type]}: ${titles[type]}`}
        columns={columns.map((column, position) => tableColumn(column, { currency, isFirst: position === 0 }))}
        rows={rows}
        rowKey={({ mark }) => mark}
        isWide={columns.length > 6}
      />
      {all.length > rowsAtFirst && (
        <LoadMore shown={rows.length} total={all.length} onLoadMore={() => setIsWhole(true)} />
      )}
    </Card>
  )
}

const leftKinds: ReadonlySet<Column['kind']> = new Set(['span', 'text', 'channel', 'stock', 'customer', 'moment'])

function tableColumn(column: Column, { currency, isFirst }: { currency: string; isFirst: boolean }): TableColumn<Row> {
  return {
    header: column.label,
    align: leftKinds.has(column.kind) ? 'start' : 'end',
    meaning: column.figure && figures[column.figure].definition,
    cell: ({ mark, cells }) => {
      const cell = <ReportCell column={column} cells={cells} drillDownKey={mark} currency={currency} />
      if (!isFirst) return cell
      return (
        <DrillDownLink
          drillDownKey={mark}
          className="inline-flex min-h-10 items-center gap-2 text-accent underline-offset-2 hover:underline md:min-h-8"
        >
          {cell}
        </DrillDownLink>
      )
    },
  }
}
