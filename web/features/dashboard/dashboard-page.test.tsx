import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dashboardApi, type FulfillmentHealthState } from '#contract/dashboard.ts'
import { inventoryApi } from '#contract/inventory.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import { productsApi } from '#contract/products.ts'
import { figures } from '#contract/report-figures.ts'
import { buildAmazonStatus } from '#web/testing/amazon-builders.ts'
import { blockedReason, renderPiece, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { buildAttention, buildChannel } from '#web/testing/channel-builders.ts'
import { answerDashboard, buildHealth, buildMetrics } from '#web/testing/screen-answers.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { ChannelStatusCard } from './channel-status-card.tsx'
import { InventoryAlertsCard, QuickActionsCard, MetricCards } from './dashboard-page.tsx'
import { TodayCard } from './today-card.tsx'

const reader = { user: buildCurrentUser({ role: 'readonly' }) }
const link = (name: string | RegExp) => screen.findByRole('link', { name })

beforeEach(() => answerDashboard())
afterEach(() => vi.useRealTimers())

describe('the figures', () => {
  const cardOf = (label: string) => within(screen.getByText(label).closest('div') ?? document.body)

  it('show label, change, definition and a link to what they count', async () => {
    answerDashboard({
      metrics: {
        todayOrders: 1120,
        todayRevenue: '45230.50',
        lowStockCount: 4,
        failedJobsCount: 2,
        before: { orders: 1000, revenue: '49163.59', lowStock: 4 },
      },
    })
    await renderPiece(<MetricCards />)
    await screen.findByText('1,120')
    const today = '/reports?type=sales&startDate=2026-03-02&endDate=2026-03-02'
    const cards = [
      ["Today's Orders", '1,120', '+12% from this time yesterday', today],
      ['Revenue', '$45,230.50', '−8% from this time yesterday', today],
      ['Low Stock Alerts', '4', '0% from this time yesterday', '/inventory?alerts=all'],
      ['Failed Jobs', '2', 'Waiting for a retry', '#background-jobs'],
    ] as const
    for (const [label, figure, change, href] of cards) {
      expect(cardOf(label).getByText(figure)).toBeInTheDocument()
      expect(cardOf(label).getByText(change)).toBeInTheDocument()
      expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', href)
    }
    screen.getByRole('link', { name: 'Revenue' }).focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(figures.revenue.definition)
  })

  it('show no percentage for a change from zero', async () => {
    answerDashboard({ metrics: { todayOrders: 3, todayRevenue: '120.00' } })
    await renderPiece(<MetricCards />)
    for (const [label, hint] of [
      ["Today's Orders", 'No orders by this time yesterday'],
      ['Revenue', 'No revenue by this time yesterday'],
      ['Low Stock Alerts', 'No alerts by this time yesterday'],
      ['Failed Jobs', 'All jobs completed'],
    ] as const) {
      await waitFor(() => expect(cardOf(label).getByText(hint)).toBeInTheDocument())
    }
  })

  it('show revenue in other currencies beside the revenue', async () => {
    const otherRevenue = [
      { currency: 'EUR', revenue: '80.00' },
      { currency: 'CAD', revenue: '12.50' },
    ]
    answer(dashboardApi.metrics, buildMetrics({ todayRevenue: '19.00', otherRevenue }))
    await renderPiece(<MetricCards />)
    expect(await screen.findByText('$19.00')).toBeInTheDocument()
    expect(screen.getByText('Plus €80.00, CA$12.50 · No revenue by this time yesterday')).toBeInTheDocument()
  })

  it('say so when they can’t be loaded, and try again on request', async () => {
    refuse(dashboardApi.metrics, 503, 'The database did not answer.')
    const user = await renderPiece(<MetricCards />)
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    answer(dashboardApi.metrics, buildMetrics({ todayOrders: 7 }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('7')).toBeInTheDocument()
  })

  it('switch to the new day at the company’s midnight', async () => {
    const fiveToMidnight = new Date('2026-03-03T07:55:00Z')
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: fiveToMidnight })
    await renderPiece(<MetricCards />)
    await screen.findByText('All jobs completed')
    answer(dashboardApi.metrics, buildMetrics({ today: '2026-03-03' }))
    vi.advanceTimersByTime(5 * 60_000 + 1000)
    await waitFor(async () =>
      expect(await link('Revenue')).toHaveAttribute('href', expect.stringContaining('startDate=2026-03-03')),
    )
  })

  it('follow orders, stock and jobs', async () => {
    openApp('/', buildCurrentUser())
    await screen.findByText('All jobs completed')
    answer(dashboardApi.metrics, buildMetrics({ failedJobsCount: 1 }))
    FakeEventSource.latest.send('jobs')
    expect(await screen.findByText('Waiting for a retry')).toBeInTheDocument()
    answer(dashboardApi.fulfillmentHealth, buildHealth({ state: 'slow', detail: 'Amazon has us wait.' }))
    FakeEventSource.latest.send('marketplace')
    expect(await screen.findByText('Slow')).toBeInTheDocument()
  })
})

