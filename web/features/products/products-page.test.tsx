import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { productsApi } from '#contract/products.ts'
import { buildCurrentUser, buildProduct, buildProductRow } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { onWideScreen, openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const readonly = buildCurrentUser({ role: 'readonly' })
const lantern = buildProductRow({
  title: 'Harbor Lantern',
  brand: 'Tidewater',
  category: 'Lighting',
  skuCount: 3,
  qtyAvailable: 1200,
  priceFrom: '9.50',
  priceTo: '12.00',
})
const stove = buildProductRow({ title: 'Camp Stove', isActive: false, skuCount: 1 })

beforeEach(() => {
  answer(productsApi.list, [lantern, stove], { total: 2 })
})

const card = async (title: string) => within(await screen.findByRole('region', { name: title }))

describe('the products', () => {
  it('are cards with title, brand, category, status, description and SKU count', async () => {
    openApp('/products', ops)
    const lanternCard = await card('Harbor Lantern')
    expect(screen.getByRole('heading', { level: 1, name: 'Products' })).toBeInTheDocument()
    expect(lanternCard.getByRole('heading', { name: 'Harbor Lantern' })).toBeInTheDocument()
    for (const text of ['Tidewater', 'Lighting', 'Active', lantern.description, '3 SKUs']) {
      expect(lanternCard.getByText(text)).toBeInTheDocument()
    }
    const stoveCard = await card('Camp Stove')
    expect(stoveCard.getByText('Inactive')).toBeInTheDocument()
    expect(stoveCard.getByText('1 SKU')).toBeInTheDocument()
  })

  it('are a table with pictures where a person wants that, with the columns they choose', async () => {
    onWideScreen()
    answer(productsApi.detail, buildProduct({ id: stove.id, title: 'Camp Stove' }))
    const picture = 'https://img.example.com/lantern.jpg'
    answer(productsApi.list, [{ ...lantern, imageUrl: picture }, stove], { total: 2 })
    const user = openApp('/products', ops)
    await card('Harbor Lantern')
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    const table = within(await screen.findByRole('table', { name: 'Products' }))
    const row = table.getByRole('row', { name: /^Harbor Lantern/ })
    expect(row).toHaveTextContent('Harbor LanternTidewaterLighting31,200$9.50 – $12.00Active')
    expect(table.getByRole('row', { name: /^Camp Stove/ })).toHaveTextContent('0—Inactive')
    expect(row.querySelector('img')).toHaveAttribute('src', picture)
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Brand' }))
    await user.keyboard('{Escape}')
    expect(table.queryByRole('columnheader', { name: 'Brand' })).not.toBeInTheDocument()
    await user.click(table.getByRole('button', { name: 'Camp Stove' }))
    expect(new URLSearchParams(window.location.search).get('product')).toBe(stove.id)
  })

  it('are sorted by the server where the table asks for it; cards are always newest first', async () => {
    onWideScreen()
    const requests = answer(productsApi.list, [lantern, stove], { total: 2 })
    const user = openApp('/products?sort=-stock', ops)
    await card('Harbor Lantern')
    expect(requests).toEqual([{}])
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    const heading = await screen.findByRole('columnheader', { name: 'Available' })
    expect(heading).toHaveAttribute('aria-sort', 'descending')
    await waitFor(() => expect(requests.at(-1)).toEqual({ sort: '-stock' }))
    await user.click(screen.getByRole('button', { name: 'Product' }))
    await waitFor(() => expect(requests.at(-1)).toEqual({ sort: 'title' }))
    expect(window.location.search).toBe('?sort=title')
  })

  it('are searched by the server, and the search stays in the URL', async () => {
    const user = openApp('/products', ops)
    await card('Harbor Lantern')
    const requests = answer(productsApi.list, [], { total: 0 })
    await user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'zeph')
    expect(await screen.findByText('No products found')).toBeInTheDocument()
    expect(screen.getByText('No title, brand or category contains “zeph”.')).toBeInTheDocument()
    expect(requests.at(-1)).toEqual({ search: 'zeph' })
    expect(window.location.search).toBe('?search=zeph')
  })

  it('come back when the search is cleared', async () => {
    answer(productsApi.list, ({ search }) => (search ? [] : [lantern]))
    const user = openApp('/products?search=zeph', ops)
    await user.click(await screen.findByRole('button', { name: 'Clear search' }))
    await card('Harbor Lantern')
    expect(screen.getByRole('searchbox')).toHaveValue('')
    expect(window.location.search).toBe('')
  })

  it('explain the empty state', async () => {
    answer(productsApi.list, [], { total: 0 })
    openApp('/products', ops)
    expect(await screen.findByText('No products found')).toBeInTheDocument()
    expect(screen.getByText(/Add your first product/)).toBeInTheDocument()
  })

  it('load page by page', async () => {
    answer(productsApi.list, [lantern], { total: 2, next: 'after-lantern' })
    const user = openApp('/products', ops)
    expect(await screen.findByText('Showing 1 of 2')).toBeInTheDocument()
    const requests = answer(productsApi.list, [stove], { total: 2 })
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await card('Camp Stove')
    await card('Harbor Lantern')
    expect(requests).toEqual([{ cursor: 'after-lantern' }])
  })

  it('show a spinner while they load', async () => {
    neverAnswer(productsApi.list)
    openApp('/products', ops)
    const section = within(await screen.findByRole('region', { name: 'All products' }))
    expect(section.getByRole('status')).toHaveTextContent('Loading...')
  })

  it('show the server’s error when they can’t be loaded, and retry on request', async () => {
    refuse(productsApi.list, 503, 'The database did not answer.')
    const user = openApp('/products', ops)
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    answer(productsApi.list, [lantern], { total: 1 })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await card('Harbor Lantern')
  })

  it('are refetched when a product changes', async () => {
    openApp('/products', ops)
    await card('Harbor Lantern')
    answer(productsApi.list, [{ ...lantern, title: 'Storm Lantern' }], { total: 1 })
    FakeEventSource.latest.send('products')
    expect(await screen.findByRole('region', { name: 'Storm Lantern' })).toBeInTheDocument()
  })
})

