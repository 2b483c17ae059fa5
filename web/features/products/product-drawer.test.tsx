import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { productImageRule } from '#contract/images.ts'
import { productsApi } from '#contract/products.ts'
import {
  buildCurrentUser,
  buildHistoryEntry,
  buildListing,
  buildProduct,
  buildProductRow,
  buildSku,
} from '#web/testing/builders.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const readonly = buildCurrentUser({ role: 'readonly' })
const product = buildProduct({
  title: 'Harbor Lantern',
  brand: 'Tidewater',
  category: 'Lighting',
  tags: ['camping', 'porch'],
  images: ['https://images.example/a.jpg'],
  amazonImages: ['https://images.example/b.jpg'],
  bulletPoints: ['Burns for 20 hours'],
  version: 4,
  skus: [
    buildSku({ sku: 'HL-S', qtyAvailable: 40, qtyReserved: 2, qtyInbound: 10 }),
    buildSku({ sku: 'HL-L', qtyAvailable: 1200, qtyReserved: 3, qtyInbound: 0 }),
    buildSku({ sku: 'HL-OLD', qtyAvailable: 7, isActive: false }),
  ],
})
const address = `/products?product=${product.id}`

beforeEach(() => {
  answer(productsApi.list, [buildProductRow({ ...product })], { total: 1 })
  answer(productsApi.detail, product)
})

const drawer = async () => within(await screen.findByRole('dialog', { name: /^Harbor Lantern/ }))

