import type { Page } from '@playwright/test'
import { openOwnCompany, uploadRows } from './own-company.ts'
import { closeWithEscape, expect, signIn, test } from './sign-in.ts'
import { addWebsite, deliver, orderCreated, ordersOf } from './website.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }
const box = (page: Page) => page.getByPlaceholder('Search orders, products, customers…')
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await box(page).fill(text)
}

test('Ctrl-K finds orders, SKUs, products, customers, promotions, screens and actions, by keyboard alone', async ({
  page,
}) => {
  await openOwnCompany(page, '/products')
  await uploadRows(page, [['KET-1', 'Copper kettle', 10, 30, 'B0C1234567']])
  const code = { title: 'Autumn kettles', code: 'KETTLE10', value: '10' }
  expect((await page.request.post('/api/promotions', { headers, data: code })).status()).toBe(201)
  const website = await addWebsite(page, 'Search Shop')
  expect(await deliver(website, orderCreated('Kettle-77', 'KET-1'))).toBe(202)
  await expect.poll(() => ordersOf(page, website)).toHaveLength(1)
  const [order] = await ordersOf(page, website)

  await find(page, 'kettle')
  const results = page.getByRole('listbox')
  for (const group of ['Orders', 'Products', 'Promotions'])
    await expect(results.getByRole('group', { name: group })).toBeVisible()
  await option(page, /Kettle-77/).waitFor()
  await closeWithEscape(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  for (const [text, name, address] of [
    ['kettle-77', /Kettle-77/, new RegExp(`/orders\\?order=${order?.id}`)],
    ['ket-1', /KET-1/, /\/inventory\?sku=/],
    ['ana ruiz', /Ana Ruiz/, /\/orders\?/],
    ['add new product', /Add new product/i, /\/products\?create=product/],
  ] as const) {
    await find(page, text)
    await expect(option(page, name).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await expect(box(page)).toHaveCount(0)
    if (/=/.test(new URL(page.url()).search.replace('search=', '')))
      await expect(page.getByRole('dialog')).toBeVisible()
  }
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible()
  await closeWithEscape(page)

  await find(page, 'zzqqxx')
  await expect(page.getByText(/Nothing found for/)).toBeVisible()
  await closeWithEscape(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Search everywhere')
})

test('search opens by its button too, and lists only what the role may do', async ({ page }) => {
  await signIn(page, 'readonly', '/dashboard')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Search' }).click()
  await box(page).fill('add')
  await expect(option(page, /Add new product/i)).toHaveCount(0)
  await box(page).fill('inventory')
  await option(page, 'Inventory').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Stock Management' })).toBeVisible()
})
