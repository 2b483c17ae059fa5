import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { inventoryApi } from '#contract/inventory.ts'
import { answerAmazon } from '#web/testing/screen-answers.ts'
import { buildCurrentUser, buildInventoryRow } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { onWideScreen, openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const operator = buildCurrentUser()
const reader = buildCurrentUser({ role: 'readonly' })
const imageUrl = 'https://img.example.com/lantern.jpg'
const lantern = buildInventoryRow({ sku: 'HP-1001', imageUrl, qtyAvailable: 1532, qtyReserved: 5, qtyInbound: 2400 })
const soap = buildInventoryRow({
  sku: 'HP-1002',
  asin: null,
  fnsku: null,
  productTitle: 'Pine Soap',
  title: 'Pine Soap, bar of 100 g',
  qtyAvailable: 0,
  qtyReserved: 3,
  qtyInbound: 0,
  status: 'low_stock',
  lastAmazonSync: null,
  imageUrl,
})
const summary = { totalSkus: 1204, lowStock: 0, outOfStock: 7, totalUnits: 98_765, lowStockThreshold: 12 }

beforeEach(() => {
  answerAmazon()
  answer(inventoryApi.summary, summary)
  answer(inventoryApi.alerts, [], { total: 31 })
  answer(inventoryApi.list, [lantern, soap], { total: 2 })
})

const row = async (sku: string) => within(await screen.findByRole('row', { name: new RegExp(`^${sku}`) }))
const cellsOf = async (sku: string) => (await row(sku)).getAllByRole('cell').map((cell) => cell.textContent)

it('the page is titled Stock Management', async () => {
  openApp('/inventory', operator)
  expect(await screen.findByRole('heading', { level: 1, name: 'Stock Management' })).toBeInTheDocument()
})

describe('the four cards', () => {
  const card = async (label: string) => (await screen.findByText(label, { selector: 'dt, dt a' })).closest('div')

  it('show the summary, and as Low Stock the number of alerts', async () => {
    const requests = answer(inventoryApi.alerts, [], { total: 31 })
    openApp('/inventory', operator)
    await waitFor(async () => expect(await card('Total SKUs')).toHaveTextContent('Total SKUs1,204Active'))
    expect(await card('Low Stock')).toHaveTextContent('Low Stock310 to 12 available')
    expect(await card('Out of Stock')).toHaveTextContent('Out of Stock7None available')
    expect(await card('Total Units')).toHaveTextContent('Total Units98,765Available')
    expect(requests).toEqual([{ limit: '1' }])
  })

  it('link from Low Stock to every SKU that it counts, also those without stock', async () => {
    const alertOf = ({ id, sku, productTitle: title }: typeof soap) => ({
      sku: { id, sku, title },
      inventory: { qtyAvailable: 0 },
    })
    const requests = answer(inventoryApi.alerts, ({ cursor }) => [alertOf(cursor ? lantern : soap)], {
      total: 31,
      next: 'more',
    })
    const user = openApp('/inventory?search=pine', operator)
    await user.click(await screen.findByRole('link', { name: 'Low Stock' }))
    const alerts = within(await screen.findByRole('dialog', { name: 'Inventory Alerts' }))
    expect(await alerts.findByText('31 active SKUs with 0 to 12 available, fewest first.')).toBeInTheDocument()
    expect(alerts.getByRole('listitem')).toHaveTextContent('HP-1002Pine SoapOut of Stock0 available')
    expect(alerts.getByRole('link', { name: 'HP-1002' })).toHaveAttribute('href', `/inventory?sku=${soap.id}`)
    await user.click(alerts.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(requests).toContainEqual({ cursor: 'more' }))
    await user.click(alerts.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(window.location.search).toBe('?search=pine')
  })

  it('keep their place while they load', async () => {
    neverAnswer(inventoryApi.summary)
    openApp('/inventory', operator)
    expect(await card('Total SKUs')).toHaveTextContent('Total SKUsLoading...Active')
  })

  it('are replaced by the error when they can’t be loaded, and retry on request', async () => {
    refuse(inventoryApi.summary, 503, 'The database did not answer.')
    const user = openApp('/inventory', operator)
    expect(await screen.findByRole('alert')).toHaveTextContent('The stock figures couldn’t be loaded')
    answer(inventoryApi.summary, summary)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await card('Total SKUs')).toHaveTextContent('1,204'))
  })

  it('refetch on changes', async () => {
    openApp('/inventory', operator)
    await waitFor(async () => expect(await card('Total Units')).toHaveTextContent('98,765'))
    answer(inventoryApi.summary, { ...summary, totalUnits: 98_764 })
    FakeEventSource.latest.send('inventory')
    await waitFor(async () => expect(await card('Total Units')).toHaveTextContent('98,764'))
  })
})

