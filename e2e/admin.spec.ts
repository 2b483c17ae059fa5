import type { Page } from '@playwright/test'
import { expect, signIn, test } from './sign-in.ts'

test.beforeEach(({ page }) => signIn(page, 'admin', '/admin'))

test('what another admin adds appears without a reload, and typed input stays; a dialog that cannot be loaded opens once the connection is back', async ({
  page,
  browser,
}) => {
  await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible()
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByLabel('Email').fill('half-typed@')

  // Only this page goes offline: the test's own may not log errors, and browsers log failed requests.
  const elsewhere = await browser.newPage()
  await signIn(elsewhere, 'admin', '/admin')
  const companies = elsewhere.getByRole('table', { name: 'Companies' })
  await companies.click()
  await elsewhere.context().setOffline(true)
  await elsewhere.getByRole('button', { name: 'Add Company' }).click()
  await expect(elsewhere.getByText('That couldn’t be opened', { exact: true })).toBeVisible()
  await expect(companies).toBeVisible()
  await elsewhere.context().setOffline(false)
  await elsewhere.getByRole('button', { name: 'Add Company' }).click()
  await expect(elsewhere.getByRole('dialog', { name: 'Add Company' })).toBeVisible()

  await elsewhere.getByLabel('Company name').fill('Nordlicht Leuchten')
  await elsewhere.getByRole('dialog').getByLabel('Email').fill('hallo@nordlicht.test')
  await elsewhere.getByRole('button', { name: 'Create Company' }).click()
  await expect(page.locator('table').getByText('Nordlicht Leuchten')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('half-typed@')
  await elsewhere.close()
})

test('the admin screens fit every width: tables become cards, the menu folds, nothing scrolls sideways; both searches are in the URL', async ({
  page,
}) => {
  await addCompany(page, {
    name: 'Langenfeld'.repeat(12),
    email: `${'accounts.'.repeat(6)}payable@${'long.'.repeat(20)}test`,
  })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const width of [1280, 1024, 820, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.locator('table').getByText('LangenfeldLangenfeld').first()).toBeVisible()
    await expect.poll(overflow, { message: `at ${width} px` }).toBe(0)
  }
  const companies = page.getByRole('searchbox', { name: 'Search companies' })
  const users = page.getByRole('searchbox', { name: 'Search users' })
  await companies.fill('no such company')
  await users.fill('no such person')
  await expect(page.getByText('No company matches “no such company”')).toBeVisible()
  await expect(page.getByText('No user matches “no such person”')).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(drawer).toHaveCount(0)
  await expect.poll(overflow).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible()
  await expect(drawer).toHaveCount(0)
  await expect(users).toHaveValue('no such person')
  await users.fill('')
  await companies.fill('')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

async function addCompany(page: Page, company: { name: string; email: string }): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }
    return (await fetch('/api/admin/companies', { method: 'POST', headers, body })).status
  }, JSON.stringify(company))
  expect(status).toBe(201)
}
