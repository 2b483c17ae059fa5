import { Link } from 'wouter'
import { type ChannelType, channelTypes } from '#contract/channel-values.ts'
import { type FigureName, figureText, type FigureValue } from '#contract/report-figures.ts'
import { unknownChannel } from '#contract/report-values.ts'
import type { ReportColumn } from '#contract/reports.ts'
import { stockStatuses } from '#contract/stock-status.ts'
import { ChannelIcon } from '#web/shared/channel-icon.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { StockStatusBadge } from '#web/shared/stock-status-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cancelledKey, erasedName } from '../orders/orders-behind.ts'
import { DrillDownLink } from '../orders/orders-behind-link.tsx'
import { formatDaysShort } from '../report-days.ts'

/** A row of any report, read by the keys of its columns. */
export type ReportCells = Readonly<Record<string, FigureValue | boolean>>
export type Column = { key: string; label: string; kind: ReportColumn<unknown>['kind']; figure?: FigureName }

type ReportCellProps = { column: Column; cells: ReportCells; drillDownKey: string; currency: string }

export function ReportCell({ column, cells, drillDownKey, currency }: ReportCellProps) {
  const value = cells[column.key] ?? null
  switch (column.kind) {
    case 'span':
      return formatDaysShort({ startDate: String(cells['startDate']), endDate: String(cells['endDate']) })
    case 'text':
      return value
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

/** Cancelled orders are behind no other figure of their row, and stock is explained on its own screen. */
function Figure({ column, cells, drillDownKey, text }: Omit<ReportCellProps, 'currency'> & { text: string }) {
  if (column.key === 'cancelledOrders' && cells['cancelledOrders'] !== 0) {
    return (
      <DrillDownLink drillDownKey={cancelledKey(drillDownKey)} className={linkStyles} aria-label={`${text} cancelled`}>
        {text}
      </DrillDownLink>
    )
  }
  if (column.key === 'unitsAvailable') {
    return (
      <Link href={`/inventory?sku=${String(cells['skuId'])}`} className={linkStyles} aria-label={`${text} available`}>
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
      {name ?? unknownChannel}
    </>
  )
}

function StockStatus({ status }: { status: Value }) {
  const known = stockStatuses.find((one) => one === status)
  return known && <StockStatusBadge status={known} />
}

function Customer({ name, isNew }: { name: Value; isNew: boolean }) {
  return (
    <>
      {name ?? erasedName}
      {isNew && <Badge tone="info">New</Badge>}
    </>
  )
}
