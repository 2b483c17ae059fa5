import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { closeWithEscape, expect, signIn, test } from './sign-in.ts'

const isBlocked = (button: Locator) => expect(button).toHaveAttribute('aria-disabled', 'true')

test('a read-only user sees products, stock, accounts, uploads and the sheet, and cannot change them', async ({
  page,
}) => {
  await signIn(page, 'readonly', '/products')
  await expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible()
  for (const name of ['Add Product', 'Export']) await isBlocked(page.getByRole('button', { name, exact: true }))
  await isBlocked(page.getByRole('button', { name: /^Edit / }).first())
  await page.getByRole('button', { name: 'Add Product' }).focus()
  await expect(page.getByRole('tooltip')).toHaveText('Your role is Read Only. Operations and Admin can add products.')

  await page.getByRole('link', { name: 'Inventory', exact: true }).click()
  await page.getByRole('table', { name: 'Stock by SKU' }).getByRole('rowheader').getByRole('link').first().click()
  await isBlocked(page.getByRole('dialog').getByRole('button', { name: 'Change safety buffer' }))
  await closeWithEscape(page)
  for (const name of ['Sync Inventory', 'Export']) await isBlocked(page.getByRole('button', { name, exact: true }))

  await page.getByRole('link', { name: 'Marketplace Connect', exact: true }).click()
  await isBlocked(page.getByRole('button', { name: 'New Connection' }))
  await isBlocked(page.getByRole('button', { name: /^Disconnect / }).first())
  await page.getByRole('link', { name: 'Amazon Integration' }).click()
  for (const name of ['Test Connection', 'Sync Inventory']) await isBlocked(page.getByRole('button', { name }))

  await page.getByRole('link', { name: 'Bulk Upload', exact: true }).click()
  await expect(page.getByLabel('Choose an Excel file')).toBeDisabled()
  await isBlocked(page.getByRole('button', { name: 'Upload & Process' }))
  await isBlocked(page.getByRole('button', { name: /^Undo / }).first())
  await expect(page.getByRole('link', { name: 'Download Template' })).toBeVisible()

  await page.getByRole('link', { name: 'Sheet View', exact: true }).click()
  await page.getByRole('button', { name: 'Enable Sheet View' }).click()
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toHaveAttribute('aria-readonly', 'true')
  await isBlocked(page.getByRole('button', { name: 'Save All Changes (0)' }))
})

const orderActions = [
  'acknowledge',
  'preview',
  'fulfill',
  'resend',
  'cancel',
  'cancel-and-resend',
  'restore',
  'hold',
  'release',
  'notes',
  'request-review',
]

test('API calls of a read-only user that change something are refused', async ({ page }) => {
  await signIn(page, 'readonly')
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  const someId = randomUUID()
  for (const path of [
    '/api/products',
    '/api/products/bulk-update',
    '/api/bulk/upload',
    '/api/bulk/preview',
    '/api/amazon/test',
    '/api/amazon/auth/initiate',
    '/api/sync/inventory',
    '/api/order-batches',
    '/api/saved-views',
    ...orderActions.map((step) => `/api/orders/${someId}/${step}`),
    `/api/attention/${someId}/dismiss`,
  ])
    expect((await page.request.post(path, { headers, data: {} })).status(), path).toBe(403)
  for (const path of [
    '/api/products/export?format=csv',
    '/api/inventory/export?format=xlsx',
    '/api/orders/export?format=csv',
    `/api/orders/${someId}/payloads`,
    `/api/orders/${someId}/packing-slip`,
  ])
    expect((await page.request.get(path)).status(), path).toBe(403)
})
