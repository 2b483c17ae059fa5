import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { changeRow, openOwnCompany, sheetRows } from './own-company.ts'
import { closeWithEscape, expect, expectToast, test } from './sign-in.ts'
import { rowsOf, workbook } from './workbooks.ts'

const choose = (page: Page, file: ReturnType<typeof workbook>) =>
  page.getByLabel('Choose an Excel file').setInputFiles(file)
const uploadAndProcess = (page: Page) => page.getByRole('button', { name: 'Upload & Process' }).click()

test('the preview shows what a file would change; its valid rows are applied, invalid ones listed, and all of it is undone', async ({
  page,
}) => {
  await openOwnCompany(page, '/bulk-upload')
  await choose(
    page,
    workbook('first.xlsx', [
      ['UP-1', 'Upload one', 10, 5],
      ['UP-2', 'Upload two', 20, 6],
    ]),
  )
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('UP-1')
  await uploadAndProcess(page)
  await expectToast(page, 'Upload Successful', 'Processed 2 rows: 0 updated, 2 created')

  await choose(
    page,
    workbook('second.xlsx', [
      ['UP-1', 'Upload one', 4, 5],
      ['UP-2', 'Upload two', 21, 6],
      ['UP-3', 'Upload three', 'free', 1],
    ]),
  )
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('The price is cut to half or less.')
  await expect(preview.getByRole('row', { name: /^Row 4\s+Price\s+Price must be a number/ })).toBeVisible()
  await uploadAndProcess(page)
  await expect(page.getByText('Processed 3 rows: 2 updated, 0 created', { exact: true })).toBeVisible()
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download errors' }).first().click(),
  ])
  expect(await rowsOf(errors)).toEqual([
    ['Row', 'Column', 'Reason'],
    [4, 'Price', 'Price must be a number such as 12'],
  ])

  await changeRow(page, 'UP-2', { price: 33 })
  const history = page.getByRole('region', { name: 'History of bulk changes' })
  const row = history.getByRole('row').filter({ hasText: 'Upload · second.xlsx' })
  await row.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('dialog')).toContainText('UP-2')
  await expect(page.getByRole('dialog')).toContainText('33')
  await closeWithEscape(page)
  await expect(row).toContainText('Undone')
  expect((await sheetRows(page)).map(({ sku, price }) => [sku, price])).toEqual([
    ['UP-1', 10],
    ['UP-2', 33],
  ])
})

test('a filled-in template is accepted without errors', async ({ page }) => {
  await openOwnCompany(page, '/bulk-upload')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Template' }).click(),
  ])
  await page.getByLabel('Choose an Excel file').setInputFiles({
    name: download.suggestedFilename(),
    mimeType: 'application/octet-stream',
    buffer: readFileSync(await download.path()),
  })
  await expect(page.getByText(/^Upload & Process applies 1 row\.$/)).toBeVisible()
  expect((await rowsOf(download))[0]).toEqual(['SKU', 'Title', 'Price', 'Quantity', 'ASIN', 'Category'])
})