it('reads from what was sold to what Lockstep does by itself, also where all stands in one column', async () => {
  openApp('/', buildCurrentUser())
  await screen.findByText('All jobs completed')
  const cards = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(cards).toEqual([
    'Today',
    'Recent Orders',
    'Channel Status',
    'Inventory Alerts',
    'Quick Actions',
    'Background Jobs',
  ])
})

describe('Today', () => {
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const waiting = (count: number) => ({ count, oldestAt: threeDaysAgo })

  it('counts what waits, says how old the oldest is, and leads to it', async () => {
    answerDashboard({
      today: { toShip: waiting(12), attention: waiting(0), toReorder: waiting(1), failed: waiting(2) },
    })
    await renderPiece(<TodayCard />)
    const toShip = within((await screen.findByText('To ship')).closest('li') ?? document.body)
    expect(toShip.getByText('12')).toBeInTheDocument()
    expect(toShip.getByText('3 days ago')).toBeInTheDocument()
    expect(await link('Ship orders: 12 to ship')).toHaveAttribute('href', '/orders?flag=to_ship')
    expect(await link('See SKUs: 1 to reorder')).toHaveAttribute('href', '/inventory?alerts=all')
    expect(await link('See jobs: 2 failed')).toHaveAttribute('href', '#background-jobs')
    expect(screen.queryByRole('link', { name: /Resolve/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('list', { name: 'Needs attention' })).not.toBeInTheDocument()
  })

  it('has the oldest problems with their remedies in place', async () => {
    const row = buildAttention({ code: 'totals_differ', reason: 'The total is 2.00 too high.' })
    answerDashboard({ today: { attention: waiting(4) }, attention: [row] })
    await renderPiece(<TodayCard />)
    const problems = within(await screen.findByRole('list', { name: 'Needs attention' }))
    expect(problems.getByText('The total is 2.00 too high.')).toBeInTheDocument()
    expect(problems.getByRole('button', { name: /^Dismiss/ })).toBeInTheDocument()
    expect(await link('All 4 that need attention')).toHaveAttribute('href', '/orders?view=attention')
  })

  it('says when nothing waits', async () => {
    await renderPiece(<TodayCard />)
    expect(await screen.findByText(/^All done\./)).toBeInTheDocument()
  })

  it('says so when it can’t be loaded', async () => {
    refuse(dashboardApi.today, 503, 'The database did not answer.')
    await renderPiece(<TodayCard />)
    expect(await screen.findByRole('alert')).toHaveTextContent('Today’s work')
  })
})

describe('Channel Status', () => {
  it('polls how long orders wait, without any event', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await renderPiece(<ChannelStatusCard />)
    await screen.findByText('Amazon answers.')
    answer(dashboardApi.fulfillmentHealth, buildHealth({ state: 'troubled', detail: 'Amazon has not answered.' }))
    vi.advanceTimersByTime(60_000)
    expect(await screen.findByText('Problem')).toBeInTheDocument()
  })

  it('shows a channel as inactive, connected or syncing, with its error or problems', async () => {
    const refused = 'Meta no longer lets Lockstep in.'
    answerDashboard({
      channels: [
        buildChannel({ name: 'Closed', isActive: false }),
        buildChannel({ name: 'Keyed' }),
        buildChannel({ name: 'New', waitsFor: 'first_order' }),
        buildChannel({ name: 'Keyless', hasKey: false, problems: 2 }),
        buildChannel({ name: 'Meta', type: 'meta_shops', hasKey: false, accessError: refused }),
        buildChannel({ name: 'Direct', type: 'shopify', hasKey: false, accountId: 'harbor-pine.myshopify.com' }),
      ],
    })
    await renderPiece(<ChannelStatusCard />)
    const lines = within(await screen.findByRole('list', { name: 'Channels' })).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'ClosedInactiveNo orders yet',
      'KeyedConnectedNo orders yet',
      'NewWaiting for first orderNo orders yet',
      'KeylessSyncing2 problems to look at',
      `MetaConnected${refused}`,
      // The S is Shopify's mark, which is hidden from screen readers.
      'SDirectConnectedNo orders yet',
    ])
  })

  it.each([
    ['healthy', 'Connected', '/amazon'],
    ['slow', 'Slow', '/amazon'],
    ['troubled', 'Problem', '/amazon'],
    ['not_connected', 'Not Connected', '/amazon-connection'],
  ] as const)('shows Amazon MCF as it is: %s', async (state: FulfillmentHealthState, word, href) => {
    answerDashboard({ health: { state, detail: 'What is the matter.', waiting: 3 } })
    await renderPiece(<ChannelStatusCard />)
    const line = await within(await screen.findByRole('list', { name: 'Fulfillment' })).findByRole('listitem')
    expect(line).toHaveTextContent(`Amazon MCF${word}What is the matter. · 3 orders awaiting a response`)
    expect(await link('Amazon MCF')).toHaveAttribute('href', href)
  })

  it('offers to add the first channel, and shows Amazon’s failure in its own line', async () => {
    refuse(dashboardApi.fulfillmentHealth, 503, 'The database did not answer.')
    await renderPiece(<ChannelStatusCard />)
    const empty = 'No sales channels configured yet. Add your first channel to start managing inventory.'
    expect(await screen.findByText(empty)).toBeInTheDocument()
    expect(await link('Add Channel')).toHaveAttribute('href', '/channels?create=channel')
    expect(await screen.findByRole('alert')).toHaveTextContent('Amazon MCF status couldn’t be loaded')
  })
})

