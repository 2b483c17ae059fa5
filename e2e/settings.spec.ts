import { inboxes } from './emulator-control.ts'
import { openOwnCompany, uploadRows } from './own-company.ts'
import { expect, expectToast, test } from './sign-in.ts'
import { addWebsite, orderCreated } from './website.ts'

test('customer and owner are notified of an order with the company’s own templates, until the customer replies STOP', async ({
  page,
}) => {
  await openOwnCompany(page, '/settings?tab=notifications')
  const { mailsTo, textsTo, answer } = inboxes(page.request)
  const [customer, owner] = [freshNumber(0), freshNumber(1)]
  // No quiet hours, at whatever time the test runs.
  for (const label of ['Quiet hours start', 'Quiet hours end']) await page.getByLabel(label).fill('00:00')
  await page.getByLabel('Alert phone').fill(owner)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Settings Saved', 'Notification settings have been updated')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect.poll(async () => (await textsTo(owner)).length).toBe(1)
  const [text] = await textsTo(owner)
  await page.getByLabel('Code', { exact: true }).fill(text?.body.slice(0, 6) ?? '')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText(`Alerts are texted to ${owner}.`)).toBeVisible()

  const words = { subject: 'Ahoy {{firstName}}', body: 'Order {{orderNumber}} of {{total}} is ours to pack.' }
  const saved = await page.request.put('/api/notification-templates/customer/order_placed/email', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    data: words,
  })
  expect(saved.status()).toBe(200)
  await uploadRows(page, [['TEE-L', 'Shirt', 19, 10]])
  const website = await addWebsite(page, 'Shop')
  const email = `ana.${customer.slice(1)}@example.com`
  const buy = async (number: string) => {
    const { data } = orderCreated(number, 'TEE-L')
    const taken = await page.request.post('/api/v1/orders', {
      headers: { authorization: `Bearer ${website.apiKey}` },
      data: { ...data, customer: { ...data.customer, email, phone: customer } },
    })
    return ((await taken.json()) as { orderNumber: string }).orderNumber
  }
  const number = await buy('1')
  await expect.poll(async () => (await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Ahoy Ana'])
  const [mail] = await mailsTo(email)
  for (const part of [mail?.text, mail?.html]) expect(part).toContain(`Order ${number} of $38.00 is ours to pack.`)
  await expect
    .poll(async () => (await textsTo(customer)).map(({ body }) => body))
    .toEqual([expect.stringContaining('your order 1 ($38.00)')])
  await expect.poll(async () => (await textsTo(owner))[0]?.body).toContain(`New order ${number}`)

  await answer(customer, 'STOP')
  await buy('2')
  await expect.poll(async () => (await mailsTo(email)).length).toBe(2)
  await page.getByRole('link', { name: 'Open the history' }).click()
  const table = page.getByRole('table')
  await expect(table.getByText('Not sent')).toBeVisible()
  expect(await textsTo(customer)).toHaveLength(1)
})

/** A phone number that is unique in this run. */
const freshNumber = (more: number) => `+1206555${String((Date.now() + more) % 10_000).padStart(4, '0')}`
