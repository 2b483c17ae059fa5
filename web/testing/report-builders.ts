import type { ReportRun, ReportSchedule } from '#contract/report-schedules.ts'
import type {
  BestSellerRow,
  ChannelReportRow,
  CustomerReportRow,
  OrderProfitRow,
  ReportOf,
  ReportOrder,
  SkuReportRow,
} from '#contract/reports.ts'
import { newId } from './builders.ts'

const range = {
  range: { startDate: '2026-10-01', endDate: '2026-10-02' },
  previous: { startDate: '2026-09-29', endDate: '2026-09-30', isCut: false },
  timeZone: 'America/Los_Angeles',
  currency: 'USD',
  otherCurrencies: [],
}

const noSales = { averageOrderValue: null, discounts: '0.00', shipping: '0.00', tax: '0.00', cancelledOrders: 0 }

/** Two days: three orders on the first, one of them cancelled; none on the second. */
export function buildSalesReport(overrides: Partial<ReportOf<'sales'>> = {}): ReportOf<'sales'> {
  const [first, second] = [
    { startDate: '2026-10-01', endDate: '2026-10-01' },
    { startDate: '2026-10-02', endDate: '2026-10-02' },
  ]
  return {
    ...range,
    type: 'sales',
    metrics: [
      { figure: 'revenue', value: '1124.00', previous: '1000.00' },
      { figure: 'orders', value: 2, previous: 4 },
      { figure: 'averageOrderValue', value: '562.00', previous: null },
      { figure: 'uniqueCustomers', value: 2, previous: 0 },
    ],
    charts: [
      {
        figure: 'revenue',
        series: [{ key: 'revenue', label: 'Revenue' }],
        points: [
          { ...first, values: ['1124.00'], previous: '400.00' },
          { ...second, values: ['0.00'], previous: '600.00' },
        ],
      },
      {
        figure: 'orders',
        series: [{ key: 'orders', label: 'Orders' }],
        points: [
          { ...first, values: [2], previous: null },
          { ...second, values: [0], previous: null },
        ],
      },
    ],
    rows: [
      { ...first, ...noSales, orders: 2, revenue: '1124.00', averageOrderValue: '562.00', cancelledOrders: 1 },
      { ...second, ...noSales, orders: 0, revenue: '0.00' },
    ],
    rowCount: 2,
    ...overrides,
  }
}

export function buildInventoryReport(rows: SkuReportRow[]): ReportOf<'inventory'> {
  return {
    ...range,
    type: 'inventory',
    metrics: [
      { figure: 'unitsAvailable', value: 1_240, previous: null },
      { figure: 'lowStockSkus', value: 3, previous: null },
      { figure: 'outOfStockSkus', value: 1, previous: null },
      { figure: 'unitsSold', value: 62, previous: 62 },
    ],
    charts: [],
    rows,
    rowCount: rows.length,
  }
}

export function buildSkuReportRow(overrides: Partial<SkuReportRow> = {}): SkuReportRow {
  return {
    skuId: newId(),
    sku: 'HP-1001',
    title: 'Harbor Lantern',
    stockStatus: 'low_stock',
    unitsAvailable: 8,
    unitsInbound: 40,
    unitsSold: 62,
    daysOfCover: 3.87,
    ...overrides,
  }
}

export function buildChannelsReport(rows: ChannelReportRow[]): ReportOf<'channels'> {
  return {
    ...range,
    type: 'channels',
    metrics: [{ figure: 'cancelledShare', value: 0.125, previous: 0.1 }],
    charts: [],
    rows,
    rowCount: rows.length,
  }
}

export function buildChannelReportRow(overrides: Partial<ChannelReportRow> = {}): ChannelReportRow {
  return {
    channelId: newId(),
    channelName: 'Harbor Shop',
    channelType: 'website',
    orders: 7,
    revenue: '700.00',
    revenueShare: 0.875,
    averageOrderValue: '100.00',
    cancelledOrders: 1,
    ...overrides,
  }
}

