import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ProductDetail, productsApi } from '#contract/products.ts'
import { twoWayApi } from '#contract/two-way.ts'
import { buildCurrentUser, buildProduct, buildSku } from '#web/testing/builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const small = buildSku({ sku: 'HL-S', version: 3, lastAmazonSync: '2026-01-01T00:00:00Z' })
const large = buildSku({
  sku: 'HL-L',
  title: 'Harbor Lantern, large',
  price: null,
  compareAtPrice: '1049.00',
  weight: '2.500',
  dimensions: { length: 12, width: 6.5, height: 6, unit: 'inches' },
  qtyAvailable: 0,
  qtyReserved: 0,
  status: 'out_of_stock',
})
const product = buildProduct({ title: 'Harbor Lantern', skus: [small, large] })

beforeEach(() => {
  answer(productsApi.list, [])
  answer(productsApi.detail, product)
  answer(twoWayApi.listings, [])
})

const openSkus = (user = ops, shown: ProductDetail = product) => openApp(`/products?product=${shown.id}&tab=skus`, user)
const card = async (sku: string) => within(await screen.findByRole('article', { name: sku }))

describe('the SKUs', () => {
  it('show code, price, stock and status', async () => {
    openSkus()
    const smallCard = await card('HL-S')
    expect(smallCard.getByText('$24.00')).toBeInTheDocument()
    expect(smallCard.getByText('In Stock')).toBeInTheDocument()
    for (const [label, units] of Object.entries({ Available: '42', Reserved: '3', Inbound: '12' })) {
      expect(smallCard.getByText(label).nextElementSibling).toHaveTextContent(units)
    }
    const largeCard = await card('HL-L')
    expect(largeCard.getByText('No price')).toBeInTheDocument()
    expect(largeCard.getByText('Out of Stock')).toBeInTheDocument()
    expect(largeCard.getByText('Harbor Lantern, large')).toBeInTheDocument()
  })

  it('unfold into all their fields', async () => {
    const user = openSkus()
    const largeCard = await card('HL-L')
    await user.click(largeCard.getByText('All fields'))
    const facts = {
      'Compare-at price': '$1,049.00',
      Weight: '2.500 pounds',
      Dimensions: '12 × 6.5 × 6 inches',
      'Pack quantity': '1',
      ASIN: '—',
      'Stocked by': 'You',
      Hazmat: 'No',
      'Amazon sync': 'Never synced',
    }
    for (const [label, value] of Object.entries(facts)) {
      expect(largeCard.getByText(label).nextElementSibling).toHaveTextContent(value)
    }
  })

  it('copy their code', async () => {
    const user = openSkus()
    await user.click((await card('HL-S')).getByRole('button', { name: 'Copy HL-S' }))
    await expect(navigator.clipboard.readText()).resolves.toBe('HL-S')
  })

  it('explain the empty state', async () => {
    answer(productsApi.detail, { ...product, skus: [], skuCount: 0 })
    openSkus()
    expect(await screen.findByText(/^No SKUs yet/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Add SKU' })).toBeInTheDocument()
  })

  it('are read-only for the role Read Only, with the reason', async () => {
    const changed = answer(productsApi.updateSku, small)
    const user = openSkus(buildCurrentUser({ role: 'readonly' }))
    const smallCard = await card('HL-S')
    for (const name of ['Edit HL-S', 'Deactivate HL-S']) await user.click(smallCard.getByRole('button', { name }))
    await user.click(screen.getByRole('button', { name: 'Add SKU' }))
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(changed).toEqual([])
    smallCard.getByRole('button', { name: 'Edit HL-S' }).focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/Operations and Admin can change SKUs/)
  })
})

describe('Add SKU', () => {
  const openDialog = async () => {
    const user = openSkus()
    await card('HL-S')
    await user.click(screen.getByRole('button', { name: 'Add SKU' }))
    return { user, dialog: within(screen.getByRole('dialog', { name: 'Add SKU' })) }
  }

  it('groups its fields', async () => {
    const { dialog } = await openDialog()
    const groups = dialog.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent)
    expect(groups).toEqual(['Basics', 'Prices', 'Package', 'Amazon & prep'])
  })

  it('creates the SKU with every field, shows a toast and closes', async () => {
    const created = answer(productsApi.createSku, buildSku({ sku: 'HL-XL' }))
    const { user, dialog } = await openDialog()
    const typed = {
      SKU: 'HL-XL',
      'Title (optional)': 'Extra large',
      'Safety buffer': '2',
      'Price (optional)': '49.5',
      'Compare-at price (optional)': '60',
      'Cost (optional)': '20',
      'Weight (optional)': '3.25',
      'Length (optional)': '12',
      'Width (optional)': '7',
      'Height (optional)': '6.5',
      'Pack quantity': '4',
      'ASIN (optional)': 'b0harbor09',
      'Shipping template (optional)': 'Bulky',
      'Prep instructions (optional)': 'Bubble wrap',
    }
    for (const [label, value] of Object.entries(typed)) {
      fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    }
    await user.click(dialog.getByRole('checkbox', { name: 'Hazmat' }))
    await user.click(dialog.getByRole('combobox', { name: 'Weight unit' }))
    await user.click(screen.getByRole('option', { name: 'kilograms' }))
    await user.click(dialog.getByRole('button', { name: 'Create SKU' }))
    expect(await screen.findByText('SKU Created')).toBeInTheDocument()
    expect(screen.queryByRole('dialog', { name: 'Add SKU' })).not.toBeInTheDocument()
    expect(created).toEqual([
      {
        productId: product.id,
        sku: 'HL-XL',
        title: 'Extra large',
        isActive: true,
        safetyBuffer: 2,
        price: '49.50',
        compareAtPrice: '60.00',
        cost: '20.00',
        weight: '3.25',
        weightUnit: 'kilograms',
        dimensions: { length: 12, width: 7, height: 6.5, unit: 'inches' },
        packageQuantity: 4,
        asin: 'B0HARBOR09',
        shippingTemplate: 'Bulky',
        prepInstructions: 'Bubble wrap',
        isHazmat: true,
      },
    ])
  })

  it('shows the server’s error at its field', async () => {
    const taken = { field: 'sku', message: 'A SKU with this code already exists' }
    refuse(productsApi.createSku, 409, 'A SKU with this code already exists.', [taken])
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByRole('textbox', { name: 'SKU' }), 'HL-S{Enter}')
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'SKU' })).toHaveAccessibleDescription(taken.message))
    expect(dialog.queryByRole('button', { name: 'Reload' })).not.toBeInTheDocument()
    expect(await screen.findByText('Failed to create SKU. A SKU with this code already exists.')).toBeInTheDocument()
  })

  it('says that a SKU of an inactive product starts inactive', async () => {
    answer(productsApi.detail, { ...product, isActive: false })
    const { dialog } = await openDialog()
    expect(dialog.getByText(/the SKU will be inactive too/)).toBeInTheDocument()
    expect(dialog.queryByRole('switch')).not.toBeInTheDocument()
  })
})

