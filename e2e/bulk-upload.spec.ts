import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { changeRow, openOwnCompany, refuse, sheetRows } from './own-company.ts'
import { closeWithEscape, expect, expectToast, signIn, test } from './sign-in.ts'
import { rowsOf, workbook } from './workbooks.ts'

const choose = (page: Page, file: ReturnType<typeof workbook>) =>
  page.getByLabel('Choose an Excel file').setInputFiles(file)
const uploadAndProcess = (page: Page) => page.getByRole('button', { name: 'Upload & Process' }).click()

test('the upload requires a file, and an Excel file', async ({ page }) => {
  await signIn(page, 'ops', '/bulk-upload')
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk Upload' })).toBeVisible()
  await expect(page.getByLabel('Choose an Excel file')).toHaveAttribute('accept', '.xlsx,.xls')
  await uploadAndProcess(page)
  await expectToast(page, 'No File Selected', 'Please select a file to upload')
  await choose(page, { name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
  await expectToast(page, 'Invalid File', 'Please select an Excel file (.xlsx or .xls)')
  await choose(page, { name: 'pdf.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('%PDF-1.7 hello') })
  const refusal = page.getByRole('alert').filter({ hasText: 'The file couldn’t be checked' })
  await expect(refusal).toContainText('not an Excel workbook but a PDF')
  await uploadAndProcess(page)
  await expect(page.getByText('Upload Failed', { exact: true })).toBeVisible()

  const columns = page.getByRole('table', { name: 'Columns of the file' })
  await expect(columns.getByRole('columnheader')).toHaveText(['Column', 'Required', 'Description'])
  await expect(columns.getByRole('row')).toHaveText([
    /^Column/,
    /^SKURequired/,
    /^TitleRequired/,
    /^PriceRequired/,
    /^QuantityRequired/,
    /^ASINOptional/,
    /^CategoryOptional/,
  ])
})

test('a failed upload says why and keeps the file, and the next press applies it', async ({ page }) => {
  await openOwnCompany(page, '/bulk-upload')
  await expect(page.getByText(/^No bulk changes yet/)).toBeVisible()
  await choose(page, workbook('stock.xlsx', [['UP-1', 'Upload one', 10, 5]]))
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('UP-1')
  await refuse(page, '/api/bulk/upload', 'Another upload is under way.')
  await uploadAndProcess(page)
  await expectToast(page, 'Upload Failed', 'Another upload is under way.')
  await expect(page.getByRole('alert').filter({ hasText: 'The file wasn’t applied' })).toContainText(
    'Nothing was written.',
  )
  await uploadAndProcess(page)
  await expectToast(page, 'Upload Successful', 'Processed 1 row: 0 updated, 1 created')
  await choose(page, workbook('again.xlsx', [['UP-1', 'Upload one', 10, 5]]))
  await expect(page.getByText('Nothing would change')).toBeVisible()
})

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
