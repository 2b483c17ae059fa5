import type { Page } from '@playwright/test'
import { inboxes } from './emulator-control.ts'
import { moveToOwnCompany, openOwnCompany, refuse, uploadRows } from './own-company.ts'
import { closeWithEscape, expect, expectToast, signIn, signInByRequest, test } from './sign-in.ts'
import { addWebsite, orderCreated } from './website.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }
const tabs = ['Integrations', 'Notifications', 'API Keys', 'Users', 'Security', 'System']
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** No quiet hours, at whatever time the test runs. */
const noQuietHours = { quietHoursStart: '00:00', quietHoursEnd: '00:00' }

test('the settings have six tabs; notifications are on with quiet nights by default, are saved, and unsaved changes are guarded', async ({
  page,
}) => {
  await openOwnCompany(page, '/settings')
  await expect(page.getByRole('tab')).toHaveText(tabs)
  await expect(page.getByRole('tab', { name: 'Integrations', selected: true })).toBeVisible()
  await expect(page.getByText('The email provider is configured.')).toBeVisible()
  await page.getByRole('tab', { name: 'Notifications' }).click()
  for (const name of ['SMS for new orders', 'Low stock alerts', 'Failed job alerts', 'SMS', 'Email'])
    await expect(page.getByRole('switch', { name, exact: true })).toBeChecked()
  await expect(page.getByLabel('Quiet hours start')).toHaveValue('22:00')
  await expect(page.getByLabel('Quiet hours end')).toHaveValue('08:00')

  await page.getByLabel('Quiet hours start').fill('21:30')
  await page.getByRole('switch', { name: 'Email', exact: true }).click()
  await page.getByRole('tab', { name: 'System' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^Keep/ }).click()
  await expect(page.getByLabel('Quiet hours start')).toHaveValue('21:30')
  await refuse(page, '/api/settings/notifications', 'The database did not answer.')
  await save(page).click()
  await expectToast(page, 'Error', 'Failed to save notification settings. The database did not answer.')
  await save(page).click()
  await expectToast(page, 'Settings Saved', 'Notification settings have been updated')
  await page.reload()
  await expect(page.getByLabel('Quiet hours start')).toHaveValue('21:30')
  await expect(page.getByRole('switch', { name: 'Email', exact: true })).not.toBeChecked()
})

test('customer and owner are notified of an order with the company’s own templates, until the customer replies STOP', async ({
  page,
}) => {
  await openOwnCompany(page, '/settings?tab=notifications')
  const { mailsTo, textsTo, answer } = inboxes(page.request)
  const [customer, owner] = [freshNumber(0), freshNumber(1)]
  await page.getByLabel('Quiet hours start').fill(noQuietHours.quietHoursStart)
  await page.getByLabel('Quiet hours end').fill(noQuietHours.quietHoursEnd)
  await page.getByLabel('Alert phone').fill(owner)
  await save(page).click()
  await expectToast(page, 'Settings Saved', 'Notification settings have been updated')

  await page.getByRole('button', { name: 'Send test SMS' }).click()
  await expectToast(page, 'Test Sent', 'Test notification has been queued')
  await expect.poll(async () => (await textsTo(owner)).length).toBe(1)

  const words = { subject: 'Ahoy {{firstName}}', body: 'Order {{orderNumber}} of {{total}} is ours to pack.' }
  const saved = await page.request.put('/api/notification-templates/customer/order_placed/email', {
    headers,
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
    .toEqual([expect.stringContaining(number)])
  await expect.poll(async () => (await textsTo(owner))[0]?.body).toContain(`New order ${number}`)

  await answer(customer, 'STOP')
  await buy('2')
  await expect.poll(async () => (await mailsTo(email)).length).toBe(2)
  await page.goto('/notifications')
  const table = page.getByRole('table')
  await expect(table.getByText('Not sent')).toBeVisible()
  expect(await textsTo(customer)).toHaveLength(1)
})

/** A phone number that is unique in this run. */
const freshNumber = (more: number) => `+1206555${String((Date.now() + more) % 10_000).padStart(4, '0')}`

test('a master key is created, works, is shown masked and replaces the one before; failures are reported', async ({
  page,
}) => {
  await openOwnCompany(page, '/settings?tab=api-keys')
  await expect(page.getByLabel('Master key', { exact: true })).toHaveValue('Not configured')
  await expect(page.getByText(/^Keys of the marketplace, social commerce, SMS and email integrations/)).toHaveText(
    /are configured on the marketplace page or in environment variables\.$/,
  )
  await refuse(page, '/api/settings/api-keys/master', 'No.')
  await page.getByRole('button', { name: 'Generate New' }).click()
  await expect(page.getByText('Failed to generate API key', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Generate New' }).click()
  await expect(page.getByText('API Key Generated', { exact: true })).toBeVisible()
  const key =
    (await page
      .getByRole('dialog')
      .getByText(/^ls_live_/)
      .textContent()) ?? ''
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByLabel('Master key', { exact: true })).toHaveValue(
    new RegExp(`^${key.slice(0, 8)}.*${key.slice(-4)}$`),
  )
  const call = () => page.request.get('/api/v1/inventory', { headers: { authorization: `Bearer ${key}` } })
  expect((await call()).status()).toBe(200)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Revoke/ })
    .click()
  await expect(page.getByLabel('Master key', { exact: true })).toHaveValue('Not configured')
  expect((await call()).status()).toBe(401)
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByLabel('Webhook signing secret')).toHaveValue(/^whsec_/)
})