describe('Inventory Alerts', () => {
  const alertOf = (qtyAvailable: number) => ({
    sku: { id: newId(), sku: `HP-${qtyAvailable}`, title: 'Harbor Lantern' },
    inventory: { qtyAvailable },
  })

  it('shows the first five by severity, and how many more there are', async () => {
    answerDashboard({ alerts: [0, 1, 5, 6, 11].map(alertOf), alertCount: 31 })
    await renderPiece(<InventoryAlertsCard />)
    const lines = within(await screen.findByRole('list', { name: 'Lowest stock' })).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'HP-0Harbor LanternOut of Stock0 available',
      'HP-1Harbor LanternCritical1 available',
      'HP-5Harbor LanternCritical5 available',
      'HP-6Harbor LanternLow Stock6 available',
      'HP-11Harbor LanternLow Stock11 available',
    ])
    const grounds = lines.map(
      (line) =>
        within(line)
          .getByText(/Stock|Critical/)
          .className.match(/bg-\S+/)?.[0],
    )
    expect(grounds).toEqual(['bg-danger-soft', 'bg-danger-soft', 'bg-danger-soft', 'bg-sunken', 'bg-info-soft'])
    expect(await link('26 more alerts on the Inventory page')).toHaveAttribute('href', '/inventory?alerts=all')
  })

  it('says that all is well where there are none', async () => {
    await renderPiece(<InventoryAlertsCard />)
    const allWell = 'No inventory alerts at this time. All products are adequately stocked.'
    expect(await screen.findByText(allWell)).toBeInTheDocument()
  })

  it('shows a spinner while they load', async () => {
    neverAnswer(inventoryApi.alerts)
    await renderPiece(<InventoryAlertsCard />)
    expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  })
})

describe('Quick Actions', () => {
  it('sync, export today’s sales and open the dialog of a new product', async () => {
    answer(marketplaceApi.status, buildAmazonStatus())
    const started = answer(marketplaceApi.syncInventory, [])
    const user = await renderPiece(<QuickActionsCard />)
    expect(await link('Add New Product')).toHaveAttribute('href', '/products?create=product')
    expect(await link('Export Daily Report')).toHaveAttribute(
      'href',
      '/api/reports/sales/export?startDate=2026-03-02&endDate=2026-03-02&format=xlsx',
    )
    await user.click(await screen.findByRole('button', { name: 'Force Inventory Sync' }))
    expect(await screen.findByText('Inventory sync has been initiated')).toBeInTheDocument()
    expect(started).toHaveLength(1)
  })

  it('let readers export today’s sales and see what sells best', async () => {
    await renderPiece(<QuickActionsCard />, reader)
    expect(await link('Export Daily Report')).toHaveAttribute('href', expect.stringContaining('/sales/export?'))
    expect(await link('Best Sellers')).toHaveAttribute('href', '/reports?type=best-sellers')
  })

  it('tell readers why they can’t', async () => {
    await renderPiece(<QuickActionsCard />, reader)
    for (const [name, task] of [
      ['Add New Product', 'add products'],
      ['Test Notifications', 'send tests'],
    ] as const) {
      const reason = `Your role is Read Only. Operations and Admin can ${task}.`
      await waitFor(() => expect(blockedReason(name)).toBe(reason))
    }
  })

  it('lead into a dialog that the address opens, and closing it leaves the screen’s own address', async () => {
    answer(productsApi.list, [], { total: 0 })
    const user = openApp('/', buildCurrentUser())
    await user.click(await link('Add New Product'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Product' }))
    expect(window.location.search).toBe('?create=product')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(window.location.pathname + window.location.search).toBe('/products')
  })
})
