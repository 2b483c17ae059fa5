import type { Page } from '@playwright/test'
import { openOwnCompany, refuse, uploadRows } from './own-company.ts'
import { closeWithEscape, expect, expectToast, test } from './sign-in.ts'
import { addWebsite, orderCreated, type Website } from './website.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }
const [past, longPast, future, farFuture] = [
  '2026-01-02T00:00:00Z',
  '2026-01-01T00:00:00Z',
  '2099-01-01T00:00:00Z',
  '2099-02-01T00:00:00Z',
]

async function addPromotion(page: Page, promotion: object): Promise<{ id: string }> {
  const made = await page.request.post('/api/promotions', { headers, data: promotion })
  expect(made.status()).toBe(201)
  return (await made.json()) as { id: string }
}

const callOf = ({ apiKey }: Website) => ({ authorization: `Bearer ${apiKey}` })

/** Sends an order of two units at 19.00 with a promotion code. */
async function order(page: Page, website: Website, number: string, code: string, discountAmount: string) {
  const { data } = orderCreated(number, 'TEE-L')
  const taken = await page.request.post('/api/v1/orders', {
    headers: callOf(website),
    data: { ...data, promotionCodes: [code], discountAmount },
  })
  expect(taken.status()).toBe(201)
  return (await taken.json()) as { id: string; orderNumber: string; attention: { code: string } | null }
}

const cardOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })

