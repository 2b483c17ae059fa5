import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channelsApi } from '#contract/channels.ts'
import { figures } from '#contract/report-figures.ts'
import { openReport } from '#web/testing/open-screen.tsx'
import {
  buildBestSellersReport,
  buildChannelReportRow,
  buildChannelsReport,
  buildCustomerReportRow,
  buildCustomersReport,
  buildInventoryReport,
  buildOrderProfitReport,
  buildOrderProfitRow,
  buildSalesReport,
  buildSkuReportRow,
} from '#web/testing/report-builders.ts'
import { answer } from '#web/testing/server.ts'

const link = (name: RegExp | string) => screen.findByRole('link', { name })

/** Text of a metric card. */
async function cardOf(name: RegExp) {
  return (await link(name)).closest('div')?.textContent
}

async function rowsOf(name: string) {
  const table = await screen.findByRole('table', { name })
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
}

describe('the figures', () => {
  it('are compared with the days before, which are named with the time zone', async () => {
    await openReport(buildSalesReport())
    expect(await cardOf(/^Revenue /)).toContain('$1,124.00▲ +12.4% from Sep 29 – 30')
    expect(await cardOf(/^Orders 2/)).toContain('2▼ −50% from Sep 29 – 30')
    expect(await cardOf(/^Average Order Value/)).toContain('$562.00No comparison data for Sep 29 – 30')
    expect(await cardOf(/^Unique Customers/)).toContain('2No comparison data for Sep 29 – 30')
    expect(screen.getByText('Pacific Time. Compared with Sep 29 – 30.')).toBeInTheDocument()
  })

  it('show their definition on hover, to screen readers and in a list', async () => {
    const user = await openReport(buildSalesReport())
    const revenue = await link(/^Revenue \$1,124/)
    expect(revenue).toHaveAccessibleDescription(figures.revenue.definition)
    revenue.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(figures.revenue.definition)
    expect(screen.getByRole('columnheader', { name: 'Tax' })).toHaveAttribute('title', figures.tax.definition)
    await user.click(screen.getByText('What these figures mean'))
    expect(screen.getByText(figures.tax.definition)).toBeVisible()
  })

  it('are compared with the same hours while the last day is not over', async () => {
    const report = buildSalesReport()
    await openReport({ ...report, previous: { ...report.previous, isCut: true } })
    expect(screen.getByText(/; today is compared up to this hour\.$/)).toBeInTheDocument()
  })

  it('list the revenue in other currencies', async () => {
    await openReport(buildSalesReport({ otherCurrencies: [{ currency: 'EUR', orders: 3, revenue: '120.50' }] }))
    expect(
      screen.getByText('Totals are in USD; nothing is converted. Also sold: €120.50 in EUR (3 orders).'),
    ).toBeInTheDocument()
  })

  it('of the stock link to the SKUs behind them', async () => {
    await openReport(buildInventoryReport([buildSkuReportRow()]))
    expect(await link('Units Available 1,240')).toHaveAttribute('href', '/inventory')
    expect(await link('Low Stock SKUs 3')).toHaveAttribute('href', '/inventory?alerts=all')
    expect(await link('Out of Stock SKUs 1')).toHaveAttribute('href', '/inventory?status=out_of_stock')
    expect(await cardOf(/^Low Stock SKUs/)).toContain('3Current stock')
    expect(await cardOf(/^Units Sold 62/)).toContain('620% from Sep 29 – 30')
  })

  it('that should be low are marked as worse when they rise; a share rises by points', async () => {
    await openReport(buildChannelsReport([buildChannelReportRow()]))
    expect(await cardOf(/^Cancellation Rate 12.5%/)).toContain('▲ +2.5 points from')
    expect(screen.getByText('+2.5 points', { exact: false, selector: '.text-danger' })).toBeInTheDocument()
  })
})

describe('the charts', () => {
  // jsdom has no layout, but the chart draws to the measured width of its container.
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1040, 224))
    return () => vi.restoreAllMocks()
  })

  it('can be navigated by keyboard, each under its tab', async () => {
    const user = await openReport(buildSalesReport())
    const chart = await screen.findByRole('application', { name: 'Revenue over time' })
    chart.focus()
    const tooltip = (await screen.findByText('Thu, Oct 1', { selector: 'p' })).parentElement
    expect(tooltip).toHaveTextContent('Thu, Oct 1Revenue: $1,124.00Tue, Sep 29: $400.00')
    expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent('RevenueSep 29 – 30')
    await user.click(screen.getByRole('tab', { name: 'Orders' }))
    expect(await screen.findByRole('application', { name: 'Orders over time' })).toBeInTheDocument()
    expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent(/^Orders$/)
    expect(window.location.search).toContain('chart=orders')
  })

  it('are available as tables', async () => {
    const user = await openReport(buildSalesReport())
    await user.click(await screen.findByText('Show as a table'))
    expect(await rowsOf('Revenue over time, newest first')).toEqual([
      ['Period', 'Revenue', 'Previous period'],
      ['Fri, Oct 2', '$0.00', '$600.00'],
      ['Thu, Oct 1', '$1,124.00', '$400.00'],
    ])
  })
})

