import { readFileSync } from 'node:fs'
import { expect, signIn, test } from './people.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }

test('stock is summed up, filtered, explained and exported', async ({ page }) => {
  await signIn(page, 'ops', '/inventory')
  await expect(page.getByRole('heading', { level: 1, name: 'Stock Management' })).toBeVisible()
  const summary = (await (await page.request.get('/api/inventory/summary')).json()) as Record<string, number>
  for (const [label, figure] of [
    ['Total SKUs', summary['totalSkus']],
    ['Low Stock', summary['lowStock']],
    ['Out of Stock', summary['outOfStock']],
    ['Total Units', summary['totalUnits']],
  ] as const) {
    await expect(page.getByRole('main')).toContainText(label)
    await expect(page.getByText(Number(figure).toLocaleString('en-US'), { exact: true }).first()).toBeVisible()
  }
  const table = page.getByRole('table', { name: 'Stock by SKU' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'SKU',
    'ASIN',
    'Product',
    'Available',
    'Reserved',
    'Inbound',
    'Status',
    'Marketplace Sync',
  ])
  await expect(page.getByRole('button', { name: 'Sync Inventory' })).toBeVisible()

  await page.getByRole('combobox', { name: 'Stock status' }).click()
  await page.getByRole('option', { name: 'Out of Stock' }).click()
  await expect(page).toHaveURL(/status=out_of_stock/)
  const { total } = await counted(page.request.get('/api/inventory?status=out_of_stock'))
  await expect(table.getByRole('rowheader')).toHaveCount(total)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).not.toHaveURL(/status=/)

  await page.getByRole('searchbox', { name: 'Search by SKU or ASIN' }).fill('no such code')
  await expect(page.getByText(/No SKU matches/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()

  const first = table.getByRole('rowheader').first()
  await first.getByRole('link').click()
  const drawer = page.getByRole('dialog')
  for (const part of ['Last count', 'Held for orders', 'Available', 'Safety buffer', 'Sellable', 'Recent movements'])
    await expect(drawer).toContainText(part)
  await page.reload()
  await expect(page.getByRole('dialog')).toContainText('Why this number')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an export carries the list and nothing a spreadsheet would run', async ({ page }) => {
  await signIn(page, 'ops', '/inventory')
  const product = (await (
    await page.request.post('/api/products', { headers, data: { title: '=HYPERLINK("https://evil.example")' } })
  ).json()) as { id: string }
  await page.request.post(`/api/products/${product.id}/skus`, { headers, data: { sku: '@EVIL-1' } })
  await page.goto('/inventory?search=EVIL')
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^inventory-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain("'@EVIL-1")
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(text.trim().split('\r\n')).toHaveLength(2)
})

async function counted(asked: Promise<{ headers(): Record<string, string> }>) {
  return { total: Number((await asked).headers()['x-total-count']) }
}
