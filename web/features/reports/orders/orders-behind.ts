import { type FigureName, figureNames, figures } from '#contract/report-figures.ts'
import { unknownChannel } from '#contract/report-words.ts'
import { type OrderGroup, type Report, type ReportRange, ReportOrdersFilter } from '#contract/reports.ts'
import { daysInShort } from '../report-days.ts'

/** What the orders of a drawer are behind, as it stands in the URL: `figure.revenue`, `channel.none.cancelled`. */
export const figureMark = (figure: FigureName): string => `figure.${figure}`
export const cancelledMark = (mark: string): string => `${mark}.cancelled`

/** One for each row of the report's table. */
export function rowMarks(report: Report): string[] {
  switch (report.type) {
    case 'sales':
      return report.rows.map(({ startDate, endDate }) => `days.${startDate}_${endDate}`)
    case 'inventory':
      return report.rows.map(({ skuId }) => `sku.${skuId}`)
    case 'channels':
      return report.rows.map(({ channelId }) => `channel.${channelId ?? 'none'}`)
    case 'customers':
      return report.rows.map(({ customerId }) => `customer.${customerId}`)
  }
}

const groupsOfFigures: Partial<Record<FigureName, OrderGroup>> = {
  cancelledOrders: 'cancelled',
  cancelledShare: 'cancelled',
  newCustomers: 'new',
  returningCustomers: 'returning',
}

export type OrdersBehind = { title: string; filter: ReportOrdersFilter }

/** Null where the mark says nothing. Names come from the report, as soon as that is there. */
export function ordersBehind(mark: string, range: ReportRange, report: Report | undefined): OrdersBehind | null {
  const [kind = '', id = '', group] = mark.split('.')
  const meant = meantBy(kind, id, report)
  if (!meant) return null
  const { startDate, endDate } = range
  const { data: filter } = ReportOrdersFilter.safeParse({
    startDate,
    endDate,
    ...(group && { group }),
    ...meant.fields,
  })
  const orders = group === 'cancelled' ? 'Cancelled orders' : 'Orders'
  return filter ? { title: `${orders} behind ${meant.name}`, filter } : null
}

type Meant = { name: string; fields: Record<string, string> }

function meantBy(kind: string, id: string, report: Report | undefined): Meant | null {
  switch (kind) {
    case 'figure': {
      const figure = figureNames.find((one) => one === id)
      return figure ? { name: figures[figure].label, fields: { group: groupsOfFigures[figure] ?? 'counted' } } : null
    }
    case 'days': {
      const [startDate = '', endDate = ''] = id.split('_')
      const isRange = ReportOrdersFilter.safeParse({ startDate, endDate }).success
      return isRange ? { name: daysInShort({ startDate, endDate }), fields: { startDate, endDate } } : null
    }
    case 'channel':
      return { name: channelName(id, report), fields: { channelId: id } }
    case 'customer':
      return { name: customerName(id, report), fields: { customerId: id } }
    case 'sku':
      return { name: skuName(id, report), fields: { skuId: id } }
    default:
      return null
  }
}

export const erasedName = 'Name erased'

function channelName(id: string, report: Report | undefined): string {
  if (id === 'none') return unknownChannel
  const row = report?.type === 'channels' && report.rows.find(({ channelId }) => channelId === id)
  return (row && row.channelName) || 'this channel'
}

function customerName(id: string, report: Report | undefined): string {
  const row = report?.type === 'customers' && report.rows.find(({ customerId }) => customerId === id)
  return (row && row.customerName) || 'this customer'
}

function skuName(id: string, report: Report | undefined): string {
  const row = report?.type === 'inventory' && report.rows.find(({ skuId }) => skuId === id)
  return row ? row.sku : 'this SKU'
}