describe('the table', () => {
  it('has the columns of its report', async () => {
    await openReport(buildSalesReport())
    expect(await rowsOf('Sales: Over time')).toEqual([
      ['Period', 'Orders', 'Revenue', 'Average Order Value', 'Discounts', 'Shipping', 'Tax', 'Cancelled'],
      ['Thu, Oct 1', '2', '$1,124.00', '$562.00', '$0.00', '$0.00', '$0.00', '1'],
      ['Fri, Oct 2', '0', '$0.00', '—', '$0.00', '$0.00', '$0.00', '0'],
    ])
  })

  it('begins with a month of days, and keeps the focus when it shows the rest', async () => {
    const rows = Array.from({ length: 40 }, (_, number) => buildSkuReportRow({ sku: `HP-${number}` }))
    const user = await openReport(buildInventoryReport(rows))
    expect(await rowsOf('Inventory: By SKU')).toHaveLength(1 + 31)
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await rowsOf('Inventory: By SKU')).toHaveLength(1 + 40)
    await waitFor(() => expect(screen.getByText('Showing 40 of 40')).toHaveFocus())
  })

  it('labels rows without a name', async () => {
    const shop = buildChannelReportRow()
    await openReport(buildChannelsReport([shop, { ...shop, channelId: null, channelName: null, channelType: null }]))
    const rows = await rowsOf('Channels: By channel')
    expect(rows[1]).toEqual(['Harbor Shop', '7', '$700.00', '87.5%', '$100.00', '1'])
    expect(rows[2]?.[0]).toBe('Manual')
  })

  it('marks new customers, and says where a name was erased', async () => {
    const ana = buildCustomerReportRow()
    await openReport(buildCustomersReport([ana, buildCustomerReportRow({ customerName: null, isNew: false })]))
    const [, first, second] = await rowsOf('Customers: By customer')
    expect(first?.slice(0, 4)).toEqual(['Ana RuizNew', '3', '$120.00', '$40.00'])
    expect(second?.[0]).toBe('Name erased')
  })

  it('links a SKU to its stock, and says when it shows only the first rows', async () => {
    const lantern = buildSkuReportRow()
    await openReport({ ...buildInventoryReport([lantern]), rowCount: 1_204 })
    expect((await rowsOf('Inventory: By SKU'))[1]).toEqual([
      'HP-1001',
      'Harbor Lantern',
      'Low Stock',
      '8',
      '40',
      '62',
      '3.9',
    ])
    expect(await link('8 available')).toHaveAttribute('href', `/inventory?sku=${lantern.skuId}`)
    expect(screen.getByText('Showing the first 1 of 1,204. Export to get all rows.')).toBeInTheDocument()
  })
})

describe('the profit', () => {
  it('opens each order, and names what is not known instead of guessing', async () => {
    const unknown = { costOfGoods: null, profit: null, profitMargin: null, missing: 'Its item has no cost' }
    const lossy = buildOrderProfitRow()
    await openReport(buildOrderProfitReport([lossy, buildOrderProfitRow({ ...unknown, orderNumber: 'LS-10013' })]))
    const rows = await rowsOf('Profit by Order: By order, lowest profit first')
    expect(rows.map((cells) => [cells[0], cells[5], cells[7], cells[9]])).toEqual([
      ['Order', 'Cost', 'Profit', 'What’s Missing'],
      ['LS-10012', '$26.50', '-$12.50', ''],
      ['LS-10013', '—', '—', 'Its item has no cost'],
    ])
    expect(await link('LS-10012')).toHaveAttribute('href', `/orders?order=${lossy.orderId}`)
    expect(screen.getByText(/^1 of 4 orders is left out: 1 of 9 items has no cost\./)).toBeInTheDocument()
    const orders = '/reports?type=profit-orders&startDate=2026-10-01&endDate=2026-10-02'
    expect(await link(/^Orders Left Out 1/)).toHaveAttribute('href', orders)
    expect(await link('View SKUs')).toHaveAttribute('href', expect.stringContaining('type=profit-skus'))
  })
})

describe('best sellers', () => {
  it('are shown with picture, code, stock left and the days it lasts', async () => {
    const row = { ...buildSkuReportRow(), imageUrl: 'https://images.example/lantern.jpg', itemRevenue: '900.00' }
    answer(channelsApi.list, [], { total: 0 })
    await openReport(buildBestSellersReport([row]))
    expect((await rowsOf('Best Sellers: Best sellers first'))[1]).toEqual([
      'Harbor LanternHP-1001',
      '62',
      '$900.00',
      'Low Stock',
      '8',
      '3.9',
    ])
    expect(document.querySelector('img')).toHaveAttribute('src', row.imageUrl)
    expect(await link('8 available')).toHaveAttribute('href', `/inventory?sku=${row.skuId}`)
  })
})
