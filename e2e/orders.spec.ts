import type { Page } from '@playwright/test'
import type { OrderDetail } from '#contract/orders.ts'
import { expectPhoneWidth, findings } from './layout-checks.ts'
import { expect, expectToast } from './sign-in.ts'
import { test } from './selling-company.ts'
import { addWebsite, cardOf, deliver, openOrders, orderCreated, ordersOf } from './website.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }
const onItsWay = { plan: 0, process: 0, ship: 0 }

test.use({ colorScheme: 'light' })

const cards = (page: Page) => page.getByRole('list', { name: 'Orders', exact: true }).getByRole('listitem')
const drawerOf = (page: Page, number: string | undefined) => page.getByRole('dialog', { name: `Order ${number}` })
const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' })

/** The sellerFulfillmentOrderId of the newest attempt. */
async function fulfillmentOrderIdOf(page: Page, orderId: string): Promise<string> {
  const { fulfillments } = (await (await page.request.get(`/api/orders/${orderId}`)).json()) as OrderDetail
  return fulfillments[0]?.externalFulfillmentId ?? ''
}

/** Orders with distinct times, since those of the same moment have no defined sequence. */
const sold = (ids: readonly string[]) =>
  ids.map((id, minutes) => {
    const order = orderCreated(id, 'MUG')
    const placedAt = new Date(Date.now() - (ids.length - minutes) * 60_000).toISOString()
    return { ...order, data: { ...order.data, placedAt } }
  })

/** Milliseconds. The demo company’s orders share Amazon’s rate limits with the test’s own. */
const untilAmazonAnswers = 20_000

test('new orders are announced without moving the list, which has keyboard navigation, and several are sent at once with a result for each', async ({
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
  for (const text of ['Placed', 'Ana Ruiz', 'Busy Shop', 'Total$38.00', 'Items2'])
    await expect(cardOf(page, 'B-1')).toContainText(text)
  const widths: number[] = []
  for (const [width, columns] of [
    [390, 1],
    [800, 2],
    [1920, 3],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const boxes = await Promise.all((await cards(page).all()).map((one) => one.boundingBox()))
    expect(new Set(boxes.map((box) => box?.x)).size, `columns at ${width} px`).toBe(columns)
    widths.push(boxes[0]?.width ?? 0)
  }
  expect(widths[2], 'a card at 1920 px, beside one at 1280 px').toBeGreaterThanOrEqual(widths[3] ?? Infinity)

  const [newest, middle, oldest] = await ordersOf(page, website)
  for (const key of ['j', 'j', 'j', 'k', 'Enter']) await page.keyboard.press(key)
  await expect(drawerOf(page, middle?.orderNumber)).toContainText('2 of 3')
  await page.keyboard.press('j')
  await expect(drawerOf(page, oldest?.orderNumber)).toContainText('3 of 3')
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(drawerOf(page, newest?.orderNumber)).toContainText('1 of 3')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/orders\\?channelId=${website.id}$`))

  const data = { reason: 'Fraud check' }
  expect((await page.request.post(`/api/orders/${middle?.id}/hold`, { headers, data })).status()).toBe(200)
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

test('an order comes in, is sent to Amazon for a known fee, ships and is delivered', async ({ page, company }) => {
  test.slow()
  const website = await openOrders(page, 'Journey Shop')
  expect(await deliver(website, orderCreated('J-1', 'TEE-L'))).toBe(202)
  const card = cardOf(page, 'J-1')
  await expect(card).toContainText('Placed')
  const [order] = await ordersOf(page, website)
  const [id, number] = [order?.id ?? '', order?.orderNumber ?? '']

  await card.getByRole('button', { name: 'Fulfill' }).click()
  const fulfill = page.getByRole('dialog', { name: `Fulfill order ${number}` })
  await expect(fulfill.getByRole('radio', { name: /^Standard \$9\.90 Ships by .+, arrives / })).toBeChecked()
  expect(await findings(page)).toEqual([])
  await expectPhoneWidth(page, 'fees and dates')
  await fulfill.getByRole('radio', { name: /^Expedited \$12\.90 / }).check()
  await fulfill.getByRole('button', { name: 'Send to Amazon' }).click()
  await expectToast(page, 'Order Sent', `Order ${number} is being sent to Amazon`)
  await expect(card).toContainText('Sent to Fulfillment')
  await expect(card.getByRole('button', { name: 'Fulfill' })).toHaveCount(0)

  await card.getByRole('button', { name: 'View' }).click()
  const drawer = drawerOf(page, number)
  const attempt = drawer.getByRole('listitem', { name: 'Attempt 1' })
  const name = await fulfillmentOrderIdOf(page, id)
  await expect(attempt).toContainText(name)
  await expect(attempt).toContainText('$12.90')
  await company.atAmazon(name, onItsWay)
  await expect(attempt.getByRole('link', { name: 'Track with UPS' })).toHaveAttribute('href', /ups\.com.*1Z\w{16}$/, {
    timeout: untilAmazonAnswers,
  })
  await expect(drawer.getByText('Shipped', { exact: true }).first()).toBeVisible()
  await company.atAmazon(name, { outForDelivery: 0, deliver: 0 })
  await expect(drawer.getByText('Delivered', { exact: true }).first()).toBeVisible({ timeout: untilAmazonAnswers })

  for (const step of [
    'Received from Journey Shop (order J-1, 1 item)',
    `Sent to Amazon: 2 units, Expedited (${name})`,
    `Amazon accepted ${name}.`,
    `Amazon shipped ${name}.`,
    `${name} has been delivered.`,
  ])
    await expect(timeline(page).getByText(step).first()).toBeVisible()
})

test('an order is sent from the dashboard, Amazon refuses its cancellation while packing, and its package can be tracked', async ({
  page,
  company,
}) => {
  const website = await addWebsite(page, 'Dashboard Shop')
  await page.goto('/dashboard')
  const recent = page.getByRole('region', { name: 'Recent Orders' })
  await expect(recent).toBeVisible()
  await deliver(website, orderCreated('D-1', 'MUG'))
  const row = recent.getByRole('row', { name: /Dashboard Shop/ })
  for (const text of ['Ana Ruiz', 'ana@example.com', '$38.00', 'placed', 'ago']) await expect(row).toContainText(text)
  const [order] = await ordersOf(page, website)
  const number = order?.orderNumber ?? ''
  await row.getByRole('button', { name: 'Resend to MCF' }).click()
  const fulfill = page.getByRole('dialog', { name: `Fulfill order ${number}` })
  await expect(fulfill.getByRole('radio', { name: /^Standard \$/ })).toBeChecked()
  await fulfill.getByRole('button', { name: 'Send to Amazon' }).click()
  await expectToast(page, 'Order Sent', `Order ${number} is being sent to Amazon`)
  await expect(row).toContainText('sent to fulfillment')
  await expect(row.getByRole('button')).toHaveCount(0)
  const name = await fulfillmentOrderIdOf(page, order?.id ?? '')
  await company.atAmazon(name, { plan: 0, process: 0, ship: 150 })

  await row.getByRole('link', { name: 'View Details' }).click()
  const drawer = drawerOf(page, number)
  await drawer.getByRole('button', { name: 'Actions for order D-1' }).click()
  await page.getByRole('menuitem', { name: 'Cancel order', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel order ${number}?` })
  await expect(dialog).toContainText('If it’s already being packed, Amazon may refuse')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expectToast(page, 'Cancelling', `Order ${number} will be cancelled once Amazon agrees`)
  const waiting = drawer.getByRole('listitem').filter({ hasText: 'Can’t be cancelled' })
  await expect(waiting).toContainText(`Too late to cancel: Amazon is already shipping ${name}.`)
  await expect(waiting).toContainText('Let it ship and ask the customer to return it, then dismiss this.')
  await waiting.getByRole('button', { name: /^Dismiss/ }).click()
  const dismissal = page.getByRole('dialog', { name: 'Dismiss this?' })
  await dismissal.getByLabel('Reason').fill('The customer keeps it')
  await dismissal.getByRole('button', { name: 'Dismiss' }).click()
  await expect(waiting).toHaveCount(0)
  await expect(timeline(page)).toContainText(`Amazon did not cancel ${name}: the order ships anyway.`)

  await page.goBack()
  await company.atAmazon(name, {}, 3)
  await row.getByRole('link', { name: 'Track Shipment' }).click()
  await expect(page).toHaveURL(new RegExp(`/orders\\?order=${order?.id}&section=packages$`))
  await expect(drawer.getByRole('list', { name: 'Packages' })).toBeInViewport()
  await page.goBack()
  await recent.getByRole('link', { name: 'View all' }).click()
  await expect(page).toHaveURL(/\/orders$/)
})

