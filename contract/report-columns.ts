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

/** The columns of each report's table, on the screen and in its files. */
export const reportColumns: Columns = {
  sales: [
    { key: 'startDate', label: 'Period', kind: 'span' },
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
    { key: 'title', label: 'Product', kind: 'text' },
    { key: 'stockStatus', label: 'Status', kind: 'stock' },
    figure('unitsAvailable'),
    figure('unitsInbound'),
    figure('unitsSold'),
    figure('daysOfCover'),
  ],
  channels: [
    { key: 'channelName', label: 'Channel', kind: 'channel' },
    figure('orders'),
    figure('revenue'),
    figure('revenueShare'),
    figure('averageOrderValue'),
    figure('cancelledOrders'),
  ],
  customers: [
    { key: 'customerName', label: 'Customer', kind: 'customer' },
    figure('orders'),
    figure('revenue'),
    figure('averageOrderValue'),
    { key: 'lastOrderAt', label: 'Last Order', kind: 'moment' },
  ],
}