export function buildCustomersReport(rows: CustomerReportRow[]): ReportOf<'customers'> {
  return {
    ...range,
    type: 'customers',
    metrics: [{ figure: 'newCustomers', value: 5, previous: 5 }],
    charts: [],
    rows,
    rowCount: rows.length,
  }
}

export function buildCustomerReportRow(overrides: Partial<CustomerReportRow> = {}): CustomerReportRow {
  return {
    customerId: newId(),
    customerName: 'Ana Ruiz',
    isNew: true,
    orders: 3,
    revenue: '120.00',
    averageOrderValue: '40.00',
    lastOrderAt: '2026-10-02T12:00:00Z',
    ...overrides,
  }
}

/** Three of four orders count; an item of the fourth has no cost. */
export function buildOrderProfitReport(rows: OrderProfitRow[]): ReportOf<'profit-orders'> {
  return {
    ...range,
    type: 'profit-orders',
    metrics: [
      { figure: 'profit', value: '-12.50', previous: '25.00' },
      { figure: 'ordersLeftOut', value: 1, previous: 0 },
    ],
    charts: [],
    gaps: { orders: 4, ordersLeftOut: 1, lines: 9, linesWithoutCost: 1, ordersNotSent: 0, ordersWithoutFee: 0 },
    rows,
    rowCount: rows.length,
  }
}

export function buildOrderProfitRow(overrides: Partial<OrderProfitRow> = {}): OrderProfitRow {
  return {
    orderId: newId(),
    orderNumber: 'LS-10012',
    shopNumber: '#1042',
    placedAt: '2026-10-01T18:00:00Z',
    channelName: 'Harbor Shop',
    channelType: 'website',
    netSales: '20.00',
    refunds: '0.00',
    costOfGoods: '26.50',
    fulfillmentFees: '6.00',
    profit: '-12.50',
    profitMargin: -0.625,
    missing: null,
    ...overrides,
  }
}

export function buildBestSellersReport(rows: BestSellerRow[]): ReportOf<'best-sellers'> {
  return {
    ...range,
    type: 'best-sellers',
    channelId: null,
    rankBy: 'units',
    metrics: [{ figure: 'unitsSold', value: 62, previous: 31 }],
    charts: [],
    rows,
    rowCount: rows.length,
  }
}

export function buildReportOrder(overrides: Partial<ReportOrder> = {}): ReportOrder {
  return {
    id: newId(),
    orderNumber: 'LS-10012',
    externalOrderId: '1042',
    externalNumber: null,
    placedAt: '2026-10-01T18:00:00Z',
    customerName: 'Ana Ruiz',
    channelType: 'website',
    channelName: 'Harbor Shop',
    status: 'shipped',
    total: '42.30',
    currency: 'USD',
    units: 2,
    ...overrides,
  }
}

export function buildReportRun(overrides: Partial<ReportRun> = {}): ReportRun {
  return {
    id: newId(),
    dueAt: '2026-10-02T16:00:00Z',
    range: { startDate: '2026-10-01', endDate: '2026-10-01' },
    status: 'sent',
    error: null,
    sentAt: '2026-10-02T16:00:05Z',
    recipients: ['cfo@harbor.example', 'books@harbor.example'],
    requestedBy: null,
    ...overrides,
  }
}

/** The default daily schedule, which has not run yet. */
export function buildSchedule(overrides: Partial<ReportSchedule> = {}): ReportSchedule {
  return {
    id: newId(),
    name: 'Daily sales summary',
    reportType: 'sales',
    format: 'xlsx',
    frequency: 'daily',
    weekday: null,
    timeOfDay: '09:00',
    audience: 'finance',
    recipients: [],
    fallback: 'owner@harbor.example',
    isActive: true,
    nextRunAt: '2099-01-01T17:00:00Z',
    lastRun: null,
    ...overrides,
  }
}
