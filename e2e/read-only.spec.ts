import { randomUUID } from 'node:crypto'
import { expect, signIn, test } from './sign-in.ts'

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
