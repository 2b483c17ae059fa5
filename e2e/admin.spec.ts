import type { Page } from '@playwright/test'
import { expect, signIn, test } from './sign-in.ts'

test.beforeEach(({ page }) => signIn(page, 'admin', '/admin'))

test('an admin adds a company and a user, deactivates the company and activates it again', async ({ page }) => {
  await page.getByRole('button', { name: 'Add Company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Company' })
  await dialog.getByRole('button', { name: 'Create Company' }).click()
  await expect(dialog.getByText('Company name is required')).toBeVisible()
  await expect(dialog.getByText('Email is required')).toBeVisible()
  await dialog.getByLabel('Company name').fill('Blue Kettle Coffee')
  await dialog.getByLabel('Email').fill('hello@bluekettle.test')
  await dialog.getByRole('button', { name: 'Create Company' }).click()
  await expect(page.getByText('Company Created', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const companies = page.getByRole('table', { name: 'Companies' })
  const row = companies.getByRole('row', { name: /Blue Kettle Coffee/ })
  await expect(row.getByText('Active')).toBeVisible()

  await page.getByRole('button', { name: 'Add User' }).click()
  const person = page.getByRole('dialog', { name: 'Add User' })
  await person.getByLabel('Email').fill('ops@lockstep.test')
  await person.getByLabel('First name').fill('Noor')
  await person.getByLabel('Last name').fill('Haddad')
  await person.getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('option')).toHaveText(['Read Only', 'Operations', 'Admin'])
  await page.getByRole('option', { name: 'Operations' }).click()
  await person.getByRole('combobox', { name: 'Company' }).click()
  await page.getByRole('option', { name: 'Blue Kettle Coffee' }).click()
  await person.getByRole('button', { name: 'Create User' }).click()
  await expect(person.getByText(/account with this email already/).first()).toBeVisible()
  await person.getByLabel('Email').fill('noor@bluekettle.test')
  await person.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('User Created', { exact: true })).toBeVisible()
  const users = page.getByRole('table', { name: 'Users' })
  await expect(
    users.getByRole('row', { name: /Noor Haddad.*noor@bluekettle.test.*Blue Kettle Coffee.*Operations/ }),
  ).toBeVisible()

  await row.getByRole('button', { name: 'Deactivate' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('sign in')
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Company Updated', { exact: true })).toBeVisible()
  await expect(row.getByText('Inactive')).toBeVisible()
  await row.getByRole('button', { name: 'Activate' }).click()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
})

test('what another admin adds appears without a reload, and typed input stays', async ({ page, browser }) => {
  await expect(page.getByRole('table', { name: 'Companies' })).toBeVisible()
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByLabel('Email').fill('half-typed@')
  const elsewhere = await browser.newPage()
  await signIn(elsewhere, 'admin', '/admin')
  await elsewhere.getByRole('button', { name: 'Add Company' }).click()
  await elsewhere.getByLabel('Company name').fill('Nordlicht Leuchten')
  await elsewhere.getByRole('dialog').getByLabel('Email').fill('hallo@nordlicht.test')
  await elsewhere.getByRole('button', { name: 'Create Company' }).click()
  await expect(page.locator('table').getByText('Nordlicht Leuchten')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('half-typed@')
  await elsewhere.close()
})

test('the admin screens fit every width: tables become cards, the menu folds, nothing scrolls sideways', async ({
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
    expect(await overflow(), `at ${width} px`).toBe(0)
  }
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(drawer).toHaveCount(0)
  expect(await overflow()).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible()
  await expect(drawer).toHaveCount(0)
})

test('both searches are in the URL, and leave it when both boxes are emptied', async ({ page }) => {
  const companies = page.getByRole('searchbox', { name: 'Search companies' })
  const users = page.getByRole('searchbox', { name: 'Search users' })
  await companies.fill('no such company')
  await users.fill('no such person')
  await expect(page.getByText('No company matches “no such company”')).toBeVisible()
  await expect(page.getByText('No user matches “no such person”')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goBack()
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

test('the page stays usable when a dialog cannot be loaded, and the dialog opens once the connection is back', async ({
  browser,
}) => {
  // On another page, since the test's own may not log errors and browsers log failed requests.
  const page = await browser.newPage()
  await signIn(page, 'admin', '/admin')
  const companies = page.getByRole('table', { name: 'Companies' })
  await companies.click()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Add Company' }).click()
  await expect(page.getByText('That couldn’t be opened', { exact: true })).toBeVisible()
  await expect(companies).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Add Company' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Company' })).toBeVisible()
  await page.context().close()
})
