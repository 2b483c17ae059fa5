import { formatMoney } from './money.ts'

/** The kind of a figure decides its format and comparison. Money is in the company's currency; a share is between 0 and 1. */
export type FigureKind = 'money' | 'count' | 'share' | 'days'

type Figure = { label: string; kind: FigureKind; definition: string }

const counted = 'Cancelled orders are left out.'
const own = 'Orders in another currency are not converted: they are named beside the figures.'

/**
 * Every figure of the dashboard, the reports and their files: its name and the explanation in its tooltip. The statements that compute them are in `server/features/reports/sales-queries.ts`.
 */
export const figures = {
  revenue: {
    label: 'Revenue',
    kind: 'money',
    definition: `The totals of the orders placed in these days, with tax and shipping, after discounts. ${counted} ${own}`,
  },
  orders: { label: 'Orders', kind: 'count', definition: `Orders placed in these days. ${counted}` },
  averageOrderValue: {
    label: 'Average Order Value',
    kind: 'money',
    definition: 'Revenue divided by the number of orders that it is made of.',
  },
  uniqueCustomers: {
    label: 'Unique Customers',
    kind: 'count',
    definition: `Different people who placed these orders; one who ordered three times counts once. ${counted}`,
  },
  discounts: {
    label: 'Discounts',
    kind: 'money',
    definition: `What promotions took off these orders. ${counted} ${own}`,
  },
  shipping: { label: 'Shipping', kind: 'money', definition: `What customers paid for shipping. ${counted} ${own}` },
  tax: {
    label: 'Tax',
    kind: 'money',
    definition: `The tax on these orders, as the channels told it. ${counted} ${own}`,
  },
  cancelledOrders: {
    label: 'Cancelled',
    kind: 'count',
    definition: 'Orders placed in these days that have been cancelled since. They count in no other figure.',
  },
  cancelledShare: {
    label: 'Cancelled Share',
    kind: 'share',
    definition: 'Of all orders placed in these days, the share that has been cancelled since.',
  },
  revenueShare: {
    label: 'Share of Revenue',
    kind: 'share',
    definition: 'What part of the whole revenue came from here.',
  },
  unitsSold: {
    label: 'Units Sold',
    kind: 'count',
    definition: `Units in orders placed in these days, of SKUs that Lockstep knows, active or not. ${counted}`,
  },
  unitsAvailable: {
    label: 'Units Available',
    kind: 'count',
    definition: 'Units that are in stock now and that no order has taken, over all active SKUs.',
  },
  unitsInbound: {
    label: 'Inbound',
    kind: 'count',
    definition: 'Units that are on their way to Amazon’s warehouses now.',
  },
  lowStockSkus: {
    label: 'Low Stock SKUs',
    kind: 'count',
    definition: 'Active SKUs that are at or under the low stock threshold now, those with nothing left included.',
  },
  outOfStockSkus: {
    label: 'Out of Stock SKUs',
    kind: 'count',
    definition: 'Active SKUs of which nothing is available now.',
  },
  daysOfCover: {
    label: 'Days of Cover',
    kind: 'days',
    definition:
      'How many days what is available lasts if it sells as it did in these days. Empty where nothing was sold.',
  },
  newCustomers: {
    label: 'New Customers',
    kind: 'count',
    definition: 'Unique customers of these days who had placed no order before them, not even one that was cancelled.',
  },
  returningCustomers: {
    label: 'Returning Customers',
    kind: 'count',
    definition: 'Unique customers of these days who had placed an order before them, even one that was cancelled.',
  },
  revenuePerCustomer: {
    label: 'Revenue per Customer',
    kind: 'money',
    definition: 'Revenue from orders of known customers, divided by the number of customers that it comes from.',
  },
} as const satisfies Record<string, Figure>

export type FigureName = keyof typeof figures
export const figureNames = Object.keys(figures) as [FigureName, ...FigureName[]]

/** Money is a decimal string, other kinds are numbers; null when the divisor is zero. */
export type FigureValue = string | number | null

/**
 * The change of a figure: relative, or in percentage points for a share. Null when the earlier value is zero, because a relative
 * change of zero is undefined.
 */
export function changeOf(kind: FigureKind, value: FigureValue, previous: FigureValue): number | null {
  if (value === null || previous === null) return null
  const [now, before] = [Number(value), Number(previous)]
  if (kind === 'share') return round((now - before) * 100)
  return before === 0 ? null : round(((now - before) / before) * 100)
}

const round = (percent: number) => Math.round(percent * 10) / 10 + 0

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Such as "$1,204.50", "1,204" or "12.4%". */
export function figureText(kind: FigureKind, value: FigureValue, currency: string): string {
  if (value === null) return '—'
  switch (kind) {
    case 'money':
      return formatMoney(value, currency)
    case 'count':
      return Number(value).toLocaleString('en-US')
    case 'share':
      return percent.format(Number(value))
    case 'days':
      return oneDecimal.format(Number(value))
  }
}

/** Such as "+12.4%"; a share changes by points. */
export function changeText(kind: FigureKind, change: number): string {
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  return `${sign}${Math.abs(change).toLocaleString('en-US')}${kind === 'share' ? ' points' : '%'}`
}
