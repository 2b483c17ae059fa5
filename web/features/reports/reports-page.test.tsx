import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { channelsApi } from '#contract/channels.ts'
import { reportSchedulesApi } from '#contract/report-schedules.ts'
import { reportsApi } from '#contract/reports.ts'
import { renderPiece, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { buildChannel } from '#web/testing/channel-builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openReport, twoDays } from '#web/testing/open-screen.tsx'
import {
  buildBestSellersReport,
  buildChannelReportRow,
  buildChannelsReport,
  buildCustomerReportRow,
  buildCustomersReport,
  buildInventoryReport,
  buildReportOrder,
  buildSalesReport,
  buildSkuReportRow,
} from '#web/testing/report-builders.ts'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { ReportsPage } from './reports-page.tsx'

const operator = buildCurrentUser()

beforeEach(() => {
  // An evening in Los Angeles, when the next day has begun in UTC.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-17T03:00:00Z') })
  answer(reportSchedulesApi.list, [])
  answer(reportsApi.read, buildSalesReport())
})
afterEach(() => vi.useRealTimers())

const heading = (name: RegExp) => screen.findByRole('heading', { level: 2, name })
const link = (name: RegExp | string) => screen.findByRole('link', { name })
const button = (name: string) => screen.getByRole('button', { name })

describe('the filters', () => {
  it('begin with the sales of the last 30 days of the company’s calendar', async () => {
    const requests = answer(reportsApi.read, buildSalesReport())
    await renderPiece(<ReportsPage />, { path: '/reports' })
    expect(screen.getByRole('heading', { level: 1, name: 'Reports & Analytics' })).toBeInTheDocument()
    expect(screen.getByRole('combobox', { name: 'Report type' })).toHaveTextContent('Sales')
    expect(screen.getByLabelText('Start date')).toHaveValue('2026-10-18')
    expect(screen.getByLabelText('End date')).toHaveValue('2026-11-16')
    expect(button('Last 30 days')).toHaveAttribute('aria-pressed', 'true')
    await heading(/^Sales/)
    expect(requests).toEqual([{ type: 'sales', startDate: '2026-10-18', endDate: '2026-11-16' }])
  })

  it('take effect when they are applied; Back returns to the previous report', async () => {
    const user = await openReport(buildSalesReport())
    const requests = answer(reportsApi.read, ({ type }) =>
      type === 'customers' ? buildCustomersReport([buildCustomerReportRow()]) : buildSalesReport(),
    )
    await user.click(screen.getByRole('combobox', { name: 'Report type' }))
    await user.click(await screen.findByRole('option', { name: 'Customers' }))
    fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '2026-09-01' } })
    expect(window.location.search).toBe(`?type=sales&${twoDays}`)
    await user.click(button('Apply Filters'))
    expect(await heading(/^Customers/)).toBeInTheDocument()
    expect(window.location.search).toBe('?type=customers&startDate=2026-09-01&endDate=2026-10-02')
    expect(requests).toEqual([{ type: 'customers', startDate: '2026-09-01', endDate: '2026-10-02' }])
    window.history.back()
    expect(await heading(/^Sales/)).toBeInTheDocument()
    expect(screen.getByLabelText('Start date')).toHaveValue('2026-10-01')
  })

  it('show errors of the dates at their fields', async () => {
    const user = await openReport(buildSalesReport())
    const [start, end] = [screen.getByLabelText('Start date'), screen.getByLabelText('End date')]
    fireEvent.change(start, { target: { value: '2026-10-03' } })
    await user.click(button('Apply Filters'))
    await waitFor(() => expect(end).toHaveAccessibleDescription('The end date is before the start date'))
    expect(end).toHaveFocus()
    fireEvent.change(start, { target: { value: '' } })
    await waitFor(() => expect(start).toHaveAccessibleDescription('Choose a start date'))
    expect(window.location.search).toBe(`?type=sales&${twoDays}`)
  })

  it('apply a quick range at once, for the type that is chosen', async () => {
    const user = await openReport(buildSalesReport())
    await user.click(button('Last month'))
    expect(window.location.search).toBe('?type=sales&startDate=2026-10-01&endDate=2026-10-31')
    expect(screen.getByLabelText('End date')).toHaveValue('2026-10-31')
    await waitFor(() => expect(button('Last month')).toHaveAttribute('aria-pressed', 'true'))
  })
})

