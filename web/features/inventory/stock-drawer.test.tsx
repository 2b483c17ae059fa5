import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { attentionApi } from '#contract/attention.ts'
import { inventoryApi, type StockDetail } from '#contract/inventory.ts'
import { buildCurrentUser, buildStockDetail, buildStockHold, buildStockMovement } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { answerFigures, answerStock } from '#web/testing/screen-answers.ts'

const operator = buildCurrentUser()
const lantern = buildStockDetail()

beforeEach(() => answerStock(lantern))

const drawer = async (sku = 'HP-1001') => within(await screen.findByRole('dialog', { name: sku }))
const section = async (name: string) => within(await (await drawer()).findByRole('region', { name }))

async function openDrawer(detail: StockDetail = lantern, answers: Parameters<typeof answerStock>[1] = {}) {
  answerStock(detail, answers)
  const user = openApp(`/inventory?sku=${detail.id}`, operator)
  await drawer(detail.sku)
  return user
}

/** The values under "Why this number" by label. */
async function lineOf(label: string) {
  const heading = (await section('Why this number')).getByText(label, { selector: 'dt, dt button' }).closest('dt')
  const line = heading?.parentElement
  const figure = within(line as HTMLElement).getAllByRole('definition')[0]
  return { sign: heading?.textContent?.replace(label, ''), figure: figure?.textContent, line: line?.textContent }
}

