import { clicker } from './clicker.ts'
import { emulatorAt } from './emulator-control.ts'
import { openOwnCompany } from './own-company.ts'
import { addSeller, test } from './selling-company.ts'
import { expect } from './sign-in.ts'
import { addWebsite, deliver, intakeUrlOf, openOrders, orderCreated, ordersOf, type Website } from './website.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }

test('the three problems of a morning are solved from the dashboard in at most 8 clicks', async ({ page }) => {
  const website = await addWebsite(page, 'Morning Shop')
  const wrongAddress = orderCreated('M-2', 'MUG')
  await deliver(website, orderCreated('M-1', 'MUG-BLUE'))
  await deliver(website, {
    ...wrongAddress,
    data: { ...wrongAddress.data, shippingAddress: { ...wrongAddress.data.shippingAddress, postalCode: '' } },
  })
  await deliver(website, orderCreated('M-3', 'TEE-L', 900))
  await page.goto('/')
  const problems = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem')
  await expect(problems).toHaveCount(3)

  const person = clicker(page)
  await person.click('Map MUG-BLUE')
  await person.click(/^MUG/, 'radio')
  await person.click('Map SKU')
  await expect(problems).toHaveCount(2)
  await person.click(/^Edit address/)
  await page.getByLabel('Postal code').fill('98101')
  await person.click(/^Save and send/)
  await expect(problems).toHaveCount(1)
  await person.click(/^Wait for stock/)
  await expect(problems).toHaveCount(0)
  expect(person.clicks()).toBeLessThanOrEqual(8)
  person.report('three problems')
})

test('an order is found by its tracking number with one click', async ({ page }) => {
  const website = await openOrders(page, 'Found Shop', [orderCreated('F-1', 'MUG')])
  const [order] = await ordersOf(page, website)
  const data = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
  expect((await page.request.post(`/api/orders/${order?.id}/ship`, { headers, data })).status()).toBe(200)
  await page.goto('/')
  const person = clicker(page)
  await person.click(/^Search/)
  await page.keyboard.type('1Z999AA10123456784')
  await expect(page.getByRole('option', { name: /F-1/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Order ${order?.orderNumber}` })).toContainText('1Z999AA10123456784')
  expect(person.clicks()).toBe(1)
  person.report('find by tracking number')
})

test('ten packing slips are printed in 3 clicks', async ({ page }) => {
  await openOrders(
    page,
    'Slips Shop',
    Array.from({ length: 10 }, (_, n) => orderCreated(`S-${n}`, 'MUG')),
  )
  const person = clicker(page)
  await person.click('Select all 10 orders shown', 'checkbox')
  const opening = page.waitForEvent('popup')
  await person.click('Packing slips', 'link')
  const slips = await opening
  await expect(slips.getByText('Total units')).toHaveCount(10)
  await slips.evaluate(() => (window.print = () => document.body.setAttribute('data-printed', '')))
  await person.clickAt(slips.getByRole('button', { name: 'Print' }))
  await expect(slips.locator('body[data-printed]')).toHaveCount(1)
  expect(person.clicks()).toBe(3)
  person.report('ten packing slips')
})

test('a product with two SKUs and stock is made in at most 7 clicks on one screen', async ({ page }) => {
  await page.goto('/products')
  const person = clicker(page)
  await person.click('Add Product')
  await page.getByLabel('Title').fill('Enamel bowl')
  await page.getByLabel('SKU (optional)', { exact: true }).fill('BOWL-S')
  await page.getByLabel('Price (optional)', { exact: true }).fill('9')
  await page.getByLabel('Units (optional)', { exact: true }).fill('20')
  await person.click('Add another SKU')
  await page.getByLabel('SKU 2 (optional)').fill('BOWL-L')
  await page.getByLabel('Price 2 (optional)').fill('14')
  await page.getByLabel('Units 2 (optional)').fill('12')
  await person.click('Create Product')
  await expect(page.getByRole('region', { name: 'Enamel bowl' })).toContainText('2 SKUs')
  expect(person.clicks()).toBeLessThanOrEqual(7)
  person.report('product with two SKUs')
  await page.goto('/inventory')
  await expect(page.getByRole('row', { name: /^BOWL-S/ })).toContainText('20')
  await expect(page.getByRole('row', { name: /^BOWL-L/ })).toContainText('12')
})

test('a new company connects Amazon and a shop, and sends its first order', async ({ page }) => {
  test.slow()
  await openOwnCompany(page, '/')
  const person = clicker(page)
  const step = (name: string) =>
    page.getByRole('region', { name: 'First steps' }).getByRole('link', { name, exact: true })
  await person.clickAt(step('Connect'))
  await person.click('New Connection')
  await page.getByLabel('Integration name').fill('First Store')
  const opening = page.waitForEvent('popup')
  await person.click('Connect to Amazon')
  const amazon = await opening
  await expect(amazon.getByRole('heading', { name: 'Authorize Lockstep' })).toBeVisible()
  await addSeller(emulatorAt(new URL(amazon.url()).origin, page.request), 'First Store')
  await amazon.reload()
  await person.clickAt(amazon.getByRole('radio', { name: /First Store/ }))
  await person.clickAt(amazon.getByRole('button', { name: 'Authorize' }))
  await expect(amazon.getByText(/^Successfully connected to Amazon!/)).toBeVisible()

  await person.click('Dashboard', 'link')
  await expect(page.getByText(/^2 SKUs imported/)).toBeVisible({ timeout: 20_000 })
  await person.clickAt(step('Add'))
  await page.getByLabel('Name', { exact: true }).fill('First Shop')
  const creating = page.waitForResponse((reply) => reply.request().method() === 'POST')
  await person.click('Create Channel')
  const { id, webhookSecret } = (await (await creating).json()) as Pick<Website, 'id' | 'webhookSecret'>
  const website = { id, name: 'First Shop', apiKey: '', webhookSecret, intakeUrl: intakeUrlOf(id) }
  expect(await deliver(website, orderCreated('1', 'MUG'))).toBe(202)
  await page.goto('/orders')
  await person.click(/^Fulfill/)
  await person.click('Send to Amazon')
  await expect(page.getByText('Sent to Fulfillment')).toBeVisible()
  expect(person.seconds()).toBeLessThan(600)
  person.report('new company to first order sent')
})
