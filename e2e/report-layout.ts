import { expect, type Page } from '@playwright/test'
import { openOwnCompany } from './own-company.ts'
import { closeWithEscape, signIn } from './sign-in.ts'

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
/** Few days, since axe takes seconds for long tables. */
const lastDays = `startDate=${day(5)}&endDate=${day(1)}`

/** Dashboard, reports and search: in the demo company, then in an empty one. */
export async function* reportLayout(page: Page): AsyncGenerator<string> {
  await signIn(page, 'admin', '/dashboard')
  await expect(page.getByRole('list', { name: 'Lowest stock' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Recent orders' })).toBeVisible()
  yield 'dashboard'
  for (const type of ['sales', 'inventory', 'channels', 'customers']) {
    await page.goto(`/reports?type=${type}&${lastDays}`)
    await expect(page.getByRole('region', { name: 'Report', exact: true }).getByRole('table').last()).toBeVisible()
    await expect(page.getByRole('application').first()).toBeVisible()
    yield `report, ${type}`
  }
  await page.locator('dl > div a').first().click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  yield 'orders behind a figure'
  await closeWithEscape(page)
  await page.getByRole('button', { name: 'New schedule' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  yield 'a new schedule with an error'
  await closeWithEscape(page)
  await page.keyboard.press('Control+k')
  const searchBox = page.getByPlaceholder('Search orders, products, customers…')
  await expect(searchBox).toBeFocused()
  await searchBox.fill('an')
  await expect(page.getByRole('listbox').getByRole('group', { name: 'Orders' })).toBeVisible()
  yield 'search'
  await closeWithEscape(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  yield 'keyboard shortcuts'

  await openOwnCompany(page, '/dashboard')
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  yield 'an empty dashboard'
  await page.goto('/reports')
  await expect(page.getByRole('table', { name: 'Scheduled reports' })).toBeVisible()
  yield 'an empty report'
}
