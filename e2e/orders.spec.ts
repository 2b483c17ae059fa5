import type { Locator, Page } from '@playwright/test'
import { expect, signInByRequest } from './sign-in.ts'
import { test } from './selling-company.ts'
import { addWebsite, cardOf, deliver, openOrders, orderCreated, ordersOf } from './website.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }
const isBlocked = (button: Locator) => expect(button).toHaveAttribute('aria-disabled', 'true')
const cards = (page: Page) => page.getByRole('list', { name: 'Orders', exact: true }).getByRole('listitem')
const drawerOf = (page: Page, number: string | undefined) => page.getByRole('dialog', { name: `Order ${number}` })

/** Orders with distinct times, since those of the same moment have no defined sequence. */
const sold = (ids: readonly string[]) =>
  ids.map((id, minutes) => {
    const order = orderCreated(id, 'MUG')
    const placedAt = new Date(Date.now() - (ids.length - minutes) * 60_000).toISOString()
    return { ...order, data: { ...order.data, placedAt } }
  })

test('orders are cards with keyboard navigation, and filters combine until they are cleared', async ({ page }) => {
  const [first, second, third] = sold(['Red-1', 'red-2', 'Blue-3'])
  const guest = { ...third, data: { ...third?.data, customer: null } }
  const bob = { ...second, data: { ...second?.data, customer: { firstName: 'Bob', lastName: 'Redford' } } }
  const website = await openOrders(page, 'Card Shop', [first ?? {}, bob, guest])
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await expect(page.getByText('Manage orders from all sales channels')).toBeVisible()
  const card = cardOf(page, 'Red-1')
  for (const text of ['Placed', 'Ana Ruiz', 'Card Shop', 'Total$38.00', 'Items2', 'Placed3 minutes ago'])
    await expect(card).toContainText(text)
  await expect(cardOf(page, 'Blue-3')).toContainText('Guest Customer')
  for (const [width, columns] of [
    [390, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const lefts = await Promise.all((await cards(page).all()).map(async (one) => (await one.boundingBox())?.x))
    expect(new Set(lefts).size, `columns at ${width} px`).toBe(columns)
  }

  const [newest, middle, oldest] = await ordersOf(page, website)
  for (const key of ['j', 'j', 'j', 'k', 'x']) await page.keyboard.press(key)
  await expect(page.getByRole('checkbox', { name: 'Select order red-2' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(drawerOf(page, middle?.orderNumber)).toContainText('2 of 3')
  await page.keyboard.press('j')
  await expect(drawerOf(page, oldest?.orderNumber)).toContainText('3 of 3')
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(drawerOf(page, newest?.orderNumber)).toContainText('1 of 3')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/orders\\?channelId=${website.id}$`))

  await card.getByRole('button', { name: 'Actions for order Red-1' }).click()
  await page.getByRole('menuitem', { name: 'Acknowledge' }).click()
  await expect(card).toContainText('Acknowledged')
  await expect(card.getByRole('button', { name: 'Fulfill' })).toHaveCount(0)

  const search = page.getByPlaceholder('Search orders...')
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.fill('RED')
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'All Statuses',
    'Placed',
    'Acknowledged',
    'Sent to Fulfillment',
    'Shipped',
    'Delivered',
    'Cancelled',
  ])
  await page.getByRole('option', { name: 'Placed' }).click()
  await expect(cards(page)).toHaveText([/#red-2/])

  const views = page.getByRole('button', { name: 'Saved views' })
  await views.click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await expect(dialog).toContainText('“RED” and the status Placed and the channel Card Shop')
  await dialog.getByLabel('Name').fill('To pack')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'View: To pack' })).toBeVisible()

  await search.fill('ruiz')
  const none = 'No orders found. Orders will appear here when they are received from your channels.'
  await expect(page.getByText(none)).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(/\/orders$/)
  await expect(search).toHaveValue('')
  for (const [name, value] of [
    ['Status', 'All Statuses'],
    ['Channel', 'All Channels'],
  ] as const)
    await expect(page.getByRole('combobox', { name })).toHaveText(value)
  await views.click()
  await page.getByRole('menuitemradio', { name: 'To pack' }).click()
  await expect(cards(page)).toHaveText([/#red-2/])
  for (const part of ['search=RED', 'status=placed', `channelId=${website.id}`])
    await expect(page).toHaveURL(new RegExp(part))
})

test('new orders are announced without moving the list, and several are sent at once with a result for each', async ({
  page,
}) => {
  const [first = {}, ...others] = sold(['B-1', 'B-2', 'B-3'])
  const website = await openOrders(page, 'Busy Shop', [first])
  await expect(cards(page)).toHaveText([/#B-1/])
  for (const order of others) await deliver(website, order)
  const chip = page.getByRole('button', { name: '2 new orders' })
  await expect(chip).toBeVisible()
  await expect(cards(page)).toHaveText([/#B-1/])
  await chip.click()
  await expect(cards(page)).toHaveText([/#B-3/, /#B-2/, /#B-1/])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Updated less than a minute ago')).toBeVisible()

  const [, held] = await ordersOf(page, website)
  const data = { reason: 'Fraud check' }
  expect((await page.request.post(`/api/orders/${held?.id}/hold`, { headers, data })).status()).toBe(200)
  await expect(cardOf(page, 'B-2')).toContainText('On hold')
  await page.getByRole('checkbox', { name: 'Select all 3 orders shown' }).check()
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await expect(bar).toContainText('3 orders selected')
  await bar.getByRole('button', { name: 'Fulfill' }).click()
  await page.getByRole('dialog', { name: 'Fulfill 3 orders?' }).getByRole('button', { name: 'Send to Amazon' }).click()
  const progress = page.getByRole('dialog', { name: 'Fulfill orders' })
  await expect(progress).toContainText('2 sent to Amazon, 1 refused')
  const results = progress.getByRole('list', { name: 'Result of each order' }).getByRole('listitem')
  await expect(results.first()).toContainText('#B-2')
  await expect(results.first()).toContainText('The order is on hold. Release it first.')
  await progress.getByRole('button', { name: 'Close' }).first().click()
  await expect(bar).toHaveCount(0)
  for (const id of ['B-1', 'B-3']) await expect(cardOf(page, id)).toContainText('Sent to Fulfillment')
  await expect(cardOf(page, 'B-2')).toContainText('Placed')
})

test('a read-only user sees orders without personal data of customers, and cannot change them', async ({
  page,
  company,
  browser,
}) => {
  const website = await addWebsite(page, 'Shown Shop')
  await deliver(website, orderCreated('S-1', 'MUG'))
  await expect.poll(() => ordersOf(page, website)).toHaveLength(1)
  const [order] = await ordersOf(page, website)
  const email = `reader-${order?.id}@example.com`
  const data = { email, firstName: 'Rea', lastName: 'Der', role: 'readonly', companyId: company.companyId }
  expect((await page.request.post('/api/admin/users', { headers, data })).status()).toBe(201)
  const reader = await browser.newPage({ storageState: { cookies: [], origins: [] } })
  await signInByRequest(reader, email)
  await reader.goto(`/orders?channelId=${website.id}`)

  const card = cardOf(reader, 'S-1')
  await expect(card).toContainText('Ana Ruiz')
  await isBlocked(card.getByRole('button', { name: 'Fulfill' }))
  await isBlocked(reader.getByRole('button', { name: 'Export' }))
  await expect(reader.getByRole('checkbox')).toHaveCount(0)
  await card.getByRole('button', { name: 'Actions for order S-1' }).click()
  await expect(reader.getByRole('menuitem')).toHaveText(['View details', 'Copy order number'])
  await reader.getByRole('menuitem', { name: 'View details' }).click()
  const drawer = drawerOf(reader, order?.orderNumber)
  await expect(drawer).toContainText('a•••@example.com')
  await expect(drawer).not.toContainText('1 Main St')
  await expect(drawer).not.toContainText('Raw payload')
  await isBlocked(drawer.getByRole('button', { name: 'Add note' }))
  const recent = await reader.request.get('/api/dashboard/recent-orders')
  expect(await recent.text()).not.toContain('ana@example.com')
  await reader.context().close()
})