test('orders with an unknown SKU or a bad address need attention, and are then sent to Amazon automatically', async ({
  page,
}) => {
  const website = await addWebsite(page, 'Hasty Shop')
  const data = { autoFulfill: true, autoFulfillDelayMinutes: 0 }
  expect((await page.request.patch(`/api/channels/${website.id}`, { headers, data })).status()).toBe(200)
  const listening = page.waitForResponse('**/api/events')
  await page.goto('/orders?view=attention')
  await listening
  const menu = page.getByRole('navigation', { name: 'Main' })
  await deliver(website, orderCreated('H-1', 'SHIRT-LARGE'))
  const order = orderCreated('H-2', 'TEE-L')
  const shippingAddress = { ...order.data.shippingAddress, recipientName: 'Ana Ruiz', postalCode: '981' }
  await deliver(website, { ...order, data: { ...order.data, shippingAddress } })
  const waiting = (text: string) =>
    page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem').filter({ hasText: text })
  await expect(waiting('H-1 at Hasty Shop')).toContainText('Unknown SKU')
  await expect(waiting('H-2 at Hasty Shop')).toContainText('Invalid postal code for United States')
  await expect(menu.getByRole('link', { name: /^Orders/ })).toContainText('2')

  await waiting('H-1').getByRole('button', { name: 'Map SHIRT-LARGE' }).click()
  const mapping = page.getByRole('dialog', { name: 'Map SKU' })
  await mapping.getByRole('radio', { name: /TEE-L/ }).check()
  await mapping.getByRole('button', { name: 'Map SKU' }).click()
  await expect(waiting('H-1')).toHaveCount(0)

  await waiting('H-2')
    .getByRole('button', { name: /^Edit address/ })
    .click()
  const address = page.getByRole('dialog', { name: /^Edit address for order / })
  await address.getByLabel('Postal code').fill('98101')
  await address.getByRole('button', { name: 'Save and send' }).click()
  await expect(page.getByText('Order Sent', { exact: true })).toBeVisible()
  await expect(waiting('H-2')).toHaveCount(0)
  const statuses = async () => (await ordersOf(page, website)).map(({ status }) => status)
  await expect.poll(statuses).toEqual(['sent_to_fulfillment', 'sent_to_fulfillment'])
})