describe('best sellers', () => {
  it('take effect at once by channel and ranking, which go with the export and the next report', async () => {
    const shop = buildChannel({ name: 'Harbor Shop' })
    answer(channelsApi.list, [shop], { total: 1 })
    const user = await openReport(buildBestSellersReport([]))
    const requests = answer(reportsApi.read, buildBestSellersReport([]))
    for (const [name, option] of [
      ['Channel', 'Harbor Shop'],
      ['Rank by', 'Item revenue'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    const days = { startDate: '2026-10-01', endDate: '2026-10-02' }
    await waitFor(() =>
      expect(requests.at(-1)).toEqual({ type: 'best-sellers', ...days, channelId: shop.id, rankBy: 'revenue' }),
    )
    await user.click(button('Export'))
    const [workbook] = await screen.findAllByRole('menuitem')
    expect(workbook).toHaveAttribute('href', expect.stringContaining(`channelId=${shop.id}&rankBy=revenue`))
  })
})

describe('the orders behind a figure', () => {
  const drawer = async (name: string) => within(await screen.findByRole('dialog', { name }))

  it('open beside the report, page by page, and each links to its order', async () => {
    const order = buildReportOrder()
    const requests = answer(reportsApi.orders, ({ cursor }) => [cursor ? buildReportOrder() : order], {
      total: 2,
      next: 'older',
    })
    const user = await openReport(buildSalesReport())
    await user.click(await link(/^Revenue \$/))
    const orders = await drawer('Orders: Revenue')
    expect(await orders.findByText('2 orders placed Oct 1 – 2, 2026, newest first.')).toBeInTheDocument()
    expect(orders.getByRole('listitem')).toHaveTextContent(
      /^LS-10012Ana Ruiz, #1042 at Harbor Shop, .* ago\$42.302 unitsShipped$/,
    )
    expect(orders.getByRole('link', { name: 'LS-10012' })).toHaveAttribute('href', `/orders?order=${order.id}`)
    await user.click(orders.getByRole('button', { name: 'Load more' }))
    const question = { startDate: '2026-10-01', endDate: '2026-10-02', group: 'counted', limit: '20' }
    await waitFor(() => expect(requests).toEqual([question, { ...question, cursor: 'older' }]))
    await user.click(orders.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(window.location.search).toBe(`?type=sales&${twoDays}`)
    await waitFor(async () => expect(await link(/^Revenue \$/)).toHaveFocus())
  })

  it('say which of them are in another currency and not in the sum', async () => {
    answer(reportsApi.orders, [buildReportOrder({ currency: 'EUR' })], { total: 1 })
    const other = { orders: 1, revenue: '42.30' }
    const otherCurrencies = [
      { ...other, currency: 'EUR' },
      { ...other, currency: 'GBP' },
    ]
    const user = await openReport(buildSalesReport({ otherCurrencies }))
    const inNoSum = 'Orders in EUR and GBP are counted but excluded from totals because amounts aren’t converted.'
    await user.click(await link(/^Revenue \$/))
    const orders = await drawer('Orders: Revenue')
    expect(orders.getByText(inNoSum)).toBeInTheDocument()
    await user.click(orders.getByRole('button', { name: 'Close' }))
    await user.click(await link('1 cancelled'))
    expect((await drawer('Cancelled orders: Thu, Oct 1')).queryByText(inNoSum)).not.toBeInTheDocument()
  })

  it('of a row are requested with the filter of the row', async () => {
    const shop = buildChannelReportRow()
    const requests = answer(reportsApi.orders, [], { total: 0 })
    const user = await openReport(buildChannelsReport([shop]))
    await user.click(await link('1 cancelled'))
    const orders = await drawer('Cancelled orders: Harbor Shop')
    expect(await orders.findByText('No orders for this figure in this period')).toBeInTheDocument()
    expect(requests).toMatchObject([{ group: 'cancelled', channelId: shop.channelId }])
  })

  it('open again after a reload, even before the report is loaded', async () => {
    const lantern = buildSkuReportRow()
    answer(reportsApi.orders, [buildReportOrder()], { total: 1 })
    neverAnswer(reportsApi.read)
    await renderPiece(<ReportsPage />, { path: `/reports?type=inventory&${twoDays}&behind=sku.${lantern.skuId}` })
    const orders = await drawer('Orders: this SKU')
    expect(await orders.findByText(/^2 units of this SKU/)).toBeInTheDocument()
    expect(orders.getByRole('link', { name: 'View stock' })).toHaveAttribute('href', `/inventory?sku=${lantern.skuId}`)
  })

  it('stay closed for an invalid key in the address', async () => {
    await openReport(buildSalesReport(), `type=sales&${twoDays}&behind=figure.luck`)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('the report', () => {
  it('stays on the screen, marked as busy, while another one loads', async () => {
    const user = await openReport(buildSalesReport())
    neverAnswer(reportsApi.read)
    await user.click(button('Today'))
    await waitFor(() => expect(screen.getByRole('region', { name: 'Report' })).toHaveAttribute('aria-busy', 'true'))
    expect(await link(/^Revenue \$1,124/)).toBeInTheDocument()
  })

  it('says why it couldn’t be loaded, and loads on retry', async () => {
    refuse(reportsApi.read, 503, 'The database did not answer.')
    const user = await renderPiece(<ReportsPage />, { path: `/reports?${twoDays}` })
    const report = within(await screen.findByRole('region', { name: 'Report' }))
    expect(await report.findByRole('alert')).toHaveTextContent(
      'The report couldn’t be loadedThe database did not answer.',
    )
    answer(reportsApi.read, buildSalesReport())
    await user.click(report.getByRole('button', { name: 'Try again' }))
    expect(await heading(/^Sales/)).toBeInTheDocument()
  })

  it('has an empty state when nothing was sold', async () => {
    await openReport(buildSalesReport({ rows: [], rowCount: 0 }))
    expect(screen.getByText(/^No orders in this period\./)).toBeInTheDocument()
    expect(await link('See your channels')).toHaveAttribute('href', '/channels')
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  it('has an empty state for stock when there are no SKUs', async () => {
    await openReport(buildInventoryReport([]))
    expect(screen.getByText(/^No active SKUs yet\./)).toBeInTheDocument()
    expect(await link('Add products')).toHaveAttribute('href', '/products')
  })

  it('refetches on events about orders, at most every half minute', async () => {
    const requests = answer(reportsApi.read, buildSalesReport())
    const user = openApp('/reports', operator)
    await heading(/^Sales/)
    vi.setSystemTime(Date.now() + 1_000)
    FakeEventSource.latest.send('orders')
    await user.click(screen.getByRole('tab', { name: 'Orders' }))
    await user.click(screen.getByRole('tab', { name: 'Revenue' }))
    expect(requests).toHaveLength(1)
    vi.setSystemTime(Date.now() + 30_000)
    FakeEventSource.latest.send('orders')
    await waitFor(() => expect(requests).toHaveLength(2))
  })
})

describe('the export', () => {
  const hrefs = async () =>
    (await screen.findAllByRole('menuitem')).map((item) => [item.textContent, item.getAttribute('href')])

  it('offers workbook, table and orders of the report that is shown', async () => {
    const user = await openReport(buildSalesReport())
    await user.click(button('Export'))
    const path = '/api/reports/sales/export'
    expect(await hrefs()).toEqual([
      ['Workbook (XLSX)', `${path}?${twoDays}&format=xlsx`],
      ['Table (CSV)', `${path}?${twoDays}&format=csv&part=table`],
      ['Orders (CSV)', `${path}?${twoDays}&format=csv&part=orders`],
    ])
  })

  it('has no orders for the stock', async () => {
    const user = await openReport(buildInventoryReport([buildSkuReportRow()]))
    await user.click(button('Export'))
    expect((await hrefs()).map(([label]) => label)).toEqual(['Workbook (XLSX)', 'Table (CSV)'])
  })

  it('is also for those who only read, such as a bookkeeper', async () => {
    const user = await renderPiece(<ReportsPage />, { path: '/reports', user: buildCurrentUser({ role: 'readonly' }) })
    await heading(/^Sales/)
    await user.click(button('Export'))
    expect((await hrefs()).map(([label]) => label)).toEqual(['Workbook (XLSX)', 'Table (CSV)', 'Orders (CSV)'])
  })
})