describe('the stock drawer', () => {
  it('opens from the SKU, is kept in the URL beside the filters and returns the focus', async () => {
    const user = openApp('/inventory?status=in_stock', operator)
    const opener = await screen.findByRole('link', { name: 'HP-1001' })
    expect(opener).toHaveAttribute('href', `/inventory?status=in_stock&sku=${lantern.id}`)
    await user.click(opener)
    await drawer()
    expect(window.location.search).toBe(`?status=in_stock&sku=${lantern.id}`)
    await user.click((await drawer()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(window.location.search).toBe('?status=in_stock')
    await waitFor(() => expect(screen.getByRole('link', { name: 'HP-1001' })).toHaveFocus())
  })

  it('loads the SKU of the URL', async () => {
    const requests = answer(inventoryApi.detail, lantern)
    answerFigures()
    openApp(`/inventory?sku=${lantern.id}`, operator)
    await drawer()
    expect(requests).toEqual([{ skuId: lantern.id }])
  })

  it('shows a spinner while the SKU loads', async () => {
    neverAnswer(inventoryApi.detail)
    answerFigures()
    openApp(`/inventory?sku=${lantern.id}`, operator)
    expect((await drawer('SKU')).getByRole('status')).toHaveTextContent('Loading...')
  })

  it('says that there is no such SKU, and retries on request', async () => {
    refuse(inventoryApi.detail, 404, 'This SKU doesn’t exist.')
    answerFigures()
    const user = openApp(`/inventory?sku=${lantern.id}`, operator)
    expect(await (await drawer('SKU')).findByRole('alert')).toHaveTextContent(
      'This SKU couldn’t be loadedThis SKU doesn’t exist.',
    )
    answerStock(lantern)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await drawer()
  })

  it('refetches on changes', async () => {
    await openDrawer()
    answerStock({ ...lantern, why: { ...lantern.why, counted: 119, available: 119, sellable: 119 } })
    FakeEventSource.latest.send('inventory')
    await waitFor(async () => expect((await lineOf('Last count')).figure).toBe('119'))
  })
})

describe('the SKU’s identity', () => {
  const fact = async (label: string) =>
    (await drawer()).getByText(label, { selector: 'dt' }).parentElement?.textContent?.replace(label, '')

  it('shows codes, product, stock holder and the last sync', async () => {
    await openDrawer({ ...lantern, title: 'Harbor Lantern, green' })
    expect(await fact('SKU')).toBe('HP-1001')
    expect(await fact('Product')).toBe('Harbor LanternHarbor Lantern, green')
    expect(await fact('ASIN')).toBe('B0HARBOR01')
    expect(await fact('FNSKU')).toBe('X001HARBOR')
    expect(await fact('Stocked by')).toMatch(/^Amazon\. Its next count replaces any quantity entered here\.$/)
    expect(await fact('Marketplace Sync')).toMatch(/ ago$/)
    expect((await drawer()).getByText('In Stock')).toBeInTheDocument()
    expect((await drawer()).getByRole('link', { name: 'Harbor Lantern' })).toHaveAttribute(
      'href',
      `/products?product=${lantern.productId}`,
    )
  })

  it('shows placeholders for empty fields, and that the merchant holds the stock', async () => {
    await openDrawer({ ...lantern, asin: null, fnsku: null, lastAmazonSync: null, stockHolder: 'merchant' })
    expect(await fact('ASIN')).toBe('—')
    expect(await fact('FNSKU')).toBe('—')
    expect(await fact('Stocked by')).toMatch(/^You\. /)
    expect(await fact('Marketplace Sync')).toBe('Never synced')
  })

  it('shows which account and marketplace count the stock', async () => {
    await openDrawer({ ...lantern, stockedAt: { accountName: 'Harbor US', marketplace: 'A2EUQ1WTGCTBG2' } })
    expect(await fact('Counted in')).toBe('Canada, Harbor US')
  })

  it('shows that the SKU is missing on Amazon, and what happens to its count', async () => {
    await openDrawer({ ...lantern, missingOnAmazonSince: '2026-01-01T00:00:00Z' })
    expect((await drawer()).getByText('Missing on Amazon')).toBeInTheDocument()
    expect((await drawer()).getByText(/^Amazon no longer lists this SKU/)).toHaveTextContent(
      /first noticed .* ago\)\. The count stays for now and will become 0 if a later full sync confirms this\.$/,
    )
  })

  it('copies a code', async () => {
    const user = await openDrawer()
    await user.click((await drawer()).getByRole('button', { name: 'Copy FNSKU' }))
    expect(await navigator.clipboard.readText()).toBe('X001HARBOR')
  })

  it('says that the list leaves out an inactive SKU', async () => {
    await openDrawer({ ...lantern, isActive: false })
    expect((await drawer()).getByText('Inactive')).toBeInTheDocument()
    expect((await drawer()).getByText('Inactive SKUs aren’t included in the list or its totals.')).toBeInTheDocument()
  })
})

describe('Why this number', () => {
  const held = buildStockDetail({
    safetyBuffer: 5,
    companyBuffer: 2,
    qtyAvailable: 1_117,
    qtyReserved: 8,
    why: { ...lantern.why, counted: 1_120, held: 3, available: 1_117, buffer: 5, sellable: 1_112 },
    holds: [
      buildStockHold({ orderNumber: 'WEB-1042', quantity: 2 }),
      buildStockHold({ orderNumber: 'META-7', quantity: 1, acceptedAt: '2026-01-02T00:00:00Z' }),
    ],
  })

  it('adds up, line by line', async () => {
    await openDrawer(held)
    expect(await lineOf('Last count')).toMatchObject({ sign: '', figure: '1,120' })
    expect(await lineOf('Held for orders')).toMatchObject({ sign: '−', figure: '3' })
    expect(await lineOf('Available')).toMatchObject({ sign: '=', figure: '1,117' })
    expect(await lineOf('Safety buffer')).toMatchObject({ sign: '−', figure: '5' })
    expect(await lineOf('Sellable')).toMatchObject({ sign: '=', figure: '1,112' })
    expect((await lineOf('Reserved')).line).toBe('Reserved85 in the last count + 3 held for orders')
    expect((await lineOf('Inbound')).figure).toBe('40')
  })

  it.each([
    ['amazon', 'Amazon'],
    ['sheet', 'Sheet'],
    ['upload', 'Upload'],
    ['undo', 'Undo'],
  ] as const)('shows the source %s, and when it was read', async (source, label) => {
    await openDrawer({ ...lantern, why: { ...lantern.why, source } })
    expect((await lineOf('Last count')).line).toMatch(new RegExp(`120${label}, .* agoChange$`))
  })

  it('says that there is no count yet', async () => {
    const nothing = { counted: 0, countedReserved: 0, held: 0, available: 0, buffer: 0, sellable: 0 }
    await openDrawer({ ...lantern, why: { source: null, readAt: null, ...nothing } })
    expect((await lineOf('Last count')).line).toBe('Last count0No count yetChange')
    expect((await lineOf('Sellable')).line).toBe('=Sellable0')
  })

  it('shows the shortfall when a result is capped at 0', async () => {
    const why = { ...lantern.why, counted: 1, held: 3, available: 0, buffer: 5, sellable: 0 }
    await openDrawer({ ...held, why })
    expect((await lineOf('Available')).line).toBe('=Available02 oversold, shown as 0')
    expect((await lineOf('Sellable')).line).toBe('=Sellable05 below the buffer, shown as 0')
  })

  it('unfolds the orders that hold units', async () => {
    const user = await openDrawer(held)
    const orders = screen.getByLabelText('Orders holding units')
    expect(orders).not.toBeVisible()
    await user.click(screen.getByText('2 orders holding units'))
    expect(orders).toBeVisible()
    const [web, meta] = within(orders).getAllByRole('listitem')
    expect(web).toHaveTextContent(/^Order WEB-10422 unitsPlaced .* ago\. Not accepted by Amazon yet\.$/)
    expect(meta).toHaveTextContent(/^Order META-71 unit.*Accepted by Amazon .* ago, held until its next count\.$/)
  })

  it('says when no order holds units', async () => {
    await openDrawer()
    expect((await lineOf('Held for orders')).line).toBe('−Held for orders0No units are held for orders.')
  })
})

describe('the last 90 days', () => {
  const history = [
    { day: '2026-03-08', qtyAvailable: 40, qtyReserved: 1, qtyInbound: 0 },
    { day: '2026-03-09', qtyAvailable: 1_036, qtyReserved: 2, qtyInbound: 30 },
  ]

  // jsdom has no layout, and the chart takes its size from its container.
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 512, 224))
    return () => vi.restoreAllMocks()
  })

  it('are a chart with the threshold, navigable day by day with the keyboard', async () => {
    await openDrawer(lantern, { history })
    const chart = await (await section('Last 90 days')).findByRole('application', { name: 'Daily stock' })
    expect(within(chart).getByText('Low stock: 10')).toBeInTheDocument()
    chart.focus()
    expect(await screen.findByText('Sunday, March 8, 2026', { selector: 'p' })).toBeInTheDocument()
    fireEvent.keyDown(chart, { key: 'ArrowRight' })
    const tooltip = (await screen.findByText('Monday, March 9, 2026', { selector: 'p' })).parentElement
    expect(tooltip).toHaveTextContent('1,036 units counted2 reserved, 30 inbound')
  })

  it('are a table too, newest first', async () => {
    const user = await openDrawer(lantern, { history })
    await user.click(await screen.findByText('Show as a table'))
    const table = within(screen.getByRole('table', { name: 'Daily stock, newest first' }))
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'DayCountedReservedInbound',
      'Monday, March 9, 20261,036230',
      'Sunday, March 8, 20264010',
    ])
  })

  it('are empty before the first count', async () => {
    await openDrawer()
    expect(await (await section('Last 90 days')).findByText('No counts yet')).toBeInTheDocument()
  })

  it('show an error when they can’t be loaded, and retry on request', async () => {
    refuse(inventoryApi.history, 503, 'The database did not answer.')
    const user = openApp(`/inventory?sku=${lantern.id}`, operator)
    const days = await section('Last 90 days')
    expect(await days.findByRole('alert')).toHaveTextContent('The history couldn’t be loaded')
    answer(inventoryApi.history, [])
    await user.click(days.getByRole('button', { name: 'Try again' }))
    expect(await days.findByText('No counts yet')).toBeInTheDocument()
  })
})

