import { useState } from 'react'
import { Link } from 'wouter'
import { type ChannelType, channelTypes } from '#contract/channel-values.ts'
import { t } from '#contract/i18n.ts'
import { reportColumns } from '#contract/report-columns.ts'
import type { FigureValue } from '#contract/headline-figures.ts'
import { type FigureName, figures, figureText } from '#contract/report-figures.ts'
import { manualLabel } from '#contract/order-numbers.ts'
import { reportTypeLabels } from '#contract/report-values.ts'
import type { Report, ReportColumn } from '#contract/reports.ts'
import { stockStatuses } from '#contract/stock-status.ts'
import { StockStatusBadge } from '#web/shared/badges.tsx'
import { ChannelIcon } from '#web/shared/channels.tsx'
import { OrderLink } from '#web/shared/orders/order-link.tsx'
import { ProductImage } from '#web/shared/product-image.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { DrillDownLink } from './drill-down-link.tsx'
import { cancelledKey, rowKeys } from './drill-down.ts'
import { formatDaysShort } from './report-days.ts'

const titles: Record<Report['type'], string> = {
  sales: t('Over time'),
  inventory: t('By SKU'),
  channels: t('By channel'),
  customers: t('By customer'),
  'profit-skus': t('By SKU, highest profit first'),
  'profit-channels': t('By channel'),
  'profit-orders': t('By order, lowest profit first'),
  'best-sellers': t('Best sellers first'),
}

/** Rows before "Load more": a month of days. */
const rowsAtFirst = 31

type Row = { drillDownKey: string; cells: ReportCells }

/** The first cell of each row opens the orders behind it. */
export function ReportTable({ report }: { report: Report }) {
  const { type, currency, rowCount } = report
  const columns: readonly Column[] = reportColumns[type]
  const cellsOfRows: readonly ReportCells[] = report.rows
  const drillDownKeys = rowKeys(report)
  const [isWhole, setIsWhole] = useState(false)
  const all = cellsOfRows.map((cells, position) => ({ drillDownKey: drillDownKeys[position] ?? '', cells }))
  const rows = isWhole ? all : all.slice(0, rowsAtFirst)
  return (
    <Card aria-labelledby="report-table">
      <CardHeader
        id="report-table"
        title={titles[type]}
        {...(all.length < rowCount && {
          description: t('Showing the first {shown} of {rowCount}. Export to get all rows.', {
            shown: all.length,
            rowCount,
          }),
        })}
      />
      <Table
        caption={`${reportTypeLabels[type]}: ${titles[type]}`}
        columns={columns.map((column, position) => tableColumn(column, { currency, isFirst: position === 0 }))}
        rows={rows}
        rowKey={({ drillDownKey }) => drillDownKey}
        isWide={columns.length > 6}
      />
      {all.length > rowsAtFirst && (
        <LoadMore shown={rows.length} total={all.length} onLoadMore={() => setIsWhole(true)} />
      )}
    </Card>
  )
}

const leftKinds: ReadonlySet<Column['kind']> = new Set([
  'span',
  'text',
  'product',
  'order',
  'channel',
  'stock',
  'customer',
  'moment',
])

function tableColumn(column: Column, { currency, isFirst }: { currency: string; isFirst: boolean }): TableColumn<Row> {
  return {
    header: column.label,
    align: leftKinds.has(column.kind) ? 'start' : 'end',
    meaning: column.figure && figures[column.figure].definition,
    cell: ({ drillDownKey, cells }) => {
      const cell = <ReportCell column={column} cells={cells} drillDownKey={drillDownKey} currency={currency} />
      if (!isFirst) return cell
      if (column.kind === 'order') {
        return (
          <OrderLink orderId={String(cells['orderId'])} className={`${linkStyles} font-mono`}>
            {cell}
          </OrderLink>
        )
      }
      return (
        <DrillDownLink
          drillDownKey={drillDownKey}
          className="inline-flex min-h-10 items-center gap-2 text-accent underline-offset-2 hover:underline md:min-h-8"
        >
          {cell}
        </DrillDownLink>
      )
    },
  }
}

/** A row of any report, as values by column key. */
type ReportCells = Readonly<Record<string, FigureValue | boolean>>

type Column = { key: string; label: string; kind: ReportColumn<unknown>['kind']; figure?: FigureName }

type ReportCellProps = { column: Column; cells: ReportCells; drillDownKey: string; currency: string }

function ReportCell({ column, cells, drillDownKey, currency }: ReportCellProps) {
  const value = cells[column.key] ?? null
  switch (column.kind) {
    case 'span':
      return formatDaysShort({ startDate: String(cells['startDate']), endDate: String(cells['endDate']) })
    case 'text':
    case 'order':
      return value
    case 'product':
      return <Product cells={cells} />
    case 'channel':
      return <Channel name={value} type={cells['channelType'] ?? null} />
    case 'stock':
      return <StockStatus status={value} />
    case 'customer':
      return <Customer name={value} isNew={cells['isNew'] === true} />
    case 'moment':
      return typeof value === 'string' && <RelativeTime moment={value} />
    case 'money':
    case 'count':
    case 'share':
    case 'days': {
      const text = typeof value === 'boolean' ? '—' : figureText(column.kind, value, currency)
      return <Figure column={column} cells={cells} drillDownKey={drillDownKey} text={text} />
    }
  }
}

const linkStyles = 'inline-flex min-h-10 items-center text-accent underline-offset-2 hover:underline md:min-h-8'

/**
 * Most figures share the link of their row. Cancelled orders have a drill-down of their own, and stock links to the
 * inventory.
 */
function Figure({ column, cells, drillDownKey, text }: Omit<ReportCellProps, 'currency'> & { text: string }) {
  if (column.key === 'cancelledOrders' && cells['cancelledOrders'] !== 0) {
    return (
      <DrillDownLink
        drillDownKey={cancelledKey(drillDownKey)}
        className={linkStyles}
        aria-label={t('{text} cancelled', { text })}
      >
        {text}
      </DrillDownLink>
    )
  }
  if (column.key === 'unitsAvailable') {
    return (
      <Link
        href={`/inventory?sku=${String(cells['skuId'])}`}
        className={linkStyles}
        aria-label={t('{text} available', { text })}
      >
        {text}
      </Link>
    )
  }
  return text
}

type Value = FigureValue | boolean

function Channel({ name, type }: { name: Value; type: Value }) {
  const known: ChannelType | undefined = channelTypes.find((one) => one === type)
  return (
    <>
      {known && <ChannelIcon type={known} className="size-4 shrink-0" />}
      {name ?? manualLabel}
    </>
  )
}

function Product({ cells: { title, sku, imageUrl } }: { cells: ReportCells }) {
  return (
    <span className="flex min-w-0 items-center gap-2 py-1">
      <ProductImage
        url={typeof imageUrl === 'string' ? imageUrl : null}
        title={String(title ?? sku)}
        className="size-9 shrink-0 text-sm"
      />
      <span className="grid min-w-0">
        <span className="wrap-anywhere">{title}</span>
        <span className="font-mono text-sm text-muted">{sku}</span>
      </span>
    </span>
  )
}

function StockStatus({ status }: { status: Value }) {
  const known = stockStatuses.find((one) => one === status)
  return known && <StockStatusBadge status={known} />
}

function Customer({ name, isNew }: { name: Value; isNew: boolean }) {
  return (
    <>
      {name ?? t('Name erased')}
      {isNew && <Badge tone="info">{t('New')}</Badge>}
    </>
  )
}