describe('Edit', () => {
  const openDialog = async (sku: string) => {
    const user = openSkus()
    await user.click((await card(sku)).getByRole('button', { name: `Edit ${sku}` }))
    return { user, dialog: within(screen.getByRole('dialog', { name: `Edit ${sku}` })) }
  }

  it('saves with the version it was opened with', async () => {
    const changed = answer(productsApi.updateSku, small)
    const { user, dialog } = await openDialog('HL-S')
    const price = dialog.getByRole('textbox', { name: /^Price/ })
    await user.clear(price)
    await user.type(price, '19.9')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('SKU Updated')).toBeInTheDocument()
    expect(changed[0]).toMatchObject({ productId: product.id, skuId: small.id, version: 3, price: '19.90' })
  })

  it('clears emptied fields', async () => {
    const changed = answer(productsApi.updateSku, large)
    const { user, dialog } = await openDialog('HL-L')
    for (const name of [/^Title/, /^Length/, /^Width/, /^Height/]) {
      await user.clear(dialog.getByRole('textbox', { name }))
    }
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(changed[0]).toMatchObject({ title: null, dimensions: null }))
  })

  it('locks the code of a SKU that is synced with Amazon', async () => {
    const { user, dialog } = await openDialog('HL-S')
    const code = dialog.getByRole('textbox', { name: 'SKU' })
    await user.type(code, 'X')
    expect(code).toHaveValue('HL-S')
    expect(code).toHaveAccessibleDescription('Amazon identifies it by this code, so it can’t be changed.')
  })

  it('offers to load a colleague’s version on conflict', async () => {
    refuse(productsApi.updateSku, 409, 'Someone has changed this SKU since you opened it. Reload it.')
    const { user, dialog } = await openDialog('HL-S')
    await user.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Mine')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await dialog.findByText(/Someone has changed this SKU/)).toBeInTheDocument()
    answer(productsApi.detail, { ...product, skus: [{ ...small, title: 'Theirs', version: 8 }, large] })
    await user.click(dialog.getByRole('button', { name: 'Reload' }))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Title/ })).toHaveValue('Theirs'))
    const changed = answer(productsApi.updateSku, small)
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(changed[0]).toMatchObject({ version: 8, title: 'Theirs' }))
  })
})

describe('Deactivate and Activate', () => {
  it('state the consequences before a SKU is deactivated', async () => {
    const changed = answer(productsApi.updateSku, { ...small, isActive: false })
    const user = openSkus()
    await user.click((await card('HL-S')).getByRole('button', { name: 'Deactivate HL-S' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Deactivate HL-S?' }))
    expect(
      question.getByText(/disappear from Inventory, Sheet View and stock alerts, along with its 42 available units/),
    ).toBeVisible()
    expect(changed).toEqual([])
    await user.click(question.getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('SKU Updated')).toBeInTheDocument()
    expect(changed).toEqual([{ productId: product.id, skuId: small.id, version: 3, isActive: false }])
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('activate a SKU at once', async () => {
    answer(productsApi.detail, { ...product, skus: [{ ...small, isActive: false }] })
    const changed = answer(productsApi.updateSku, small)
    const user = openSkus()
    const smallCard = await card('HL-S')
    expect(smallCard.getByText('Inactive')).toBeInTheDocument()
    await user.click(smallCard.getByRole('button', { name: 'Activate HL-S' }))
    await waitFor(() =>
      expect(changed).toEqual([{ productId: product.id, skuId: small.id, version: 3, isActive: true }]),
    )
  })

  it('are blocked while the product is inactive', async () => {
    answer(productsApi.detail, { ...product, isActive: false, skus: [{ ...small, isActive: false }] })
    openSkus()
    const button = (await card('HL-S')).getByRole('button', { name: 'Activate HL-S' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    button.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Activate the product first.')
  })
})
