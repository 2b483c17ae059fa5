import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { openOwnCompany, uploadRows } from './own-company.ts'
import { closeWithEscape, expect, expectToast, signIn, test as base } from './sign-in.ts'
import { ownProduct } from './product.ts'
import { addWebsite, deliver, orderCreated, type Website } from './website.ts'

type Cookies = BrowserContextOptions['storageState']

/** One company and sign-in for all tests. It sells a tee; it starts without a channel, and each test adds its own. */
const test = base.extend<object, { ownCompany: Cookies }>({
  ownCompany: [
    async ({ browser }, use) => {
      const page = await browser.newPage({ baseURL: ownProduct().url })
      await openOwnCompany(page, '/channels')
      await uploadRows(page, [['TEE-L', 'Tee, large', 19, 40]])
      await use(await page.context().storageState())
      await page.context().close()
    },
    { scope: 'worker' },
  ],
})

const headers = { 'x-requested-with': 'XMLHttpRequest' }
const isBlocked = (button: Locator) => expect(button).toHaveAttribute('aria-disabled', 'true')

/** Opens the drawer of a new channel at one of its tabs. */
async function openWebsite(page: Page, name: string, tab: string): Promise<Website> {
  const website = await addWebsite(page, name)
  const listening = page.waitForResponse('**/api/events')
  await page.goto(`/channels?channel=${website.id}&tab=${tab}`)
  await expect(page.getByRole('dialog', { name: new RegExp(`^${name}`) })).toBeVisible()
  await listening
  return website
}

const delivery = (page: Page, of: string | RegExp) =>
  page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: of })
const waiting = (page: Page, of: string) =>
  page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').filter({ hasText: of })

test.describe('channels of a new company', () => {
  test.use({ storageState: async ({ ownCompany }, use) => use(ownCompany) })

  test('a channel is added, reveals its key, offers stock in its feed, and syncs', async ({ page }) => {
    await page.goto('/channels')
    await expect(page.getByText('No channels yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add Your First Channel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Channel' })
    await dialog.getByLabel('Name').fill('First Shop')
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    for (const name of ['eBay (coming soon)', 'Etsy (coming soon)']) await isBlocked(page.getByRole('option', { name }))
    await page.getByRole('option', { name: 'Website' }).click()
    await dialog.getByRole('button', { name: 'Create Channel' }).click()
    await expectToast(page, 'Channel Created', 'Channel has been created successfully')
    await expect(page.getByRole('tab', { name: 'Connect', selected: true })).toBeVisible()
    await closeWithEscape(page)

    const card = page.getByRole('region', { name: 'First Shop' })
    await expect(card).toContainText('Connected')
    await expect(card.getByText(/^ls_live_•{8}.{4}$/)).toBeVisible()
    await card.getByRole('button', { name: 'Reveal API key of First Shop' }).click()
    const key = (await card.getByText(/^ls_live_[\w-]{43}$/).textContent()) ?? ''
    const feed = await card.getByRole('textbox', { name: 'Product feed URL' }).inputValue()
    expect(feed).toBe(new URL('/api/feed/first-shop.json', page.url()).href)
    expect((await fetch(feed)).status).toBe(401)
    expect(await (await fetch(feed, { headers: { authorization: `Bearer ${key}` } })).text()).toContain('TEE-L')
    await card.getByRole('button', { name: 'Hide API key of First Shop' }).click()
    await expect(card.getByText(key)).toHaveCount(0)

    await card.getByRole('button', { name: 'Sync First Shop' }).click()
    await expectToast(page, 'Sync Started', 'Catalog sync has been initiated')
  })

  test('an order signed by the website is ingested once, and one signed by somebody else is refused', async ({
    page,
  }) => {
    const website = await openWebsite(page, 'Signed Shop', 'deliveries')
    await expect(page.getByText(/^Nothing has come in from Signed Shop yet\./)).toBeVisible()
    const order = orderCreated('1042', 'TEE-L')
    expect(await deliver(website, order, { id: 'created-1042' })).toBe(202)
    expect(await deliver(website, order, { id: 'created-1042' })).toBe(200)
    await expect(delivery(page, 'Order 1042')).toContainText('Taken in')
    await expect(delivery(page, 'Order 1042')).toContainText(/It became part of order LS-\d{5}\./)
    const found = await page.request.get(`/api/orders?channelId=${website.id}`)
    expect(await found.json()).toMatchObject([
      { externalOrderId: '1042', customerName: 'Ana Ruiz', status: 'placed', channelName: 'Signed Shop' },
    ])

    const foreign = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    expect(await deliver(website, orderCreated('1043', 'TEE-L'), { secret: foreign })).toBe(401)
    const refused = delivery(page, 'Refused')
    await expect(refused).toHaveCount(1)
    await refused.getByRole('button', { name: /^Open / }).click()
    await expect(page.getByText('"1043"')).toBeVisible()
    await isBlocked(page.getByRole('button', { name: 'Replay' }))
    expect(await (await page.request.get(`/api/orders?channelId=${website.id}`)).json()).toHaveLength(1)
  })

  test('an unreadable delivery is stored, and replayed once the channel is configured correctly', async ({ page }) => {
    const website = await openWebsite(page, 'Moved Shop', 'deliveries')
    expect(await deliver(website, woocommerceOrder)).toBe(202)
    await expect(delivery(page, 'Failed')).toContainText('It can’t be read: type is missing.')
    await closeWithEscape(page)
    await expect(waiting(page, 'Moved Shop')).toContainText('Not understood')

    const change = { headers, data: { platform: 'woocommerce' } }
    expect((await page.request.patch(`/api/channels/${website.id}`, change)).status()).toBe(200)
    await waiting(page, 'Moved Shop')
      .getByRole('button', { name: /^Replay / })
      .click()
    await expectToast(page, 'Replay Started', 'The delivery is taken in again')
    await expect(waiting(page, 'Moved Shop')).toHaveCount(0)
    await page.getByRole('button', { name: 'Settings of Moved Shop' }).click()
    await page.getByRole('tab', { name: 'Orders in' }).click()
    await expect(delivery(page, 'Order 727')).toContainText('Taken in')
  })
})