describe('the product drawer', () => {
  it('opens with View, is kept in the URL, and closes by the back button', async () => {
    const user = openApp('/products', ops)
    await user.click(await screen.findByRole('button', { name: 'View Harbor Lantern' }))
    expect((await drawer()).getByRole('heading', { name: 'Harbor Lantern Active' })).toBeInTheDocument()
    expect(window.location.search).toBe(`?product=${product.id}`)
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(window.location.search).toBe('')
  })

  it('goes back once when Escape is pressed twice, and again the next time', async () => {
    const user = openApp('/products', ops)
    const goBack = vi.spyOn(window.history, 'back')
    for (const times of [1, 2]) {
      await user.click(await screen.findByRole('button', { name: 'View Harbor Lantern' }))
      await drawer()
      for (let presses = 0; presses < 2; presses += 1) fireEvent.keyDown(document, { key: 'Escape' })
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      expect(goBack).toHaveBeenCalledTimes(times)
    }
    goBack.mockRestore()
    expect(window.location).toMatchObject({ pathname: '/products', search: '' })
  })

  it('returns the focus to View when closed, and the forward button opens it again', async () => {
    const user = openApp('/products', ops)
    const view = await screen.findByRole('button', { name: 'View Harbor Lantern' })
    await user.click(view)
    await user.click((await drawer()).getByRole('tab', { name: /^Listings/ }))
    await user.click((await drawer()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(view).toHaveFocus())
    expect(window.location.search).toBe('')
    window.history.forward()
    expect(await (await drawer()).findByRole('tab', { name: /^Listings/, selected: true })).toBeInTheDocument()
  })

  it('opens from its URL at the named tab, and keeps the search when closed', async () => {
    const user = openApp(`${address}&tab=skus&search=lantern`, ops)
    expect(await (await drawer()).findByRole('tab', { name: 'SKUs 3', selected: true })).toBeInTheDocument()
    await user.click((await drawer()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(window.location.search).toBe('?search=lantern'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('has four tabs, and keeps the open one in the URL', async () => {
    const user = openApp(address, ops)
    const tabs = (await drawer()).getAllByRole('tab').map((tab) => tab.textContent)
    expect(tabs).toEqual(['Details', 'SKUs 3', 'Listings 0', 'History'])
    await user.click((await drawer()).getByRole('tab', { name: /^Listings/ }))
    expect(window.location.search).toBe(`?product=${product.id}&tab=listings`)
  })

  it('shows a spinner while it loads', async () => {
    neverAnswer(productsApi.detail)
    openApp(address, ops)
    const dialog = within(await screen.findByRole('dialog', { name: 'Product' }))
    expect(dialog.getByRole('status')).toHaveTextContent('Loading...')
  })

  it('shows the server’s error when it can’t be loaded, and retries on request', async () => {
    refuse(productsApi.detail, 404, 'This product doesn’t exist.')
    const user = openApp(address, ops)
    expect(await screen.findByText('This product doesn’t exist.')).toBeInTheDocument()
    answer(productsApi.detail, product)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await drawer()).getByText('Burns for 20 hours')).toBeInTheDocument()
  })
})

describe('the tab Details', () => {
  const factOf = async (label: string) => (await drawer()).getByText(label).nextElementSibling

  it('shows all fields', async () => {
    openApp(address, ops)
    expect(await factOf('Brand')).toHaveTextContent('Tidewater')
    expect(await factOf('Category')).toHaveTextContent('Lighting')
    expect(await factOf('Tags')).toHaveTextContent('camping, porch')
    expect(await factOf('Amazon sync')).toHaveTextContent('Never synced')
    expect(await factOf('Created')).toHaveTextContent(/ ago$/)
    expect((await drawer()).getByText(product.description)).toBeInTheDocument()
  })

  it('sums the stock of the active SKUs', async () => {
    openApp(address, ops)
    expect(await factOf('Available')).toHaveTextContent('1,240')
    expect(await factOf('Reserved')).toHaveTextContent('5')
    expect(await factOf('Inbound')).toHaveTextContent('10')
  })

  it('shows own images first, then Amazon’s', async () => {
    openApp(address, ops)
    const images = within((await drawer()).getByRole('list', { name: 'Images' })).getAllByRole('img')
    expect(images.map((image) => image.getAttribute('alt'))).toEqual([
      'Harbor Lantern, image 1',
      'Harbor Lantern, Amazon image 1',
    ])
  })

  it('shows a dash for empty fields', async () => {
    answer(productsApi.detail, { ...product, brand: '' })
    openApp(address, ops)
    expect(await factOf('Brand')).toHaveTextContent('—')
  })

  it('opens the edit dialog above the drawer', async () => {
    const user = openApp(address, ops)
    await user.click((await drawer()).getByRole('button', { name: 'Edit' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Product' }))
    const saved = answer(productsApi.update, product)
    await user.type(dialog.getByRole('textbox', { name: /^Brand/ }), ' Works')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(saved[0]).toMatchObject({ version: 4, brand: 'Tidewater Works' }))
    await drawer()
  })

  it('shows equal bullet points each', async () => {
    answer(productsApi.detail, { ...product, bulletPoints: ['Rainproof', 'Foldable', 'Rainproof'] })
    openApp(address, ops)
    const points = await (await drawer()).findAllByText(/^(Rainproof|Foldable)$/)
    expect(points.map((point) => point.textContent)).toEqual(['Rainproof', 'Foldable', 'Rainproof'])
  })
})

describe('Deactivate', () => {
  const ask = async () => {
    const user = openApp(address, ops)
    await user.click((await drawer()).getByRole('button', { name: 'Deactivate' }))
    return { user, question: within(screen.getByRole('alertdialog', { name: 'Deactivate Harbor Lantern?' })) }
  }

  it('states with counts the consequences for the SKUs, and changes nothing when cancelled', async () => {
    const saved = answer(productsApi.update, product)
    const { user, question } = await ask()
    expect(question.getByText(/^Its 2 active SKUs will also be deactivated/)).toBeInTheDocument()
    expect(question.getByText(/activates all 3 SKUs, including the 1 currently inactive/)).toBeInTheDocument()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(saved).toEqual([])
  })

  it('deactivates the product and shows a toast', async () => {
    const inactive = { ...product, isActive: false, version: 5 }
    const saved = answer(productsApi.update, inactive)
    const { user, question } = await ask()
    answer(productsApi.detail, inactive)
    await user.click(question.getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('Product Updated')).toBeInTheDocument()
    expect(await (await drawer()).findByRole('button', { name: 'Activate' })).toBeInTheDocument()
    expect(saved).toEqual([{ productId: product.id, version: 4, isActive: false }])
  })

  it('offers to reload the product on conflict', async () => {
    refuse(productsApi.update, 409, 'Someone has changed this product since you opened it. Reload it.')
    const { user, question } = await ask()
    await user.click(question.getByRole('button', { name: 'Deactivate' }))
    expect(await question.findByText(/Someone has changed this product/)).toBeInTheDocument()
    const saved = answer(productsApi.update, product)
    const loaded = answer(productsApi.detail, { ...product, version: 9 })
    await user.click(question.getByRole('button', { name: 'Reload' }))
    await waitFor(() => expect(loaded).toHaveLength(1))
    await waitFor(() => expect(question.queryByText(/Someone has changed this product/)).not.toBeInTheDocument())
    await user.click(question.getByRole('button', { name: 'Deactivate' }))
    await waitFor(() => expect(saved).toEqual([{ productId: product.id, version: 9, isActive: false }]))
  })
})

it('Activate states the consequences for the SKUs and activates the product', async () => {
  answer(productsApi.detail, { ...product, isActive: false })
  const saved = answer(productsApi.update, product)
  const user = openApp(address, ops)
  await user.click((await drawer()).getByRole('button', { name: 'Activate' }))
  const question = within(screen.getByRole('alertdialog', { name: 'Activate Harbor Lantern?' }))
  expect(question.getByText(/^Its 3 SKUs will also be activated/)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Activate' }))
  await waitFor(() => expect(saved).toEqual([{ productId: product.id, version: 4, isActive: true }]))
})

it('the role Read Only sees everything and can’t change anything', async () => {
  const saved = answer(productsApi.update, product)
  const user = openApp(address, readonly)
  for (const name of ['Edit', 'Deactivate']) {
    const button = (await drawer()).getByRole('button', { name })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await user.click(button)
  }
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(saved).toEqual([])
})

describe('the tab Listings', () => {
  it('says that no channel lists the product', async () => {
    openApp(`${address}&tab=listings`, ops)
    expect(await screen.findByText('This product isn’t listed on any channel yet.')).toBeInTheDocument()
  })

  it('groups listings by channel with price, visibility, sync state and error', async () => {
    const shop = buildListing({ channelName: 'Harbor Shop', sku: 'HL-S', price: '1026.00' })
    const meta = buildListing({
      channelName: 'Meta Shop',
      sku: 'HL-L',
      price: null,
      isVisible: false,
      syncStatus: 'failed',
      syncError: 'The image is too small.',
      lastSyncedAt: null,
    })
    const waiting = { ...shop, skuId: meta.skuId, sku: 'HL-L', syncStatus: 'pending' as const }
    answer(productsApi.detail, { ...product, listings: [shop, meta, waiting] })
    openApp(`${address}&tab=listings`, ops)
    const ofShop = within(await screen.findByRole('region', { name: 'Harbor Shop' })).getAllByRole('listitem')
    expect(ofShop).toHaveLength(2)
    expect(ofShop[0]).toHaveTextContent(/HL-S.*\$1,026\.00.*Visible.*Synced.*Synced .* ago/)
    expect(ofShop[1]).toHaveTextContent(/HL-L.*Waiting to sync/)
    const ofMeta = within(screen.getByRole('region', { name: 'Meta Shop' })).getByRole('listitem')
    expect(ofMeta).toHaveTextContent(
      /HL-L.*The SKU’s price.*Hidden.*Sync failed.*Never synced.*The image is too small\./,
    )
  })
})

describe('the tab History', () => {
  it('shows who changed what and when, with old and new values', async () => {
    answer(
      productsApi.history,
      [
        buildHistoryEntry({
          actorName: 'Theo Okafor',
          action: 'sku.update',
          about: 'HL-S',
          changes: [
            { field: 'price', before: '24.00', after: '22.50' },
            { field: 'asin', before: null, after: 'B0HARBOR01' },
          ],
        }),
      ],
      { total: 1 },
    )
    openApp(`${address}&tab=history`, ops)
    const entry = await screen.findByText('Theo Okafor').then((name) => name.closest('li'))
    expect(entry).toHaveTextContent(/^Theo Okafor changed HL-S.* agoPrice\$24\.00changed to \$22\.50ASINB0HARBOR01$/)
  })

  it('loads page by page', async () => {
    answer(productsApi.history, [buildHistoryEntry({ actorName: 'Theo Okafor' })], { total: 2, next: 'older' })
    const user = openApp(`${address}&tab=history`, ops)
    await screen.findByText('Showing 1 of 2')
    const requests = answer(productsApi.history, [buildHistoryEntry({ actorName: 'Mia Chen' })], { total: 2 })
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('Mia Chen')).toBeInTheDocument()
    expect(requests).toEqual([{ productId: product.id, cursor: 'older' }])
  })

  it('says that nothing was changed yet', async () => {
    answer(productsApi.history, [], { total: 0 })
    openApp(`${address}&tab=history`, ops)
    expect(await screen.findByText(/No changes yet/)).toBeInTheDocument()
  })

  it('shows the server’s error when it can’t be loaded', async () => {
    refuse(productsApi.history, 503, 'The database did not answer.')
    openApp(`${address}&tab=history`, ops)
    expect(await screen.findByText('The database did not answer.')).toBeInTheDocument()
  })
})

describe('the picture of the product', () => {
  const pictured = { ...product, uploadedImageUrl: '/api/images/7', imageUrl: '/api/images/7' }
  const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], 'lantern.webp', { type })

  it('is uploaded at once and shown first, and removed after a question', async () => {
    const user = openApp(address, ops)
    const uploaded = answer(productsApi.uploadImage, pictured)
    const removed = answer(productsApi.removeImage, product)
    const input = await (await drawer()).findByLabelText('Choose picture file')
    answer(productsApi.detail, pictured)
    await user.upload(input, file('image/webp'))
    expect(await (await drawer()).findByRole('img', { name: 'Harbor Lantern, uploaded picture' })).toHaveAttribute(
      'src',
      pictured.uploadedImageUrl,
    )
    expect((await drawer()).getAllByRole('img')).toHaveLength(3)
    expect(uploaded).toMatchObject([{ productId: product.id, multipart: expect.stringContaining('lantern.webp') }])
    answer(productsApi.detail, product)
    await user.click((await drawer()).getByRole('button', { name: 'Remove picture' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove the picture?' }))
    await user.click(question.getByRole('button', { name: 'Remove picture' }))
    await waitFor(() => expect(screen.queryByRole('img', { name: /uploaded picture/ })).not.toBeInTheDocument())
    expect(removed).toEqual([{ productId: product.id }])
  })

  it.each([
    ['image/svg+xml', 10, 'Choose a PNG, JPEG, or WebP picture.'],
    ['image/png', productImageRule.maxBytes + 1, 'The picture must be 2 MB or smaller.'],
  ])('of type %s with %i bytes is refused without a call', async (type, bytes, reason) => {
    openApp(address, ops)
    const input = await (await drawer()).findByLabelText('Choose picture file')
    fireEvent.change(input, { target: { files: [file(type, bytes)] } })
    expect(await (await drawer()).findByRole('alert')).toHaveTextContent(reason)
  })

  it('can’t be changed by people who may only read', async () => {
    openApp(address, readonly)
    await (await drawer()).findByRole('button', { name: 'Upload picture' })
    await waitFor(() => expect(blockedReason('Upload picture')).toContain('Operations and Admin can change products'))
  })
})