test('security and system settings have the specification’s choices and defaults, are saved and audited', async ({
  page,
}) => {
  await openOwnCompany(page, '/settings?tab=security')
  await expect(page.getByRole('combobox', { name: 'Session timeout' })).toHaveText('7 days')
  await page.getByRole('combobox', { name: 'Session timeout' }).click()
  await expect(page.getByRole('option')).toHaveText(['1 hour', '8 hours', '1 day', '7 days'])
  await page.getByRole('option', { name: '8 hours' }).click()
  await expect(page.getByRole('switch', { name: 'Audit logging' })).toBeChecked()
  await save(page).click()
  await expectToast(page, 'Settings Saved', 'Security settings have been updated')
  await page.getByRole('button', { name: 'Security settings changed' }).click()
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Changed values' })).toContainText(/7d.*8h/s)
  await closeWithEscape(page)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The log is whole')).toBeVisible()

  await page.getByRole('tab', { name: 'System' }).click()
  await expect(page.getByRole('combobox', { name: 'Sync frequency' })).toHaveText('Every 30 minutes')
  await expect(page.getByText('v1.0.0')).toBeVisible()
  await uploadRows(page, [['TEE-L', 'Shirt', 19, 12]])
  await page.getByLabel('Default low stock threshold').fill('12')
  await save(page).click()
  await expectToast(page, 'Settings Saved', 'System settings have been updated')
  const alerts = await page.request.get('/api/inventory/alerts')
  expect(((await alerts.json()) as { sku: { sku: string } }[]).map(({ sku }) => sku.sku)).toEqual(['TEE-L'])
})

test('an admin changes a colleague’s role and signs them out', async ({ page, browser }) => {
  await signIn(page, 'admin')
  const companyId = await moveToOwnCompany(page)
  const email = `kim.${companyId}@example.com`
  const kim = { email, firstName: 'Kim', lastName: 'Lund', role: 'readonly', companyId }
  expect((await page.request.post('/api/admin/users', { headers, data: kim })).status()).toBe(201)
  const colleague = await browser.newPage()
  await signInByRequest(colleague, email)
  await page.goto('/settings?tab=users')
  await expect(page.getByRole('table', { name: 'People' })).toContainText(email)
  const act = async (step: string, button: string) => {
    await page.getByRole('button', { name: 'Actions for Kim Lund' }).click()
    await page.getByRole('menuitem', { name: step }).click()
    if (step === 'Change role…') {
      await page.getByRole('combobox', { name: 'Role' }).click()
      await page.getByRole('option', { name: 'Operations' }).click()
    }
    await page.getByRole('button', { name: button, exact: true }).click()
  }
  await act('Change role…', 'Change role')
  await expectToast(page, 'Role Changed', 'Kim Lund has the role Operations now')
  const role = async () => ((await (await colleague.request.get('/api/auth/user')).json()) as { role?: string }).role
  expect(await role()).toBe('ops')
  await act('End sessions…', 'End sessions')
  await expectToast(page, 'Sessions Ended', 'Kim Lund was signed out of 1 session')
  expect(await role()).toBeUndefined()
  await colleague.close()
})
