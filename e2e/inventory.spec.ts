import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addProduct, openOwnCompany, uploadRows } from './own-company.ts'
import { closeWithEscape, expect, test } from './sign-in.ts'
import { rowsOf } from './workbooks.ts'

const stockTable = (page: Page) => page.getByRole('table', { name: 'Stock by SKU' })
const codes = (page: Page) => stockTable(page).getByRole('rowheader')
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by SKU or ASIN' })

async function chooseStatus(page: Page, label: string) {
  await page.getByRole('combobox', { name: 'Stock status' }).click()
  await page.getByRole('option', { name: label, exact: true }).click()
}

test('cards, badges and filter each follow their own rule at the thresholds', async ({ page }) => {
  await openOwnCompany(page, '/inventory')
  await expect(page.getByText('No SKUs yet. Every active SKU appears here with its stock.')).toBeVisible()
  await uploadRows(
    page,
    [0, 1, 10, 11].map((units) => [`F-${String(units).padStart(2, '0')}`, `Flask of ${units}`, 5, units]),
  )
  await expect(codes(page)).toHaveText(['F-00', 'F-01', 'F-10', 'F-11'])
  for (const [label, figure] of [
    ['Total SKUs', '4'],
    ['Low Stock', '3'],
    ['Out of Stock', '1'],
    ['Total Units', '22'],
  ] as const) {
    const card = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
    await expect(card.getByRole('definition').first()).toHaveText(figure)
  }
  await expect(stockTable(page).getByRole('columnheader')).toHaveText([
    'SKU',
    'ASIN',
    'Product',
    'Available',
    'Reserved',
    'Inbound',
    'Status',
    'Marketplace Sync',
  ])
  const rows = stockTable(page).getByRole('row')
  for (const [code, badge] of [
    ['F-00', 'Out of Stock'],
    ['F-01', 'Low Stock'],
    ['F-10', 'Low Stock'],
    ['F-11', 'In Stock'],
  ] as const) {
    await expect(rows.filter({ hasText: code })).toContainText(badge)
    await expect(rows.filter({ hasText: code })).toContainText('Never synced')
  }

  await page.getByRole('combobox', { name: 'Stock status' }).click()
  await expect(page.getByRole('option')).toHaveText(['All Statuses', 'In Stock', 'Low Stock', 'Out of Stock'])
  await page.keyboard.press('Escape')
  await chooseStatus(page, 'In Stock')
  await expect(codes(page)).toHaveText(['F-11'])
  await chooseStatus(page, 'Low Stock')
  await expect(codes(page)).toHaveText(['F-01', 'F-10'])
  await chooseStatus(page, 'Out of Stock')
  await expect(codes(page)).toHaveText(['F-00'])
  await page.reload()
  await expect(codes(page)).toHaveText(['F-00'])
  await searchBox(page).fill('f-11')
  await expect(page.getByText('No SKU matches “f-11” and the status Out of Stock.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(codes(page)).toHaveCount(4)
  await expect(page).toHaveURL(/\/inventory$/)

  const sync = page.getByRole('button', { name: 'Sync Inventory' })
  await expect(sync).toHaveAttribute('aria-disabled', 'true')
  await sync.focus()
  await expect(page.getByRole('tooltip')).toHaveText('No Amazon account is connected.')
})

test('the drawer explains an available quantity, and a safety buffer reduces it', async ({ page }) => {
  await openOwnCompany(page, '/inventory')
  await uploadRows(page, [['WHY', 'Why flask', 5, 30]])
  await codes(page).getByRole('link', { name: 'WHY' }).click()
  const drawer = page.getByRole('dialog')
  const line = (label: string) =>
    drawer
      .locator('dl > div')
      .filter({ has: page.locator('dt', { hasText: label }) })
      .first()
  for (const [label, figure] of [
    ['Last count', '30'],
    ['Held for orders', '0'],
    ['Available', '30'],
    ['Sellable', '30'],
  ] as const)
    await expect(line(label)).toContainText(figure)
  for (const part of ['Why this number', 'Last 90 days', 'Recent movements']) await expect(drawer).toContainText(part)
  await drawer.getByRole('button', { name: 'Change safety buffer' }).click()
  await drawer.getByLabel('Safety buffer of this SKU').fill('4')
  await drawer.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Safety Buffer Saved', { exact: true })).toBeVisible()
  await expect(line('Sellable')).toContainText('26')
  await page.reload()
  await expect(line('Sellable')).toContainText('26')
  await closeWithEscape(page)
  await expect(drawer).toHaveCount(0)
})

test('an export has the list, without formulas that a spreadsheet would run', async ({ page }) => {
  await openOwnCompany(page, '/inventory')
  await addProduct(page, { title: '=HYPERLINK("https://evil.example")' }, { sku: '@EVIL-1' })
  await uploadRows(page, [['GOOD', 'Good', 5, 30]])
  await page.goto('/inventory?search=EVIL')
  const download = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    return file
  }
  const csv = await download('CSV')
  expect(csv.suggestedFilename()).toMatch(/^inventory-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await csv.path(), 'utf8')
  expect(text).toContain("'@EVIL-1")
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(text.trim().split('\r\n')).toHaveLength(2)

  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(codes(page)).toHaveCount(2)
  const [headings, ...rows] = await rowsOf(await download('XLSX'))
  const column = (name: string) => rows.map((row) => row[headings?.indexOf(name) ?? -1])
  expect(column('SKU')).toEqual(['@EVIL-1', 'GOOD'])
  expect(column('Available')).toEqual([0, 30])
  expect(column('Status')).toEqual(['Out of Stock', 'In Stock'])
})