describe('the image', () => {
  const photographed = { ...lantern, imageUrl: 'https://images.example/lantern.jpg' }
  const imageOn = async (title: string) => (await screen.findByRole('region', { name: title })).querySelector('img')

  it('is loaded lazily and without a referrer', async () => {
    answer(productsApi.list, [photographed], { total: 1 })
    openApp('/products', ops)
    const image = await imageOn('Harbor Lantern')
    expect(image).toHaveAttribute('src', 'https://images.example/lantern.jpg')
    expect(image).toHaveAttribute('loading', 'lazy')
    expect(image).toHaveAttribute('referrerpolicy', 'no-referrer')
  })

  it('is replaced by initials when there is none', async () => {
    openApp('/products', ops)
    expect((await card('Harbor Lantern')).getByText('HL')).toBeInTheDocument()
    expect(await imageOn('Harbor Lantern')).toBeNull()
  })

  it('is replaced by initials when it can’t be loaded', async () => {
    answer(productsApi.list, [photographed], { total: 1 })
    openApp('/products', ops)
    fireEvent.error((await imageOn('Harbor Lantern')) ?? document)
    expect((await card('Harbor Lantern')).getByText('HL')).toBeInTheDocument()
    expect(await imageOn('Harbor Lantern')).toBeNull()
  })
})

describe('Export', () => {
  it('offers CSV and XLSX of what the search finds', async () => {
    const user = openApp('/products?search=lamp', ops)
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    expect(screen.getByText('Products matching “lamp”')).toBeInTheDocument()
    expect(screen.getByRole('menuitem', { name: 'CSV' })).toHaveAttribute(
      'href',
      '/api/products/export?search=lamp&format=csv',
    )
    expect(screen.getByRole('menuitem', { name: 'XLSX' })).toHaveAttribute(
      'href',
      '/api/products/export?search=lamp&format=xlsx',
    )
  })

  it('is blocked for the role Read Only and says why', async () => {
    const user = openApp('/products', readonly)
    const button = await screen.findByRole('button', { name: 'Export' })
    button.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/Operations and Admin can export/)
    await user.click(button)
    expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
  })
})
