import { z } from 'zod'
import { channelTypes } from './channel-values.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment, ExportFormat, FileReply } from './fields.ts'
import { t } from './i18n.ts'
import { Balance, Sum } from './money.ts'
import { ProfitGaps } from './order-profit.ts'
import { ChannelChoice } from './order-row.ts'
import { orderStatuses } from './order-status.ts'
import { PageQuery } from './paging.ts'
import type { FigureKind } from './headline-figures.ts'
import { figureNames, type FigureName } from './report-figures.ts'
import { type Ranking, rankings, reportTypes, type ReportType } from './report-values.ts'
import { stockStatuses } from './stock-status.ts'

export const defaultReportDays = 30
export const longestReportDays = 1_100
/** Rows of a table on the screen; its file has all rows. */
export const mostReportRows = 100

const day = z.iso.date()
/** Days in the company's time zone, both inclusive. */
export const ReportRange = z.strictObject({ startDate: day, endDate: day })
export type ReportRange = z.output<typeof ReportRange>

/** Years outside are typos; with five-digit years dates would no longer sort as texts. */
const firstReportDay = '2000-01-01'
const lastReportDay = '2099-12-31'

export const daysIn = ({ startDate, endDate }: ReportRange): number =>
  Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000) + 1

/** Why a report of these days is not possible, as a sentence; null when it is. */
export function rangeProblem(range: ReportRange): string | null {
  const days = daysIn(range)
  if (days < 1) return t('The end date is before the start date')
  if (range.startDate < firstReportDay || range.endDate > lastReportDay) return t('Choose dates from 2000 to 2099')
  if (days > longestReportDays)
    return t('Choose up to {longestReportDays} days (you chose {days})', { longestReportDays, days })
  return null
}

const Value = z.union([z.string(), z.number()]).nullable()

/** A figure and its value in the previous period; null when there is nothing to compare with. */
export const ReportMetric = z.object({ figure: z.enum(figureNames), value: Value, previous: Value })
export type ReportMetric = z.output<typeof ReportMetric>

/** `values` has one value per series of the chart; `previous` is the total of the previous period. */
export const ReportChart = z.object({
  figure: z.enum(figureNames),
  series: z.array(z.object({ key: z.string(), label: z.string() })),
  points: z.array(ReportRange.strip().extend({ values: z.array(Value), previous: Value })),
})
export type ReportChart = z.output<typeof ReportChart>

/** A day, a week or a month, clipped to the report's days. */
export const SalesRow = ReportRange.strip().extend({
  orders: z.int(),
  revenue: Sum,
  averageOrderValue: Sum.nullable(),
  discounts: Sum,
  shipping: Sum,
  tax: Sum,
  cancelledOrders: z.int(),
})
export type SalesRow = z.output<typeof SalesRow>

/** `channelId` is null for orders without a known channel. */
export const ChannelReportRow = z.object({
  channelId: Id.nullable(),
  channelName: z.string().nullable(),
  channelType: z.enum(channelTypes).nullable(),
  orders: z.int(),
  revenue: Sum,
  revenueShare: z.number().nullable(),
  averageOrderValue: Sum.nullable(),
  cancelledOrders: z.int(),
})
export type ChannelReportRow = z.output<typeof ChannelReportRow>

export const SkuReportRow = z.object({
  skuId: Id,
  sku: z.string(),
  title: z.string(),
  stockStatus: z.enum(stockStatuses),
  unitsAvailable: z.int(),
  unitsInbound: z.int(),
  unitsSold: z.int(),
  daysOfCover: z.number().nullable(),
})
export type SkuReportRow = z.output<typeof SkuReportRow>

/** `customerName` is null once it has been erased. */
export const CustomerReportRow = z.object({
  customerId: Id,
  customerName: z.string().nullable(),
  isNew: z.boolean(),
  orders: z.int(),
  revenue: Sum,
  averageOrderValue: Sum.nullable(),
  lastOrderAt: Moment,
})
export type CustomerReportRow = z.output<typeof CustomerReportRow>

/** What makes up a profit; null where nothing of it is known. */
const profitFields = {
  netSales: Balance.nullable(),
  refunds: Sum.nullable(),
  costOfGoods: Sum.nullable(),
  fulfillmentFees: Sum.nullable(),
  profit: Balance.nullable(),
  profitMargin: z.number().nullable(),
}

export const SkuProfitRow = z.object({
  skuId: Id,
  sku: z.string(),
  title: z.string(),
  knownUnits: z.int(),
  ...profitFields,
  unitsLeftOut: z.int(),
})
export type SkuProfitRow = z.output<typeof SkuProfitRow>

/** `channelId` is null for orders without a known channel. */
export const ChannelProfitRow = z.object({
  channelId: Id.nullable(),
  channelName: z.string().nullable(),
  channelType: z.enum(channelTypes).nullable(),
  knownOrders: z.int(),
  ...profitFields,
  ordersLeftOut: z.int(),
})
export type ChannelProfitRow = z.output<typeof ChannelProfitRow>

/** `missing` names what is not known of the order. */
export const OrderProfitRow = z.object({
  orderId: Id,
  orderNumber: z.string(),
  shopNumber: z.string(),
  placedAt: Moment,
  channelName: z.string().nullable(),
  channelType: z.enum(channelTypes).nullable(),
  ...profitFields,
  missing: z.string().nullable(),
})
export type OrderProfitRow = z.output<typeof OrderProfitRow>

