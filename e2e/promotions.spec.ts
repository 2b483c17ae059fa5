import type { Page } from '@playwright/test'
import { openOwnCompany, uploadRows } from './own-company.ts'
import { closeWithEscape, expect, expectToast, test } from './sign-in.ts'
import { addWebsite, orderCreated, type Website } from './website.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }

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

async function chooseFrom(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a promotion is created, its code copied, edited and ended', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openOwnCompany(page, '/promotions')
  await page.getByRole('button', { name: 'Create Promotion' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Promotion' })
  await dialog.getByLabel('Title').fill('Fall sale')
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Flat amount off' }).click()
  await dialog.getByLabel('Value').fill('7.5')
  await dialog.getByLabel('Code').fill('FALL10')
  await dialog.getByRole('button', { name: 'Create Promotion' }).click()
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
