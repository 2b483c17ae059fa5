import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { productsApi } from '#contract/products.ts'
import { buildCurrentUser, buildProduct, buildProductRow } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const readonly = buildCurrentUser({ role: 'readonly' })
const lantern = buildProductRow({ title: 'Harbor Lantern', brand: 'Tidewater', category: 'Lighting' })

beforeEach(() => {
  answer(productsApi.list, [lantern], { total: 1 })
})

const card = async (title: string) => within(await screen.findByRole('region', { name: title }))

describe('Add Product', () => {
  const openDialog = async () => {
    const user = openApp('/products', ops)
    await user.click(await screen.findByRole('button', { name: 'Add Product' }))
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Add Product' })) }
  }

  it('starts empty and active', async () => {
    const { dialog } = await openDialog()
    for (const name of ['Title', 'Brand (optional)', 'Category (optional)', 'Description (optional)']) {
      expect(dialog.getByRole('textbox', { name })).toHaveValue('')
    }
    expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked()
  })

  it('requires a title at its field', async () => {
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Create Product' }))
    const title = dialog.getByRole('textbox', { name: 'Title' })
    await waitFor(() => expect(title).toHaveAccessibleDescription('Title is required'))
    expect(title).toHaveFocus()
  })

  it('adds two SKUs with stock in one go', async () => {
    const created = answer(productsApi.create, buildProductRow({ title: 'Deck Chair' }))
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('textbox', { name: 'Title' }))
    await user.keyboard('Deck Chair')
    await user.click(dialog.getByRole('textbox', { name: 'SKU (optional)' }))
    await user.keyboard('CHAIR-S{Tab}49.90{Tab}20')
    await user.click(dialog.getByRole('button', { name: 'Add another SKU' }))
    expect(dialog.getByRole('textbox', { name: 'SKU 2 (optional)' })).toHaveFocus()
    await user.keyboard('CHAIR-L{Tab}{Tab}5')
    await user.click(dialog.getByRole('button', { name: 'Add another SKU' }))
    await user.click(dialog.getByRole('button', { name: 'Create Product' }))
    await waitFor(() =>
      expect(created).toMatchObject([
        {
          title: 'Deck Chair',
          skus: [
            { sku: 'CHAIR-S', price: '49.90', quantity: 20 },
            { sku: 'CHAIR-L', quantity: 5 },
          ],
        },
      ]),
    )
  })

  it('shows what is wrong with a SKU at its field', async () => {
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Deck Chair')
    await user.type(dialog.getByRole('textbox', { name: 'Units (optional)' }), 'many')
    await user.click(dialog.getByRole('button', { name: 'Create Product' }))
    expect(await dialog.findByText('SKU is required')).toBeInTheDocument()
    expect(dialog.getByText('Quantity must be a whole number')).toBeInTheDocument()
    await user.clear(dialog.getByRole('textbox', { name: 'Units (optional)' }))
    await user.type(dialog.getByRole('textbox', { name: 'SKU (optional)' }), 'HP-1001')
    const message = 'A SKU with this code already exists'
    refuse(productsApi.create, 409, message, [{ field: 'skus.0.sku', message }])
    await user.click(dialog.getByRole('button', { name: 'Create Product' }))
    await waitFor(() =>
      expect(dialog.getByRole('textbox', { name: 'SKU (optional)' })).toHaveAccessibleDescription(message),
    )
  })

  it('rejects an image URL without https', async () => {
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: /^Image URL/ }), 'http://images.example/a.jpg{Enter}')
    expect(await dialog.findByText('Enter an address that starts with https://')).toBeInTheDocument()
  })

  it('creates the product, shows a toast, closes, resets and refetches the list', async () => {
    const created = answer(productsApi.create, buildProductRow({ title: 'Deck Chair' }))
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), ' Deck Chair ')
    await user.type(dialog.getByRole('textbox', { name: /^Brand/ }), 'Tidewater')
    answer(productsApi.list, [buildProductRow({ title: 'Deck Chair' }), lantern], { total: 2 })
    await user.click(dialog.getByRole('button', { name: 'Create Product' }))
    expect(await screen.findByText('Product Created')).toBeInTheDocument()
    expect(screen.getByText('Product has been created successfully')).toBeInTheDocument()
    await card('Deck Chair')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(created).toEqual([
      { title: 'Deck Chair', brand: 'Tidewater', category: '', description: '', isActive: true },
    ])
    await user.click(screen.getByRole('button', { name: 'Add Product' }))
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('')
  })

  it('creates an inactive product with several images', async () => {
    const created = answer(productsApi.create, buildProductRow())
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Deck Chair')
    await user.type(dialog.getByRole('textbox', { name: /^Image URL/ }), 'https://images.example/a.jpg')
    await user.click(dialog.getByRole('button', { name: 'Add another image' }))
    await user.click(dialog.getByRole('button', { name: 'Add another image' }))
    await user.type(dialog.getByRole('textbox', { name: /^Image URL 3/ }), 'https://images.example/b.jpg')
    await user.click(dialog.getByRole('button', { name: 'Remove image 2' }))
    await user.click(dialog.getByRole('switch', { name: 'Active' }))
    await user.click(dialog.getByRole('button', { name: 'Create Product' }))
    await waitFor(() => expect(created).toHaveLength(1))
    expect(created[0]).toMatchObject({
      images: ['https://images.example/a.jpg', 'https://images.example/b.jpg'],
      isActive: false,
    })
  })

  it('keeps the input and shows the server’s error', async () => {
    refuse(productsApi.create, 422, 'Check the form.', [{ field: 'brand', message: 'This brand is protected' }])
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Deck Chair{Enter}')
    const brand = dialog.getByRole('textbox', { name: /^Brand/ })
    await waitFor(() => expect(brand).toHaveAccessibleDescription('This brand is protected'))
    expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Deck Chair')
    expect(await screen.findByText('Error')).toBeInTheDocument()
    expect(screen.getByText('Failed to create product. Check the form.')).toBeInTheDocument()
  })

  it('asks before it discards input', async () => {
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Deck Chair')
    await user.keyboard('{Escape}')
    const question = within(screen.getByRole('alertdialog', { name: 'Discard your changes?' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Deck Chair')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('is blocked for the role Read Only and says why', async () => {
    const user = openApp('/products', readonly)
    const button = await screen.findByRole('button', { name: 'Add Product' })
    button.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/Operations and Admin can add products/)
    await user.click(button)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('Edit', () => {
  const product = buildProduct({ ...lantern, version: 7, images: ['https://images.example/a.jpg'] })

  const openEdit = async () => {
    answer(productsApi.detail, product)
    const user = openApp('/products', ops)
    await user.click((await card('Harbor Lantern')).getByRole('button', { name: 'Edit Harbor Lantern' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }))
    return { user, dialog, title: await dialog.findByRole('textbox', { name: 'Title' }) }
  }

  it('saves with the version it was opened with', async () => {
    const { user, dialog, title } = await openEdit()
    const saved = answer(productsApi.update, { ...product, title: 'Storm Lantern', version: 8 })
    await user.clear(title)
    await user.type(title, 'Storm Lantern')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Product Updated')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(saved).toEqual([
      {
        productId: product.id,
        version: 7,
        title: 'Storm Lantern',
        brand: 'Tidewater',
        category: 'Lighting',
        description: lantern.description,
        images: ['https://images.example/a.jpg'],
        isActive: true,
      },
    ])
  })

  it('keeps the input when a colleague saves, and offers to load their version on conflict', async () => {
    const { user, dialog, title } = await openEdit()
    await user.type(title, ' XL')
    answer(productsApi.detail, { ...product, title: 'Porch Lantern', version: 8 })
    FakeEventSource.latest.send('products')
    refuse(productsApi.update, 409, 'Someone has changed this product since you opened it. Reload it.')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await dialog.findByText(/Someone has changed this product/)).toBeInTheDocument()
    expect(title).toHaveValue('Harbor Lantern XL')
    await user.click(dialog.getByRole('button', { name: 'Reload' }))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Porch Lantern'))
    expect(dialog.queryByText(/Someone has changed this product/)).not.toBeInTheDocument()
    const saved = answer(productsApi.update, product)
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(saved[0]).toMatchObject({ version: 8, title: 'Porch Lantern' }))
  })

  it('shows an error when the product can’t be loaded', async () => {
    refuse(productsApi.detail, 404, 'This product doesn’t exist.')
    const user = openApp('/products', ops)
    await user.click((await card('Harbor Lantern')).getByRole('button', { name: 'Edit Harbor Lantern' }))
    expect(await screen.findByText('This product doesn’t exist.')).toBeInTheDocument()
  })

  it('is blocked for the role Read Only and says why', async () => {
    const user = openApp('/products', readonly)
    const button = (await card('Harbor Lantern')).getByRole('button', { name: 'Edit Harbor Lantern' })
    button.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/Operations and Admin can change products/)
    await user.click(button)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
