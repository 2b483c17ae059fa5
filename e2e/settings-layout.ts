import type { Page } from '@playwright/test'
import { openOwnCompany } from './own-company.ts'
import { expect } from './sign-in.ts'

/** The tabs of the settings and the message history in a new company, with validation errors where possible. */
export async function* settingsLayout(page: Page): AsyncGenerator<string> {
  await openOwnCompany(page, '/settings?tab=notifications')
  await page.getByLabel('Alert phone').fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Enter a number with its country code/)).toBeVisible()
  yield 'notification settings with an error'
  await page.goto('/settings?tab=notifications&template=customer.order_shipped.email')
  await expect(page.getByLabel('Subject')).toHaveValue('Your order {{shopNumber}} is on its way')
  yield 'the words of a message'
  await page.goto('/settings?tab=api-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Warehouse')
  yield 'a new key'
  await page.goto('/settings?tab=users')
  await expect(page.getByText(/^Everyone with an account/)).toBeVisible()
  yield 'users'
  await page.goto('/settings?tab=security')
  await expect(page.getByRole('table', { name: /Audit/ })).toBeVisible()
  yield 'security and the audit log'
  await page.goto('/settings?tab=system')
  await expect(page.getByText(/^PostgreSQL \d/)).toBeVisible()
  yield 'system'
  await page.goto('/notifications')
  await expect(page.getByText('No messages yet')).toBeVisible()
  yield 'no messages yet'
}
