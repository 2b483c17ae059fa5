import { expect, it } from 'vitest'
import type { Report } from '#contract/reports.ts'
import {
  buildChannelReportRow,
  buildChannelsReport,
  buildCustomerReportRow,
  buildCustomersReport,
  buildInventoryReport,
  buildSalesReport,
  buildSkuReportRow,
} from '#web/testing/report-builders.ts'
import { cancelledKey, figureKey, parseDrillDown, rowKeys } from './drill-down.ts'

const range = { startDate: '2026-10-01', endDate: '2026-10-02' }
const shop = buildChannelReportRow()
const ana = buildCustomerReportRow()
const lantern = buildSkuReportRow()

const rows: [string, Report, object][] = [
  ['Thu, Oct 1', buildSalesReport(), { startDate: '2026-10-01', endDate: '2026-10-01' }],
  ['Ana Ruiz', buildCustomersReport([ana]), { ...range, customerId: ana.customerId }],
  ['this customer', buildCustomersReport([{ ...ana, customerName: null }]), { ...range, customerId: ana.customerId }],
  ['HP-1001', buildInventoryReport([lantern]), { ...range, skuId: lantern.skuId }],
  ['Harbor Shop', buildChannelsReport([shop]), { ...range, channelId: shop.channelId }],
  ['Manual', buildChannelsReport([{ ...shop, channelId: null }]), { ...range, channelId: 'none' }],
]

it.each(rows)('finds the orders of the row %s, and its cancelled orders', (name, report, fields) => {
  const [key = ''] = rowKeys(report)
  expect(parseDrillDown(key, range, report)).toEqual({
    title: `Orders: ${name}`,
    filter: { ...fields, group: 'counted' },
  })
  expect(parseDrillDown(cancelledKey(key), range, report)).toEqual({
    title: `Cancelled orders: ${name}`,
    filter: { ...fields, group: 'cancelled' },
  })
})

it.each([
  ['revenue', 'Revenue', 'counted'],
  ['uniqueCustomers', 'Unique Customers', 'counted'],
  ['cancelledOrders', 'Cancelled', 'cancelled'],
  ['cancelledShare', 'Cancellation Rate', 'cancelled'],
  ['newCustomers', 'New Customers', 'new'],
  ['returningCustomers', 'Returning Customers', 'returning'],
] as const)('finds the orders of the figure %s', (figure, label, group) => {
  expect(parseDrillDown(figureKey(figure), range, undefined)).toEqual({
    title: `Orders: ${label}`,
    filter: { ...range, group },
  })
})

it.each([
  'figure.luck',
  'days.2026-10-01',
  'days.2026-13-01_2026-13-02',
  'channel.harbor',
  'sku.',
  'sku',
  'luck.1',
  '',
  `sku.${lantern.skuId}.lost`,
])('finds nothing behind “%s”', (key) => {
  expect(parseDrillDown(key, range, undefined)).toBeNull()
})
