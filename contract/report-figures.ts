import {
  counted,
  type Figure,
  type FigureKind,
  type FigureValue,
  formatFigure,
  headlineFigures,
  own,
} from './headline-figures.ts'
import { t } from './i18n.ts'
import { formatMoney } from './money.ts'

const known = t('Counts only orders whose costs and fees are all known; the others are listed next to the figures.')

/**
 * Every figure of the dashboard, the reports and their files: its name and the explanation in its tooltip. The statements that compute them are in `server/features/reports/sales-queries.ts`.
 */
export const figures = {
  revenue: headlineFigures.revenue,
  orders: headlineFigures.orders,
  averageOrderValue: {
    label: t('Average Order Value'),
    kind: 'money',
    definition: t('Revenue divided by the number of orders.'),
  },
  uniqueCustomers: {
    label: t('Unique Customers'),
    kind: 'count',
    definition: [t('Customers who placed these orders; someone who ordered three times counts once.'), counted].join(
      ' ',
    ),
  },
  discounts: {
    label: t('Discounts'),
    kind: 'money',
    definition: [t('Promotion discounts on these orders.'), counted, own].join(' '),
  },
  shipping: {
    label: t('Shipping'),
    kind: 'money',
    definition: [t('What customers paid for shipping.'), counted, own].join(' '),
  },
  tax: {
    label: t('Tax'),
    kind: 'money',
    definition: [t('Tax on these orders, as reported by the channels.'), counted, own].join(' '),
  },
  cancelledOrders: {
    label: t('Cancelled'),
    kind: 'count',
    definition: t('Orders placed in this period that have since been cancelled. Not included elsewhere.'),
  },
  cancelledShare: {
    label: t('Cancellation Rate'),
    kind: 'share',
    definition: t('Share of orders placed in this period that have since been cancelled.'),
  },
  revenueShare: {
    label: t('Share of Revenue'),
    kind: 'share',
    definition: t('Share of total revenue.'),
  },
  unitsSold: {
    label: t('Units Sold'),
    kind: 'count',
    definition: [t('Units in orders placed in this period, for all SKUs in Lockstep, active or not.'), counted].join(
      ' ',
    ),
  },
  unitsAvailable: {
    label: t('Units Available'),
    kind: 'count',
    definition: t('Units in stock now and not reserved for orders, across all active SKUs.'),
  },
  unitsInbound: {
    label: t('Inbound'),
    kind: 'count',
    definition: t('Units currently on their way to Amazon’s warehouses.'),
  },
  lowStockSkus: headlineFigures.lowStockSkus,
  outOfStockSkus: {
    label: t('Out of Stock SKUs'),
    kind: 'count',
    definition: t('Active SKUs with nothing currently available.'),
  },
  daysOfCover: {
    label: t('Days of Cover'),
    kind: 'days',
    definition: t('How many days the available units will last at this period’s sales rate. Empty if nothing sold.'),
  },
  newCustomers: {
    label: t('New Customers'),
    kind: 'count',
    definition: t('Unique customers in this period with no earlier orders, not even cancelled ones.'),
  },
  returningCustomers: {
    label: t('Returning Customers'),
    kind: 'count',
    definition: t('Unique customers in this period with an earlier order, even a cancelled one.'),
  },
  revenuePerCustomer: {
    label: t('Revenue per Customer'),
    kind: 'money',
    definition: t('Revenue from orders with a known customer, divided by the number of those customers.'),
  },
  knownOrders: {
    label: t('Orders'),
    kind: 'count',
    definition: [t('Orders placed in this period whose costs and fees are all known.'), counted].join(' '),
  },
  ordersLeftOut: {
    label: t('Orders Left Out'),
    kind: 'count',
    definition: t(
      'Orders placed in this period with an unknown cost or fee: an item’s SKU has no cost, the order hasn’t been sent, or Amazon reported no fee.',
    ),
  },
  knownUnits: { label: t('Units'), kind: 'count', definition: [t('Units sold.'), known].join(' ') },
  unitsLeftOut: {
    label: t('Units Left Out'),
    kind: 'count',
    definition: t('Units in orders with an unknown cost or fee. No other figure includes them.'),
  },
  netSales: {
    label: t('Net Sales'),
    kind: 'money',
    definition: [
      t('What customers paid, including shipping, after discounts, before tax and refunds.'),
      known,
      own,
    ].join(' '),
  },
  refunds: {
    label: t('Refunds'),
    kind: 'money',
    definition: [t('Amounts refunded, excluding tax.'), known].join(' '),
  },
  costOfGoods: {
    label: t('Cost'),
    kind: 'money',
    definition: [t('Units times the SKU’s current cost.'), known].join(' '),
  },
  fulfillmentFees: {
    label: t('Amazon Fees (Estimate)'),
    kind: 'money',
    definition: [
      t(
        'Amazon’s shipping estimate when each order was sent; the settlement may differ. Orders you ship yourself have no fee.',
      ),
      known,
    ].join(' '),
  },
  profit: {
    label: t('Profit'),
    kind: 'money',
    definition: [
      t(
        'Net sales less refunds, cost and Amazon fees. Your own postage, advertising and other expenses are not included.',
      ),
      known,
    ].join(' '),
  },
  profitMargin: {
    label: t('Margin'),
    kind: 'share',
    definition: t('Profit divided by net sales less refunds.'),
  },
  itemRevenue: {
    label: t('Item Revenue'),
    kind: 'money',
    definition: [
      t('What the channels charged for the units, before shipping, tax and order discounts.'),
      counted,
      own,
    ].join(' '),
  },
  skusSold: {
    label: t('SKUs Sold'),
    kind: 'count',
    definition: [t('Number of SKUs with at least one unit sold.'), counted].join(' '),
  },
} as const satisfies Record<string, Figure>

export type FigureName = keyof typeof figures
export const figureNames = Object.keys(figures) as [FigureName, ...FigureName[]]

/** Such as "$1,204.50", "1,204" or "12.4%". */
export function figureText(kind: FigureKind, value: FigureValue, currency: string): string {
  if (value === null) return '—'
  switch (kind) {
    case 'money':
      return formatMoney(value, currency)
    case 'count':
      return formatFigure(value)
    case 'share':
      return formatFigure(value, { style: 'percent', maximumFractionDigits: 1 })
    case 'days':
      return formatFigure(value, { maximumFractionDigits: 1 })
  }
}
