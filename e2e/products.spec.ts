import { addProduct, openOwnCompany, refuse } from './own-company.ts'
import { closeWithEscape, expect, expectToast, test } from './sign-in.ts'
import { rowsOf } from './workbooks.ts'

test('a product is added, searched by title, brand and category, and exported', async ({ page }) => {
  await openOwnCompany(page, '/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page.getByText('No products found')).toBeVisible()
  await addProduct(page, { title: 'Plain Bowl', isActive: false }, { sku: 'BOWL' }, { sku: 'BOWL-2', price: '7.5' })

  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked()
  await dialog.getByLabel('Title').fill('Storm Kettle')
  await dialog.getByLabel('Brand').fill('Northlight')
  await dialog.getByLabel('Category').fill('Camp Kitchen')
  await dialog.getByLabel('Description').fill('Boils in the wind')
  await refuse(page, '/api/products', 'The shelf is full.')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expectToast(page, 'Error', 'Failed to create product. The shelf is full.')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expectToast(page, 'Product Created', 'Product has been created successfully')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  await closeWithEscape(page)

  const cards = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
  await expect(cards).toHaveCount(2)
  const search = page.getByRole('searchbox', { name: 'Search products' })
  for (const text of ['sTORM ket', 'NORTHL', 'mp kitch']) {
    await search.fill(text)
    await expect(cards).toHaveCount(1)
    await expect(cards).toHaveText(/Storm Kettle.*Northlight.*Camp Kitchen.*Active.*Boils in the wind.*0 SKUs/)
  }
  await search.fill('nothing is called this')
  await expect(page.getByText('No products found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(cards.filter({ hasText: 'Plain Bowl' })).toHaveText(/Inactive.*2 SKUs/)

  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'XLSX' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.xlsx$/)
  const [headings, ...rows] = await rowsOf(download)
  expect(headings?.slice(0, 6)).toEqual(['SKU', 'Title', 'Price', 'Quantity', 'ASIN', 'Category'])
  expect(rows.map(([sku, title, price]) => [sku, title, price])).toEqual(
    expect.arrayContaining([
      ['BOWL', 'Plain Bowl', null],
      ['BOWL-2', 'Plain Bowl', 7.5],
    ]),
  )
})

test('a SKU is added to a product, changed and deactivated in the drawer', async ({ page }) => {
  await openOwnCompany(page, '/products')
  await addProduct(page, { title: 'Storm Kettle' })
  await page.getByRole('button', { name: 'View Storm Kettle' }).click()
  const drawer = page.getByRole('dialog', { name: /Storm Kettle/ })
  await drawer.getByRole('tab', { name: /SKUs/ }).click()
  await drawer.getByRole('button', { name: 'Add SKU' }).click()
  const form = page.getByRole('dialog', { name: 'Add SKU' })
  await form.getByRole('button', { name: 'Create SKU' }).click()
  await expect(form.getByText('SKU is required')).toBeVisible()
  await form.getByLabel('SKU', { exact: true }).fill('KETTLE')
  await form.getByLabel('ASIN').fill('short')
  await form.getByLabel(/^Price/).fill('free')
  await form.getByRole('button', { name: 'Create SKU' }).click()
  await expect(form.getByText('ASIN must be ten letters or digits, such as B0C1234567')).toBeVisible()
  await form.getByLabel('ASIN').fill('b0c1234567')
  await form.getByLabel(/^Price/).fill('49.5')
  await form.getByRole('button', { name: 'Create SKU' }).click()
  await expectToast(page, 'SKU Created', 'KETTLE has been added to the product')
  const sku = drawer.getByRole('article', { name: 'KETTLE' })
  await expect(sku).toContainText('$49.50')
  await expect(sku).toContainText('Out of Stock')

  await page.reload()
  await expect(drawer.getByRole('tab', { name: /SKUs/, selected: true })).toBeVisible()
  await sku.getByRole('button', { name: 'Edit KETTLE' }).click()
  const edit = page.getByRole('dialog', { name: /KETTLE/ }).last()
  await edit.getByLabel(/^Compare-at price/).fill('60')
  await edit.getByRole('button', { name: /^Save/ }).click()
  await expectToast(page, 'SKU Updated', 'KETTLE is active and up to date')
  await sku.getByRole('button', { name: 'Deactivate KETTLE' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(sku.getByText('Inactive')).toBeVisible()
  await sku.getByRole('button', { name: 'Activate KETTLE' }).click()
  await expect(sku.getByText('Out of Stock')).toBeVisible()

  await drawer.getByRole('tab', { name: 'Listings' }).click()
  await expect(drawer.getByText('No channel lists this product yet.')).toBeVisible()
  await drawer.getByRole('tab', { name: 'Details' }).click()
  await drawer.getByRole('button', { name: 'Deactivate' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 active SKU')
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(drawer.getByText('Inactive').first()).toBeVisible()
  await drawer.getByRole('tab', { name: 'History' }).click()
  await expect(drawer.getByText('B0C1234567').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
})

test('a picture that cannot be loaded is replaced by a tile', async ({ page }) => {
  await page.route('https://pictures.example/**', (route) => route.fulfill({ status: 404 }))
  await openOwnCompany(page, '/products')
  await addProduct(page, { title: 'Pictured Bowl', images: ['https://pictures.example/bowl.jpg'] })
  const card = page.getByRole('region', { name: 'Pictured Bowl' })
  await expect(card).toBeVisible()
  await expect(card.locator('img')).toHaveCount(0)
})