describe('the stock table', () => {
  it('has its columns', async () => {
    openApp('/inventory', operator)
    await row('HP-1001')
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'SKU',
      'ASIN',
      'Product',
      'Available',
      'Reserved',
      'Inbound',
      'Status',
      'Marketplace Sync',
    ])
  })

  it('shows all fields of a SKU that is synced with Amazon', async () => {
    openApp('/inventory', operator)
    const [asin, product, available, reserved, inbound, status, sync] = await cellsOf('HP-1001')
    expect(asin).toBe('B0HARBOR01Amazon')
    expect(product).toBe('Harbor LanternFNSKU X001HARBOR')
    expect([available, reserved, inbound]).toEqual(['1,532', '5', '2,400'])
    expect(status).toBe('In Stock')
    expect(sync).toMatch(/ ago$/)
  })

  it('shows the SKU’s own title, and placeholders for empty fields', async () => {
    openApp('/inventory', operator)
    const [asin, product, , , , status, sync] = await cellsOf('HP-1002')
    expect(asin).toBe('—')
    expect(product).toBe('Pine SoapPine Soap, bar of 100 g')
    expect(status).toBe('Low Stock')
    expect(sync).toBe('Never synced')
  })

  it('shows a title once that the SKU and its product share', async () => {
    const shared = { productTitle: 'Harbor Lantern', title: 'Harbor Lantern', fnsku: null, imageUrl }
    answer(inventoryApi.list, [buildInventoryRow({ sku: 'HP-1004', ...shared })], { total: 1 })
    openApp('/inventory', operator)
    const [, product] = await cellsOf('HP-1004')
    expect(product).toBe('Harbor Lantern')
  })

  it('marks a synced SKU without an ASIN', async () => {
    answer(inventoryApi.list, [buildInventoryRow({ sku: 'HP-1003', asin: null })], { total: 1 })
    openApp('/inventory', operator)
    expect((await row('HP-1003')).getByText('Amazon')).toBeInTheDocument()
  })

  it('marks a SKU that is missing on Amazon', async () => {
    const lost = buildInventoryRow({ sku: 'HP-1004', missingOnAmazonSince: '2026-01-01T00:00:00Z' })
    answer(inventoryApi.list, [lost, lantern], { total: 2 })
    openApp('/inventory', operator)
    expect((await row('HP-1004')).getByText('Missing on Amazon')).toBeInTheDocument()
    expect((await row('HP-1001')).queryByText('Missing on Amazon')).not.toBeInTheDocument()
  })

  it('loads page by page', async () => {
    answer(inventoryApi.list, [lantern], { total: 2, next: 'after-lantern' })
    const user = openApp('/inventory', operator)
    expect(await screen.findByText('Showing 1 of 2')).toBeInTheDocument()
    const requests = answer(inventoryApi.list, [soap], { total: 2 })
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await row('HP-1002')
    await row('HP-1001')
    expect(requests).toEqual([{ cursor: 'after-lantern' }])
  })

  it('shows a spinner while it loads', async () => {
    neverAnswer(inventoryApi.list)
    openApp('/inventory', operator)
    const list = within(await screen.findByRole('region', { name: 'Stock by SKU' }))
    expect(list.getByRole('status')).toHaveTextContent('Loading...')
  })

  it('shows the server’s error when it can’t be loaded, and retries on request', async () => {
    refuse(inventoryApi.list, 503, 'The database did not answer.')
    const user = openApp('/inventory', operator)
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    answer(inventoryApi.list, [lantern], { total: 1 })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await row('HP-1001')
  })

  it('refetches on changes', async () => {
    openApp('/inventory', operator)
    await row('HP-1001')
    answer(inventoryApi.list, [{ ...lantern, qtyAvailable: 1531 }], { total: 1 })
    FakeEventSource.latest.send('inventory')
    expect(await screen.findByText('1,531')).toBeInTheDocument()
  })
})

describe('the list on a wide screen', () => {
  beforeEach(onWideScreen)

  it('is a table, with cards beside it and the columns a person chooses', async () => {
    const user = openApp('/inventory', operator)
    await row('HP-1001')
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Inbound' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('columnheader', { name: 'Inbound' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Cards' }))
    expect(await screen.findByRole('link', { name: 'HP-1001' })).toHaveAttribute('href', `/inventory?sku=${lantern.id}`)
    expect((await row('HP-1001')).getByText('2,400')).toBeInTheDocument()
  })

  it('is sorted by the server, by SKU at first', async () => {
    const requests = answer(inventoryApi.list, [lantern, soap], { total: 2 })
    const user = openApp('/inventory', operator)
    await row('HP-1001')
    expect(screen.getByRole('columnheader', { name: 'SKU' })).toHaveAttribute('aria-sort', 'ascending')
    await user.click(screen.getByRole('button', { name: 'Available' }))
    await waitFor(() => expect(requests.at(-1)).toEqual({ sort: '-available' }))
    expect(window.location.search).toBe('?sort=-available')
    expect(screen.getByRole('columnheader', { name: 'Available' })).toHaveAttribute('aria-sort', 'descending')
  })

  it('opens a SKU by its row and changes a quantity in place', async () => {
    const user = openApp('/inventory', operator)
    const lanterns = await row('HP-1001')
    expect(document.querySelector('td img')).toHaveAttribute('src', imageUrl)
    await user.click(lanterns.getByRole('button', { name: 'Change quantity for HP-1001, 1,532' }))
    expect(await screen.findByRole('textbox', { name: 'Units counted' })).toHaveValue('120')
    await user.keyboard('{Escape}')
    expect(window.location.search).toBe('')
    neverAnswer(inventoryApi.detail)
    neverAnswer(inventoryApi.history)
    neverAnswer(inventoryApi.movements)
    await user.click(lanterns.getByRole('button', { name: 'HP-1001' }))
    expect(window.location.search).toBe(`?sku=${lantern.id}`)
  })
})

describe('the empty state', () => {
  beforeEach(() => {
    answer(inventoryApi.list, [], { total: 0 })
  })

  it('links an operator to adding a product and to the bulk upload', async () => {
    openApp('/inventory', operator)
    expect(await screen.findByText(/^No SKUs yet\./)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Add a product' })).toHaveAttribute('href', '/products')
    expect(screen.getByRole('link', { name: 'Upload a spreadsheet' })).toHaveAttribute('href', '/bulk-upload')
  })

  it('has no links for the role Read Only', async () => {
    openApp('/inventory', reader)
    expect(await screen.findByText(/^No SKUs yet\./)).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Add a product' })).not.toBeInTheDocument()
  })
})