describe('recent movements', () => {
  it('show source, time, change and result', async () => {
    const movements = [
      buildStockMovement({ source: 'amazon', change: 12, qtyAvailable: 1_132 }),
      buildStockMovement({ source: 'sheet', change: -1_240, qtyAvailable: 1_120 }),
      buildStockMovement({ source: 'undo', change: 0, qtyAvailable: 2_360, qtyReserved: 7 }),
      buildStockMovement({ source: 'upload', change: null, qtyAvailable: 2_360, qtyReserved: 0, qtyInbound: 0 }),
    ]
    await openDrawer(lantern, { movements })
    const list = await screen.findByRole('list', { name: 'Recent movements' })
    const [count, cut, same, first] = within(list).getAllByRole('listitem')
    expect(count).toHaveTextContent(/^Amazon, .* ago5 reserved, 40 inbound\+12 1,132$/)
    expect(cut).toHaveTextContent(/^Sheet, .*−1,240 1,120$/)
    expect(same).toHaveTextContent(/^Undo, .* ago7 reserved, 40 inbound±0 2,360$/)
    expect(first).toHaveTextContent(/^Upload, .* ago0 reserved, 0 inboundFirst count 2,360$/)
  })

  it('load page by page', async () => {
    answer(inventoryApi.movements, [buildStockMovement({ change: 1 })], { total: 2, next: 'older' })
    const user = openApp(`/inventory?sku=${lantern.id}`, operator)
    const movements = await section('Recent movements')
    expect(await movements.findByText('Showing 1 of 2')).toBeInTheDocument()
    const requests = answer(inventoryApi.movements, [buildStockMovement({ change: null })], { total: 2 })
    await user.click(movements.getByRole('button', { name: 'Load more' }))
    expect(await movements.findByText('First count')).toBeInTheDocument()
    expect(requests).toEqual([{ skuId: lantern.id, limit: '10', cursor: 'older' }])
  })

  it('are empty before the first count', async () => {
    await openDrawer()
    expect(await (await section('Recent movements')).findByText(/^No movements yet\./)).toBeInTheDocument()
  })
})

describe('the codes by which channels sell a SKU', () => {
  it('are listed, and a mapping can be undone', async () => {
    const channelId = 'c7a0b6a4-51c4-7d3c-9a52-0b1f0f3f9a11'
    const code = { channelId, channelName: 'Harbor Shop', code: 'LANTERN-OLD', externalId: null, title: 'Lantern' }
    const user = await openDrawer({ ...lantern, codes: [code] })
    const list = within(await (await drawer()).findByRole('list', { name: 'Channel codes' }))
    expect(list.getByText('LANTERN-OLD')).toBeInTheDocument()
    const sent = answer(attentionApi.unmapSku, { lines: 1, orders: 1 })
    await user.click(list.getByRole('button', { name: 'Unmap LANTERN-OLD at Harbor Shop' }))
    expect(await screen.findByText('LANTERN-OLD no longer has a SKU. 1 open order is waiting.')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId, code: 'LANTERN-OLD', externalId: null, skuId: lantern.id }])
  })
})
