import { readFileSync } from 'node:fs'
import { read, utils, write } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './people.ts'

type Cell = string | number

function workbook(name: string, rows: Cell[][]) {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['sku', 'TITLE', 'Price', 'quantity'], ...rows]), 'Stock')
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  return { name, mimeType: 'application/octet-stream', buffer }
}

const choose = (page: Page, file: ReturnType<typeof workbook>) =>
  page.getByLabel('Choose an Excel file').setInputFiles(file)
const uploadAndProcess = (page: Page) => page.getByRole('button', { name: 'Upload & Process' }).click()

test.beforeEach(({ page }) => signIn(page, 'ops', '/bulk-upload'))

test('asks for a file, and for an Excel file', async ({ page }) => {
  await uploadAndProcess(page)
  await expect(page.getByText('No File Selected', { exact: true })).toBeVisible()
  await expect(page.getByText('Please select a file to upload', { exact: true })).toBeVisible()
  await choose(page, { name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
  await expect(page.getByText('Invalid File', { exact: true })).toBeVisible()
  await expect(page.getByText('Please select an Excel file (.xlsx or .xls)', { exact: true })).toBeVisible()
  await choose(page, { name: 'pdf.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('%PDF-1.7 hello') })
  await expect(page.getByText('The file couldn’t be checked')).toBeVisible()
  await expect(page.getByRole('main').getByText(/PDF/).first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Columns of the file' }).getByRole('rowheader')).toHaveText([
    'SKU',
    'Title',
    'Price',
    'Quantity',
    'ASIN',
    'Category',
  ])
})

test('shows what a file would change, applies its good rows, tells the bad ones, and undoes it all', async ({
  page,
}) => {
  await choose(
    page,
    workbook('first.xlsx', [
      ['E2E-UP-1', 'Upload one', 10, 5],
      ['E2E-UP-2', 'Upload two', 20, 6],
    ]),
  )
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('E2E-UP-1')
  await uploadAndProcess(page)
  await expect(page.getByText('Upload Successful', { exact: true })).toBeVisible()
  await expect(page.getByText('Processed 2 rows: 0 updated, 2 created', { exact: true })).toBeVisible()

  await choose(
    page,
    workbook('second.xlsx', [
      ['E2E-UP-1', 'Upload one', 4, 5],
      ['E2E-UP-2', 'Upload two', 21, 6],
      ['E2E-UP-3', 'Upload three', 'free', 1],
    ]),
  )
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('The price is cut to half or less.')
  await expect(preview).toContainText('Row')
  await uploadAndProcess(page)
  await expect(page.getByText('Processed 3 rows: 2 updated, 0 created', { exact: true })).toBeVisible()
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download errors' }).first().click(),
  ])
  const sheet = read(readFileSync(await errors.path())).Sheets
  expect(utils.sheet_to_json(Object.values(sheet)[0] ?? {}, { header: 1 })).toMatchObject([
    ['Row', 'Column', 'Reason'],
    [4, 'Price', expect.any(String)],
  ])

  // Somebody changes one of the rows meanwhile: the undo leaves that one alone and says so.
  const found = (await (await page.request.get('/api/products/sheet-data?limit=500')).json()) as {
    id: string
    sku: string
  }[]
  const id = found.find(({ sku }) => sku === 'E2E-UP-2')?.id
  await page.request.post('/api/products/bulk-update', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    data: { updates: [{ id, price: 33 }] },
  })
  const history = page.getByRole('region', { name: 'History of bulk changes' })
  const row = history.getByRole('row').filter({ hasText: 'Upload · second.xlsx' })
  await row.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('dialog')).toContainText('E2E-UP-2')
  await expect(page.getByRole('dialog')).toContainText('33')
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Undone')
  const after = (await (await page.request.get('/api/products/sheet-data?limit=500')).json()) as {
    sku: string
    price: number
  }[]
  expect(after.filter(({ sku }) => sku.startsWith('E2E-UP')).map(({ sku, price }) => [sku, price])).toEqual([
    ['E2E-UP-1', 10],
    ['E2E-UP-2', 33],
  ])
})

test('the template can be filled in and comes back without complaint', async ({ page }) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Template' }).click(),
  ])
  await page.getByLabel('Choose an Excel file').setInputFiles({
    name: download.suggestedFilename(),
    mimeType: 'application/octet-stream',
    buffer: readFileSync(await download.path()),
  })
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('1')
  await expect(page.getByText('The file couldn’t be checked')).toHaveCount(0)
})