/** Units and revenue are of the chosen channel; stock and days of cover are of all channels together. */
export const BestSellerRow = SkuReportRow.extend({ imageUrl: z.string().nullable(), itemRevenue: Sum })
export type BestSellerRow = z.output<typeof BestSellerRow>

type Cell = 'span' | 'text' | 'product' | 'order' | 'channel' | 'stock' | 'customer' | 'moment' | FigureKind
export type ReportColumn<Row> = { key: keyof Row & string; label: string; kind: Cell; figure?: FigureName }

const rowSchemas = {
  sales: SalesRow,
  inventory: SkuReportRow,
  channels: ChannelReportRow,
  customers: CustomerReportRow,
  'profit-skus': SkuProfitRow,
  'profit-channels': ChannelProfitRow,
  'profit-orders': OrderProfitRow,
  'best-sellers': BestSellerRow,
}
export type ReportRowOf<Type extends ReportType> = z.output<(typeof rowSchemas)[Type]>

const reportOf = <Type extends ReportType>(type: Type) =>
  z.object({
    type: z.literal(type),
    range: ReportRange.strip(),
    /** The previous period of the same length; up to this hour while the last day is not over. */
    previous: ReportRange.strip().extend({ isCut: z.boolean() }),
    timeZone: z.string(),
    currency: z.string(),
    metrics: z.array(ReportMetric),
    charts: z.array(ReportChart),
    rows: z.array(rowSchemas[type]),
    /** The total number of rows; `rows` has the first ones. */
    rowCount: z.int(),
    /** Sales in other currencies, which no sum includes. */
    otherCurrencies: z.array(z.object({ currency: z.string(), orders: z.int(), revenue: Sum })),
  })

const SalesReport = reportOf('sales')
const InventoryReport = reportOf('inventory')
const ChannelsReport = reportOf('channels')
const CustomersReport = reportOf('customers')
const profitOf = <Type extends 'profit-skus' | 'profit-channels' | 'profit-orders'>(type: Type) =>
  reportOf(type).extend({ gaps: ProfitGaps })

const BestSellersReport = reportOf('best-sellers').extend({
  channelId: ChannelChoice.nullable(),
  rankBy: z.enum(rankings),
})
export const Report = z.discriminatedUnion('type', [
  SalesReport,
  InventoryReport,
  ChannelsReport,
  CustomersReport,
  profitOf('profit-skus'),
  profitOf('profit-channels'),
  profitOf('profit-orders'),
  BestSellersReport,
])
export type Report = z.output<typeof Report>
export type ReportOf<Type extends ReportType> = Extract<Report, { type: Type }>

/** Which orders of the range: counted, cancelled, or of new or returning customers. */
export const orderGroups = ['counted', 'cancelled', 'new', 'returning'] as const
export type OrderGroup = (typeof orderGroups)[number]

/** Only best sellers can be of one channel, and are ranked. */
const reportOptions = { channelId: ChannelChoice.optional(), rankBy: z.enum(rankings).optional() }
export type ReportOptions = { channelId?: string | undefined; rankBy?: Ranking | undefined }

export const ReportOrdersFilter = ReportRange.extend({
  group: z.enum(orderGroups).default('counted'),
  channelId: ChannelChoice.optional(),
  customerId: Id.optional(),
  skuId: Id.optional(),
})
export type ReportOrdersFilter = z.output<typeof ReportOrdersFilter>

export const ReportOrder = z.object({
  id: Id,
  orderNumber: z.string(),
  externalOrderId: z.string(),
  externalNumber: z.string().nullable(),
  placedAt: Moment,
  customerName: z.string().nullable(),
  channelType: z.enum(channelTypes).nullable(),
  channelName: z.string().nullable(),
  status: z.enum(orderStatuses),
  total: Sum,
  currency: z.string(),
  /** Only of the SKU if the filter names one. */
  units: z.int(),
})
export type ReportOrder = z.output<typeof ReportOrder>

/** Exports the complete table, or the orders behind its figures. */
const reportParts = ['table', 'orders'] as const
export type ReportPart = (typeof reportParts)[number]

const ByType = z.strictObject({ type: z.enum(reportTypes) })

export const reportsApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/reports/:type',
    summary:
      'A report over days of the company’s time zone: figures, charts and a table, with the days before beside them',
    access: 'readonly',
    scope: 'company',
    params: ByType,
    query: ReportRange.extend(reportOptions),
    reply: Report,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/reports/:type/export',
    summary: 'The report as a file; a workbook has figures, table and orders, a CSV file the part that is asked for',
    access: 'readonly',
    scope: 'company',
    params: ByType,
    query: ReportRange.extend({ ...reportOptions, format: ExportFormat, part: z.enum(reportParts).default('table') }),
    reply: FileReply,
  }),
  orders: endpoint({
    method: 'GET',
    path: '/api/report-orders',
    summary: 'The orders that a figure of a report is made of, newest first',
    access: 'readonly',
    scope: 'company',
    query: PageQuery.extend(ReportOrdersFilter.shape),
    reply: z.array(ReportOrder),
    paged: true,
  }),
}
