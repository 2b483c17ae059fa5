import { readDay, readId } from '#contract/fields.ts'
import { t } from '#contract/i18n.ts'
import { type FigureName, figureNames, figures } from '#contract/report-figures.ts'
import { manualLabel } from '#contract/order-numbers.ts'
import {
  orderGroups,
  type OrderGroup,
  type Report,
  type ReportOptions,
  type ReportOrdersFilter,
  type ReportRange,
} from '#contract/reports.ts'
import { formatDaysShort } from './report-days.ts'

/** Drill-down keys name a figure or a row in the URL, such as `figure.revenue` or `channel.none.cancelled`. */
export const figureKey = (figure: FigureName): string => `figure.${figure}`
export const cancelledKey = (key: string): string => `${key}.cancelled`

/** Drill-down keys of the table, one per row. */
export function rowKeys(report: Report): string[] {
  switch (report.type) {
    case 'sales':
      return report.rows.map(({ startDate, endDate }) => `days.${startDate}_${endDate}`)
    case 'inventory':
    case 'profit-skus':
    case 'best-sellers':
      return report.rows.map(({ skuId }) => `sku.${skuId}`)
    case 'channels':
    case 'profit-channels':
      return report.rows.map(({ channelId }) => `channel.${channelId ?? 'none'}`)
    case 'customers':
      return report.rows.map(({ customerId }) => `customer.${customerId}`)
    case 'profit-orders':
      return report.rows.map(({ orderId }) => `order.${orderId}`)
  }
}

const groupsOfFigures: Partial<Record<FigureName, OrderGroup>> = {
  cancelledOrders: 'cancelled',
  cancelledShare: 'cancelled',
  newCustomers: 'new',
  returningCustomers: 'returning',
}

export type DrillDown = { title: string; filter: ReportOrdersFilter }

/** Parses a drill-down key; null when it is invalid. Names are taken from the report once it is loaded. */
export function parseDrillDown(
  key: string,
  range: ReportRange & ReportOptions,
  report: Report | undefined,
): DrillDown | null {
  const [kind = '', id = '', group] = key.split('.')
  const target = parseTarget(kind, id, report)
  if (!target) return null
  const chosen = orderGroups.find((one) => one === group)
  if (group && !chosen) return null
  const { startDate, endDate, channelId } = range
  return {
    title:
      chosen === 'cancelled'
        ? t('Cancelled orders: {name}', { name: target.name })
        : t('Orders: {name}', { name: target.name }),
    filter: { startDate, endDate, group: chosen ?? 'counted', ...(channelId && { channelId }), ...target.fields },
  }
}

type DrillDownTarget = { name: string; fields: Partial<ReportOrdersFilter> }

function parseTarget(kind: string, id: string, report: Report | undefined): DrillDownTarget | null {
  switch (kind) {
    case 'figure': {
      const figure = figureNames.find((one) => one === id)
      return figure ? { name: figures[figure].label, fields: { group: groupsOfFigures[figure] ?? 'counted' } } : null
    }
    case 'days': {
      const [startDate = '', endDate = ''] = id.split('_')
      const isRange = readDay(startDate) && readDay(endDate)
      return isRange ? { name: formatDaysShort({ startDate, endDate }), fields: { startDate, endDate } } : null
    }
    case 'channel': {
      const channelId = id === 'none' ? id : readId(id)
      return channelId ? { name: channelName(channelId, report), fields: { channelId } } : null
    }
    case 'customer': {
      const customerId = readId(id)
      return customerId ? { name: customerName(customerId, report), fields: { customerId } } : null
    }
    case 'sku': {
      const skuId = readId(id)
      return skuId ? { name: skuName(skuId, report), fields: { skuId } } : null
    }
    default:
      return null
  }
}

function channelName(id: string, report: Report | undefined): string {
  if (id === 'none') return manualLabel
  const rows = report?.type === 'channels' || report?.type === 'profit-channels' ? report.rows : []
  return rows.find(({ channelId }) => channelId === id)?.channelName ?? t('this channel')
}

function customerName(id: string, report: Report | undefined): string {
  const row = report?.type === 'customers' && report.rows.find(({ customerId }) => customerId === id)
  return (row && row.customerName) || t('this customer')
}

function skuName(id: string, report: Report | undefined): string {
  const isBySku = report?.type === 'inventory' || report?.type === 'profit-skus' || report?.type === 'best-sellers'
  const rows: readonly { skuId: string; sku: string }[] = isBySku ? report.rows : []
  return rows.find(({ skuId }) => skuId === id)?.sku ?? t('this SKU')
}
