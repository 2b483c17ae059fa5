import type { Page } from '@playwright/test'
import { moveToOwnCompany, uploadRows } from './own-company.ts'
import { closeWithEscape, expect, expectToast, signInByRequest, test } from './sign-in.ts'
import { addWebsite, deliver, orderCreated } from './website.ts'

const delivery = (page: Page, of: string) =>
  page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: of })

test('an order signed by the website is ingested once, one signed by somebody else is refused, and an unreadable one is stored and replayed once the channel is configured correctly', async ({
  page,
}) => {
  await signInByRequest(page, 'admin@lockstep.test')
  await moveToOwnCompany(page)
  await uploadRows(page, [['TEE-L', 'Tee, large', 19, 40]])
  const website = await addWebsite(page, 'Signed Shop')
  const listening = page.waitForResponse('**/api/events')
  await page.goto(`/channels?channel=${website.id}&tab=deliveries`)
  await expect(page.getByRole('dialog', { name: /^Signed Shop/ })).toBeVisible()
  await listening
  await expect(page.getByText(/^Nothing received from Signed Shop yet\./)).toBeVisible()

  const order = orderCreated('1042', 'TEE-L')
  expect(await deliver(website, order, { id: 'created-1042' })).toBe(202)
  expect(await deliver(website, order, { id: 'created-1042' })).toBe(200)
  await expect(delivery(page, 'Order 1042')).toContainText('Imported')
  await expect(delivery(page, 'Order 1042')).toContainText(/Imported as order LS-\d{5}\./)
  const orders = async () => (await page.request.get(`/api/orders?channelId=${website.id}`)).json()
  expect(await orders()).toMatchObject([
    { externalOrderId: '1042', customerName: 'Ana Ruiz', status: 'placed', channelName: 'Signed Shop' },
  ])
  const foreign = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  expect(await deliver(website, orderCreated('1043', 'TEE-L'), { secret: foreign })).toBe(401)
  expect(await orders()).toHaveLength(1)

  expect(await deliver(website, woocommerceOrder)).toBe(202)
  await expect(delivery(page, 'Failed')).toContainText('It can’t be read: type is missing.')
  await closeWithEscape(page)
  const waiting = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: 'Signed Shop' })
  await expect(waiting).toContainText('Couldn’t be processed')

  const change = { headers: { 'x-requested-with': 'XMLHttpRequest' }, data: { platform: 'woocommerce' } }
  expect((await page.request.patch(`/api/channels/${website.id}`, change)).status()).toBe(200)
  await waiting.getByRole('button', { name: /^Replay / }).click()
  await expectToast(page, 'Replay Started', 'The delivery is being processed again')
  await expect(waiting).toHaveCount(0)
  await page.getByRole('button', { name: 'Settings for Signed Shop' }).click()
  await page.getByRole('tab', { name: 'Incoming' }).click()
  await expect(delivery(page, 'Order 727')).toContainText('Imported')
})

const party = {
  first_name: 'Ana',
  last_name: 'Ruiz',
  address_1: '1 Main St',
  city: 'Seattle',
  state: 'WA',
  postcode: '98101',
  country: 'US',
}

/** An order in WooCommerce's format. */
const woocommerceOrder = {
  id: 727,
  status: 'processing',
  currency: 'USD',
  date_created_gmt: '2026-09-20T10:14:58',
  date_modified_gmt: '2026-09-20T10:15:02',
  date_paid_gmt: '2026-09-20T10:15:02',
  total: '19.00',
  billing: { ...party, email: 'ana@example.com' },
  shipping: party,
  line_items: [{ id: 315, name: 'Tee', product_id: 93, quantity: 1, sku: 'TEE-L', subtotal: '19.00' }],
}
