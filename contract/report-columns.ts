import { t } from './i18n.ts'
import { figures, type FigureName } from './report-figures.ts'
import type { ReportType } from './report-values.ts'
import type { ReportColumn, ReportRowOf } from './reports.ts'

type Columns = { [Type in ReportType]: readonly ReportColumn<ReportRowOf<Type>>[] }

const figure = <Name extends FigureName>(key: Name) => ({
  key,
  label: figures[key].label,
  kind: figures[key].kind,
  figure: key,
})

const profitColumns = [
  figure('netSales'),
  figure('refunds'),
  figure('costOfGoods'),
  figure('fulfillmentFees'),
  figure('profit'),
  figure('profitMargin'),
] as const

/** The columns of each report's table, on the screen and in its files. */
export const reportColumns: Columns = {
  sales: [
    { key: 'startDate', label: t('Period'), kind: 'span' },
    figure('orders'),
    figure('revenue'),
    figure('averageOrderValue'),
    figure('discounts'),
    figure('shipping'),
    figure('tax'),
    figure('cancelledOrders'),
  ],
  inventory: [
    { key: 'sku', label: 'SKU', kind: 'text' },
    { key: 'title', label: t('Product'), kind: 'text' },
    { key: 'stockStatus', label: t('Status'), kind: 'stock' },
    figure('unitsAvailable'),
    figure('unitsInbound'),
    figure('unitsSold'),
    figure('daysOfCover'),
  ],
  channels: [
    { key: 'channelName', label: t('Channel'), kind: 'channel' },
    figure('orders'),
    figure('revenue'),
    figure('revenueShare'),
    figure('averageOrderValue'),
    figure('cancelledOrders'),
  ],
  customers: [
    { key: 'customerName', label: t('Customer'), kind: 'customer' },
    figure('orders'),
    figure('revenue'),
    figure('averageOrderValue'),
    { key: 'lastOrderAt', label: t('Last Order'), kind: 'moment' },
  ],
  'profit-skus': [
    { key: 'sku', label: 'SKU', kind: 'text' },
    { key: 'title', label: t('Product'), kind: 'text' },
    figure('knownUnits'),
    ...profitColumns,
    figure('unitsLeftOut'),
  ],
  'profit-channels': [
    { key: 'channelName', label: t('Channel'), kind: 'channel' },
    figure('knownOrders'),
    ...profitColumns,
    figure('ordersLeftOut'),
  ],
  'profit-orders': [
    { key: 'orderNumber', label: t('Order'), kind: 'order' },
    { key: 'placedAt', label: t('Placed'), kind: 'moment' },
    { key: 'channelName', label: t('Channel'), kind: 'channel' },
    ...profitColumns,
    { key: 'missing', label: t('What’s Missing'), kind: 'text' },
  ],
  'best-sellers': [
    { key: 'title', label: t('Product'), kind: 'product' },
    figure('unitsSold'),
    figure('itemRevenue'),
    { key: 'stockStatus', label: t('Status'), kind: 'stock' },
    figure('unitsAvailable'),
    figure('daysOfCover'),
  ],
}