test('a read-only user sees the channels without their secrets, and cannot change them', async ({ page }) => {
  await signIn(page, 'readonly', '/channels')
  const card = page.getByRole('region', { name: 'Pine Outlet' })
  await expect(card).toContainText('Shown to Operations and Admin only')
  await isBlocked(page.getByRole('button', { name: 'Add Channel' }))
  await isBlocked(card.getByRole('button', { name: 'Sync Pine Outlet' }))
  await expect(page.getByRole('button', { name: /^Reveal / })).toHaveCount(0)

  await card.getByRole('button', { name: 'Settings of Pine Outlet' }).click()
  await page.getByRole('tab', { name: 'Keys' }).click()
  for (const name of ['Replace API key', 'Replace webhook secret']) await isBlocked(page.getByRole('button', { name }))
  await expect(page.getByText(/ls_live_|whsec_/)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Listings' }).click()
  await expect(page.getByRole('switch', { name: 'Visible' }).first()).toBeDisabled()

  const channelId = new URL(page.url()).searchParams.get('channel') ?? ''
  const detail = await page.request.get(`/api/channels/${channelId}`)
  expect(await detail.json()).toMatchObject({ apiKey: null, webhookSecret: null, signingSecret: null })
  for (const [path, data] of [
    ['/api/channels', { name: 'Mine', type: 'website' }],
    [`/api/channels/${channelId}/reveal`, { secret: 'apiKey' }],
    [`/api/channels/${channelId}/rotate`, { secret: 'apiKey', overlapHours: 0 }],
    ['/api/sync/catalog', { channelId }],
  ] as const)
    expect((await page.request.post(path, { headers, data })).status(), path).toBe(403)
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
