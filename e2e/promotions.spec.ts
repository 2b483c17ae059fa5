import { openOwnCompany, uploadRows } from './own-company.ts'
import { expect, test } from './sign-in.ts'
import { addWebsite, orderCreated } from './website.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }

test('a code is copied, an order of a website redeems it, and the cancelled order gives it back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openOwnCompany(page, '/promotions')
  await uploadRows(page, [['TEE-L', 'Tee, large', 19, 40]])
  const website = await addWebsite(page, 'Shop')
  const promotion = { title: 'Fall sale', code: 'FALL10', value: '10', maxRedemptions: 1 }
  expect((await page.request.post('/api/promotions', { headers, data: promotion })).status()).toBe(201)
  const card = page.getByRole('region', { name: 'Fall sale', exact: true })
  await card.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('FALL10')

  const taken = await page.request.post('/api/v1/orders', {
    headers: { authorization: `Bearer ${website.apiKey}` },
    data: { ...orderCreated('1', 'TEE-L').data, promotionCodes: ['Fall10'], discountAmount: '3.80' },
  })
  expect(taken.status()).toBe(201)
  const order = (await taken.json()) as { id: string; orderNumber: string; attention: object | null }
  expect(order.attention).toBeNull()
  await expect(card.getByText('Used Up', { exact: true })).toBeVisible()
  await card.getByRole('link', { name: 'Fall sale' }).click()
  const drawer = page.getByRole('dialog', { name: 'Fall sale' })
  const uses = drawer.getByRole('list', { name: 'Orders that used it' }).getByRole('listitem')
  await expect(uses).toHaveCount(1)
  await expect(uses).toContainText('$3.80')

  expect((await page.request.post(`/api/orders/${order.id}/cancel`, { headers, data: {} })).status()).toBe(202)
  await expect(drawer.getByText('Active', { exact: true })).toBeVisible()
  await expect(uses).toContainText('Returned')
  await drawer.getByRole('link', { name: order.orderNumber }).click()
  await expect(page.getByRole('dialog')).toContainText('One use of FALL10 was returned.')
})
