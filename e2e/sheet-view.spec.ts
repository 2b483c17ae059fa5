import type { Page } from '@playwright/test'
import { expect, signIn, test } from './people.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }

/** Two SKUs of the test's own, first in the sheet. */
async function addSkus(page: Page, prefix: string) {
  for (const end of ['A', 'B']) {
    const made = await page.request.post('/api/products', { headers, data: { title: `Sheet ${prefix} ${end}` } })
    const { id } = (await made.json()) as { id: string }
    await page.request.post(`/api/products/${id}/skus`, { headers, data: { sku: `!${prefix}-${end}`, price: '10' } })
  }
}

async function enable(page: Page, prefix: string) {
  await page.getByRole('button', { name: 'Enable Sheet View' }).click()
  const row = page.getByRole('row').filter({ hasText: `!${prefix}-A` })
  await row.getByRole('gridcell', { name: new RegExp(`^Sheet ${prefix} A`) }).click()
  return row
}

test('cells are edited by keyboard alone, marked, checked and saved', async ({ page }) => {
  await signIn(page, 'ops', '/sheet-view')
  await addSkus(page, 'KEYS')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await page.getByRole('button', { name: 'Enable Sheet View' }).click()
  const save = page.getByRole('button', { name: /^Save All Changes/ })
  await save.click()
  await expect(page.getByText('No Changes', { exact: true })).toBeVisible()
  await expect(page.getByText('No modifications to save', { exact: true })).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: '!KEYS-A' })
  await row.getByRole('gridcell', { name: /^Sheet KEYS A/ }).click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('12.5')
  await page.keyboard.press('Tab')
  await page.keyboard.type('seven')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Modified')
  await page.getByRole('button', { name: 'Save All Changes (1)' }).click()
  await expect(page.getByText('Quantity must be a number such as 12').first()).toBeVisible()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Save All Changes (1)' }).click()
  await expect(page.getByText('Changes Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Updated 1 products successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enable Sheet View' })).toBeVisible()
  const rows = (await (await page.request.get('/api/products/sheet-data')).json()) as { sku: string; price: number }[]
  expect(rows.find(({ sku }) => sku === '!KEYS-A')).toMatchObject({ price: 12.5 })
})

test('a block is pasted from a spreadsheet, taken back as one step, and discarded only after a question', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'ops', '/sheet-view')
  await addSkus(page, 'PASTE')
  await enable(page, 'PASTE')
  await page.evaluate(() => navigator.clipboard.writeText('Pasted one\t1.5\nPasted two\t2.5\n'))
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('button', { name: 'Save All Changes (2)' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /^Pasted two/ })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: 'Save All Changes (0)' })).toBeVisible()
  await page.keyboard.press('Control+y')
  await expect(page.getByRole('button', { name: 'Save All Changes (2)' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('2 rows are changed and not saved')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('button', { name: 'Enable Sheet View' })).toBeVisible()
})

test('a row that somebody else changed is shown, not overwritten', async ({ page, browser }) => {
  await signIn(page, 'ops', '/sheet-view')
  await addSkus(page, 'CLASH')
  await enable(page, 'CLASH')
  await page.keyboard.type('Mine')
  await page.keyboard.press('Enter')

  const other = await browser.newPage()
  await signIn(other, 'admin', '/sheet-view')
  await enable(other, 'CLASH')
  await other.keyboard.type('Theirs')
  await other.keyboard.press('Enter')
  await other.getByRole('button', { name: 'Save All Changes (1)' }).click()
  await expect(other.getByText('Changes Saved', { exact: true })).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'Save All Changes (1)' }).click()
  const conflicts = page.getByRole('region', { name: 'Conflicts' })
  await expect(conflicts.getByRole('cell', { name: 'Theirs' })).toBeVisible()
  await expect(conflicts.getByRole('cell', { name: 'Mine' })).toBeVisible()
  const titleNow = async () => {
    const rows = (await (await page.request.get('/api/products/sheet-data')).json()) as { sku: string; title: string }[]
    return rows.find(({ sku }) => sku === '!CLASH-A')?.title
  }
  expect(await titleNow()).toBe('Theirs')
  await page
    .getByRole('button', { name: /^Keep mine/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Save All Changes (1)' }).click()
  await expect(page.getByText('Changes Saved', { exact: true })).toBeVisible()
  expect(await titleNow()).toBe('Mine')
})
