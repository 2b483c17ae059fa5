import type { Page } from '@playwright/test'
import { openOwnCompany, sheetRows, uploadRows } from './own-company.ts'
import { expect, expectToast, test } from './sign-in.ts'

const two = [
  ['A', 'Flask A', 10, 5],
  ['B', 'Flask B', 10, 5],
]
const saveAll = (page: Page, count: number) => page.getByRole('button', { name: `Save All Changes (${count})` })
const intro = (page: Page) => page.getByRole('button', { name: 'Enable Sheet View' })

async function openSheet(page: Page, rows: (string | number)[][]) {
  await openOwnCompany(page, '/sheet-view')
  await uploadRows(page, rows)
  await enable(page, rows.length)
}

async function enable(page: Page, rows: number) {
  await intro(page).click()
  await expect(page.getByRole('grid')).toBeFocused()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows + 1))
}

test('cells are edited by keyboard alone, marked, checked and saved', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openOwnCompany(page, '/sheet-view')
  await uploadRows(page, two)
  await expect(page.getByRole('grid')).toHaveCount(0)
  expect(asked).not.toContain('/api/products/sheet-data')
  await intro(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toBeFocused()
  await expect(page.getByRole('columnheader')).toHaveText([
    'SKU',
    'Title',
    'Price',
    'Quantity',
    'ASIN',
    'Category',
    'Status',
  ])
  await page.keyboard.press('Control+s')
  await expectToast(page, 'No Changes', 'No modifications to save')

  const row = page.getByRole('row').nth(1)
  await expect(row).not.toContainText('Modified')
  for (const text of ['A-2', 'Flask Z', '12.5', 'seven', 'b0c1234567', 'Bar']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(row).toContainText('Modified')
  await expect(page.getByText('Modified', { exact: true })).toHaveCount(1)
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Save Failed', '1 cell has an error. Nothing was sent; correct them and save again.')
  await expect(page.getByText('Quantity must be a number such as 12').first()).toBeVisible()
  await expect(row.getByRole('gridcell').nth(3)).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  const [sent] = await Promise.all([page.waitForRequest('**/bulk-update'), page.keyboard.press('Control+s')])
  expect((sent.postDataJSON() as { updates: object[] }).updates).toHaveLength(1)
  await expectToast(page, 'Changes Saved', 'Updated 1 products successfully')
  await expect(intro(page)).toBeFocused()
  expect(await sheetRows(page)).toMatchObject([
    { sku: 'A-2', title: 'Flask Z', price: 12.5, quantity: 7, asin: 'B0C1234567', category: 'Bar' },
    { sku: 'B', title: 'Flask B', price: 10, quantity: 5 },
  ])
})

test('1,000 rows are pasted from a spreadsheet, undone as one step, and saved', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const code = (index: number) => `P-${String(index).padStart(4, '0')}`
  await openSheet(
    page,
    Array.from({ length: 1_000 }, (_, index) => [code(index), `Part ${index}`, 1, 1]),
  )
  const block = Array.from({ length: 1_000 }, (_, index) => `Pasted ${index}\t${index}.25\t${index}`).join('\r\n')
  await page.evaluate((text) => navigator.clipboard.writeText(text), block)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('button', { name: 'Save All Changes (1,000)' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(saveAll(page, 0)).toBeVisible()
  await page.keyboard.press('Control+y')
  await page.getByRole('button', { name: 'Save All Changes (1,000)' }).click()
  await expectToast(page, 'Changes Saved', 'Updated 1000 products successfully')
  await enable(page, 1_000)
  await page.keyboard.press('Control+End')
  await expect(page.getByRole('row', { name: 'P-0999 Pasted 999 999.25 999' })).toBeVisible()
})

test('a row that another user changed is shown as a conflict, not overwritten', async ({ page, browser }) => {
  await openSheet(page, two)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('Mine')
  await page.keyboard.press('Enter')
  const other = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  await other.goto('/sheet-view')
  await enable(other, 2)
  await other.keyboard.press('ArrowRight')
  await other.keyboard.type('Theirs')
  await other.keyboard.press('Enter')
  await saveAll(other, 1).click()
  await expectToast(other, 'Changes Saved', 'Updated 1 products successfully')
  await other.context().close()

  await saveAll(page, 1).click()
  const conflicts = page.getByRole('region', { name: 'Conflicts' })
  await expect(conflicts.getByRole('cell', { name: 'Theirs' })).toBeVisible()
  await expect(conflicts.getByRole('cell', { name: 'Mine' })).toBeVisible()
  expect(await sheetRows(page)).toMatchObject([{ title: 'Theirs' }, { title: 'Flask B' }])
  await page
    .getByRole('button', { name: /^Keep mine/ })
    .first()
    .click()
  await saveAll(page, 1).click()
  await expect(page.getByText('Changes Saved', { exact: true })).toBeVisible()
  expect(await sheetRows(page)).toMatchObject([{ title: 'Mine' }, { title: 'Flask B' }])
})