async function chooseFrom(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('cards show the state of each promotion by the first matching rule, and are found by title or code', async ({
  page,
}) => {
  await openOwnCompany(page, '/promotions')
  await expect(page.getByText('No promotions yet')).toBeVisible()
  const website = await addWebsite(page, 'Shop')
  const states = {
    'Off and over': ['Inactive', { isActive: false, startsAt: longPast, endsAt: past }],
    'Off and to come': ['Inactive', { isActive: false, startsAt: future }],
    'To come': ['Scheduled', { code: 'SOON', startsAt: future, endsAt: farFuture }],
    Over: ['Expired', { code: 'PAST', maxRedemptions: 1, startsAt: longPast, endsAt: past }],
    'All taken': ['Used Up', { code: 'Last1', maxRedemptions: 1 }],
    Running: ['Active', { code: 'FALL10', maxRedemptions: 2, startsAt: longPast, endsAt: future }],
  } as const
  for (const [title, [, given]] of Object.entries(states)) await addPromotion(page, { title, value: '10', ...given })
  await addPromotion(page, {
    title: 'Everything said',
    description: 'For big carts.',
    type: 'flat',
    value: '5',
    minSubtotal: '50',
    isStackable: true,
    channelIds: [website.id],
  })
  await order(page, website, '1', ' LAST1 ', '3.80')

  for (const [title, [badge]] of Object.entries(states)) {
    await expect(cardOf(page, title).getByText(badge, { exact: true }), title).toBeVisible()
  }
  const running = cardOf(page, 'Running')
  for (const text of ['10% off', 'FALL10', '0 of 2', 'None', 'Jan 1, 2099'])
    await expect(running.getByText(text)).toBeVisible()
  await expect(cardOf(page, 'All taken').getByText('1 of 1')).toBeVisible()
  const whole = cardOf(page, 'Everything said')
  for (const text of ['$5.00 off', 'Automatic', 'For big carts.', '$50.00', '0, no limit', 'No end date', 'Stackable'])
    await expect(whole.getByText(text, { exact: true })).toBeVisible()
  await expect(whole).toContainText('Shop')

  await page.getByLabel('Search promotions').fill('fall')
  await expect(titles(page)).toHaveText(['Running'])
  await page.getByLabel('Search promotions').fill('OFF AND')
  await expect(titles(page)).toHaveText(['Off and to come', 'Off and over'])
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Active', exact: true }).click()
  await expect(titles(page)).toHaveCount(0)
  await page.getByLabel('Search promotions').fill('')
  await expect(titles(page)).toHaveText(['Everything said', 'Running'])
})

test('a promotion is created with the defaults, refused with reasons, edited, copied, deactivated and ended', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openOwnCompany(page, '/promotions')
  await addPromotion(page, { title: 'Taken', code: 'taken' })
  await page.getByRole('button', { name: 'Create Promotion' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Promotion' })
  const create = dialog.getByRole('button', { name: 'Create Promotion' })
  await expect(dialog.getByLabel('Value')).toHaveValue('0')
  await expect(dialog.getByLabel('Value')).toHaveAttribute('step', '1')
  await expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveText('Percentage off')
  await expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked()
  await expect(dialog.getByRole('switch', { name: 'Stackable' })).not.toBeChecked()
  await expect(dialog.getByText('leave empty for automatic promotions')).toBeVisible()
  await create.click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByLabel('Title').fill('Fall sale')
  await dialog.getByLabel('Value').fill('150')
  await dialog.getByLabel('Maximum uses').fill('0')
  await create.click()
  await expect(dialog.getByText('Maximum uses is at least 1; leave it empty for no limit')).toBeVisible()
  await dialog.getByLabel('Maximum uses').fill('')
  await create.click()
  await expect(dialog.getByText('A percentage is at most 100')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Flat amount off' }).click()
  await expect(dialog.getByLabel('Value')).toHaveAttribute('step', '0.01')
  await dialog.getByLabel('Value').fill('7.5')
  await dialog.getByLabel('Code').fill(' TAKEN ')
  await create.click()
  await expect(dialog.getByText('Another promotion has this code').first()).toBeVisible()
  await refuse(page, '/api/promotions', 'The database is full.')
  await dialog.getByLabel('Code').fill('FALL10')
  await create.click()
  await expect(page.getByText(/^Failed to create promotion/)).toBeVisible()
  await create.click()
  await expectToast(page, 'Promotion Created', 'Promotion has been created successfully')
  await expect(dialog).toHaveCount(0)

  const card = cardOf(page, 'Fall sale')
  await expect(card).toContainText('$7.50 off')
  await card.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('FALL10')
  await card.getByRole('button', { name: 'Edit Fall sale' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Promotion' })
  await edit.getByLabel('Minimum order').fill('50')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(card).toContainText('$50.00')

  await card.getByRole('button', { name: 'Copy Fall sale' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Fall sale')
  await expect(dialog.getByLabel('Code')).toHaveValue('')
  await expect(dialog.getByRole('switch', { name: 'Active' })).not.toBeChecked()
  await dialog.getByLabel('Title').fill('Fall again')
  await create.click()
  await expect(cardOf(page, 'Fall again').getByText('Inactive', { exact: true })).toBeVisible()

  await chooseFrom(page, 'Fall sale', 'Deactivate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible()
  await chooseFrom(page, 'Fall sale', 'Activate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate' }).click()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await chooseFrom(page, 'Fall sale', 'End now')
  await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click()
  await expect(card.getByText('Expired', { exact: true })).toBeVisible()
})

test('a cart of a website is priced, its order redeems the code, and a cancelled order releases it', async ({
  page,
}) => {
  await openOwnCompany(page, '/promotions')
  await uploadRows(page, [['TEE-L', 'Tee, large', 19, 40]])
  const website = await addWebsite(page, 'Shop')
  const { id } = await addPromotion(page, { title: 'Fall sale', code: 'FALL10', value: '10', maxRedemptions: 1 })
  const quoted = await page.request.post('/api/v1/promotions/quote', {
    headers: callOf(website),
    data: { items: [{ sku: 'TEE-L', quantity: 2, unitPrice: '19.00' }], promotionCodes: ['fall10'] },
  })
  expect(await quoted.json()).toMatchObject({ subtotal: '38.00', discount: '3.80', total: '34.20' })

  await page.getByRole('button', { name: 'Try a cart' }).click()
  const panel = page.getByRole('dialog', { name: 'Try a cart' })
  await panel.getByLabel('Price', { exact: true }).fill('19')
  await panel.getByLabel('Quantity', { exact: true }).fill('2')
  await panel.getByLabel('Codes').fill('fall10, nope')
  await panel.getByRole('button', { name: 'Price the cart' }).click()
  await expect(panel.getByRole('list', { name: 'Promotions' })).toContainText('It takes $3.80 off.')
  await expect(panel).toContainText('nope')
  await closeWithEscape(page)
  await expect(panel).toHaveCount(0)

  const first = await order(page, website, '1', 'Fall10', '3.80')
  expect(first.attention).toBeNull()
  const card = cardOf(page, 'Fall sale')
  await expect(card.getByText('Used Up', { exact: true })).toBeVisible()
  await card.getByRole('link', { name: 'Fall sale' }).click()
  const drawer = page.getByRole('dialog', { name: 'Fall sale' })
  const uses = drawer.getByRole('list', { name: 'Orders that used it' }).getByRole('listitem')
  await expect(uses).toHaveCount(1)
  await expect(uses).toContainText('$3.80')
  await drawer.getByRole('button', { name: 'Edit Fall sale' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Promotion' })
  await expect(edit.getByLabel('Code')).toBeDisabled()
  await closeWithEscape(page)

  const { id: late, attention } = await order(page, website, '2', 'FALL10', '3.80')
  expect(attention?.code).toBe('discount_differs')
  await page.goto(`/orders?order=${late}`)
  await expect(page.getByRole('dialog')).toContainText('FALL10 does not apply. Its one use is taken.')

  expect((await page.request.post(`/api/orders/${first.id}/cancel`, { headers, data: {} })).status()).toBe(202)
  await page.goto(`/promotions?promotion=${id}`)
  await expect(drawer.getByText('Active', { exact: true })).toBeVisible()
  await expect(uses).toContainText('Given back')
  await drawer.getByRole('link', { name: first.orderNumber }).click()
  await expect(page.getByRole('dialog')).toContainText('FALL10 was given back.')
})
