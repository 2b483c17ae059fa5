import { expect, signIn, test } from './people.ts'

test('a product is found, added, given a SKU, changed and deactivated', async ({ page }) => {
  await signIn(page, 'ops', '/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await search.fill('nothing is called this')
  await expect(page.getByText('No products found')).toBeVisible()
  await search.clear()

  await page.getByRole('button', { name: 'Add Product' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByLabel('Title').fill('Storm Kettle')
  await dialog.getByLabel('Brand').fill('Northlight')
  await dialog.getByLabel('Category').fill('Zebra Kitchen')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByText('Product Created', { exact: true })).toBeVisible()
  await expect(page.getByText('Product has been created successfully', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await search.fill('zEBRA kit')
  const card = page.getByRole('region', { name: 'Storm Kettle' })
  await expect(card).toContainText('Northlight')
  await expect(card).toContainText('Active')
  await expect(card).toContainText('0 SKUs')
  await expect(page.getByRole('button', { name: /^View / })).toHaveCount(1)

  await card.getByRole('button', { name: 'View Storm Kettle' }).click()
  const drawer = page.getByRole('dialog', { name: /Storm Kettle/ })
  await drawer.getByRole('tab', { name: /SKUs/ }).click()
  await drawer.getByRole('button', { name: 'Add SKU' }).click()
  const form = page.getByRole('dialog', { name: 'Add SKU' })
  await form.getByLabel('SKU', { exact: true }).fill('E2E-KETTLE')
  await form.getByLabel('Price', { exact: false }).first().fill('49.5')
  await form.getByRole('button', { name: 'Create SKU' }).click()
  await expect(page.getByText('SKU Created', { exact: true })).toBeVisible()
  await expect(drawer).toContainText('E2E-KETTLE')
  await expect(drawer).toContainText('$49.50')
  await expect(drawer).toContainText('Out of Stock')

  await page.reload()
  await expect(drawer.getByRole('tab', { name: /SKUs/, selected: true })).toBeVisible()
  await drawer.getByRole('tab', { name: 'Details' }).click()
  await drawer.getByRole('button', { name: 'Deactivate' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 active SKU')
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(drawer.getByText('Inactive').first()).toBeVisible()
  await drawer.getByRole('tab', { name: 'History' }).click()
  await expect(drawer.getByText('Theo Okafor').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
})

test('somebody who may only read sees products and can’t change them', async ({ page }) => {
  await signIn(page, 'readonly', '/products')
  await expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Product' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toHaveAttribute('aria-disabled', 'true')
  expect((await page.request.get('/api/products/export?format=csv')).status()).toBe(403)
})

test('a picture that can’t be loaded gives way to a tile', async ({ page }) => {
  await page.route('https://pictures.example/**', (route) => route.fulfill({ status: 404 }))
  await signIn(page, 'ops', '/products')
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  await page.request.post('/api/products', {
    headers,
    data: { title: 'Pictured Bowl', images: ['https://pictures.example/bowl.jpg'] },
  })
  await page.goto('/products?search=Pictured')
  const card = page.getByRole('region', { name: 'Pictured Bowl' })
  await expect(card).toBeVisible()
  await expect(card.locator('img')).toHaveCount(0)
})
