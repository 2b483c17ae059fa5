import type { BrowserContextOptions, Page } from '@playwright/test'
import { moveToOwnCompany } from './own-company.ts'
import { expect, signInByRequest, test as base } from './sign-in.ts'
import { ownProduct } from './product.ts'

type Cookies = BrowserContextOptions['storageState']

/** One company and sign-in for all tests; each leaves the company without a connected account, or comes last. */
const test = base.extend<object, { ownCompany: Cookies }>({
  ownCompany: [
    async ({ browser }, use) => {
      const page = await browser.newPage({ baseURL: ownProduct().url })
      await signInByRequest(page, 'admin@lockstep.test')
      await moveToOwnCompany(page)
      await use(await page.context().storageState())
      await page.context().close()
    },
    { scope: 'worker' },
  ],
  storageState: async ({ ownCompany }, use) => use(ownCompany),
})

const connected = 'Successfully connected to Amazon! Your inventory will begin syncing shortly.'

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const accounts = (page: Page) => page.getByRole('list', { name: 'Connected accounts' }).getByRole('listitem')
const noAccount = (page: Page) => page.getByText(/^No Amazon account is connected yet\./)

/** Starts a connection in the dialog. Returns Amazon's consent page, which opens in a new tab. */
async function askForConsent(page: Page, name: string, region: string): Promise<Page> {
  await page.getByRole('button', { name: 'New Connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Connection' })
  await expect(dialog.getByRole('button', { name: 'Connect to Amazon' })).toBeDisabled()
  await dialog.getByLabel('Integration name').fill(name)
  await dialog.getByRole('combobox', { name: 'Marketplace region' }).click()
  await page.getByRole('option', { name: region }).click()
  const opening = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Connect to Amazon' }).click()
  const amazon = await opening
  await expect(amazon.getByRole('heading', { name: 'Authorize Lockstep' })).toBeVisible()
  expect(await amazon.evaluate(() => window.opener === null)).toBe(true)
  return amazon
}

async function authorize(amazon: Page, seller: RegExp) {
  await amazon.getByRole('radio', { name: seller }).check()
  await amazon.getByRole('button', { name: 'Authorize' }).click()
}

test('an account is connected, syncs by itself, and is disconnected', async ({ page }) => {
  test.slow()
  await page.goto('/amazon')
  await expect(page.getByText('Not Connected')).toBeVisible()
  await expect(page.getByText('Setup Required')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Marketplace Connect' }).click()
  await expect(noAccount(page)).toBeVisible()

  const amazon = await askForConsent(page, 'Kieferhaus', 'Europe (EU)')
  await expect(page.getByText('Continue on Amazon')).toBeVisible()
  await authorize(amazon, /Kieferhaus GmbH/)
  await expect(amazon.getByText(connected)).toBeVisible()
  await amazon.getByRole('button', { name: 'Dismiss' }).click()
  await expect(amazon).toHaveURL(/\/amazon-connection$/)

  await expect(accounts(page)).toHaveCount(1)
  for (const text of ['Active', 'Europe (EU)', 'A3DKIEFERHAUS', 'Germany, France, United Kingdom'])
    await expect(accounts(page)).toContainText(text)
  await expect(page.getByText('Continue on Amazon')).toHaveCount(0)

  await page.getByRole('link', { name: 'Amazon Integration' }).click()
  await expect(page.getByRole('region', { name: 'Connection Status' })).toContainText('Connected')
  const sync = page.getByRole('table', { name: 'Recent syncs' }).getByRole('row', { name: /inventory/i })
  await expect(sync).toContainText('Completed', { timeout: 20_000 })
  await expect(sync.getByRole('cell').nth(2)).toHaveText('25')
  await expect(sync.getByRole('cell').nth(4)).toHaveText('25')

  await menu(page, 'Inventory').click()
  const board = page.getByRole('row', { name: /^KH-BRETT-M/ })
  await expect(board).toContainText('Schneidebrett Kiefer, mittel')
  await expect(board.getByRole('cell').nth(2)).toHaveText('96')
  await expect(board).toContainText(/ago$/)

  await menu(page, 'Marketplace Connect').click()
  await page.getByRole('button', { name: 'Disconnect Kieferhaus' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(noAccount(page)).toBeVisible()
  await menu(page, 'Inventory').click()
  await expect(board.getByRole('cell').nth(2)).toHaveText('96')
  await expect(page.getByRole('button', { name: 'Sync Inventory' })).toHaveAttribute('aria-disabled', 'true')
})

test('a store saved in the settings is authorized by its seller', async ({ page }) => {
  test.slow()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Connect Amazon Account' }).click()
  await page.getByLabel('Seller ID').fill('A2QHARBORLANE')
  await page.getByRole('button', { name: 'Next: Authorize' }).click()
  await expect(page.getByText('Please select at least one marketplace')).toBeVisible()
  await page.getByRole('button', { name: 'United States' }).click()
  await page.getByRole('button', { name: 'Complete Setup' }).click()
  await expect(page.getByText('Amazon integration configured successfully', { exact: true })).toBeVisible()
  await expect(page.getByText('Not authorized yet')).toBeVisible()

  await page.getByRole('button', { name: 'Authorize with Amazon' }).click()
  await authorize(page, /Harbor Lane Home/)
  await expect(page.getByText(connected)).toBeVisible()
  await menu(page, 'Settings').click()
  await expect(page.getByRole('definition').filter({ hasText: 'Connected' })).toBeVisible()
  await page.getByRole('link', { name: 'Amazon Integration' }).click()
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await expect(page.getByText('Connection Successful', { exact: true })).toBeVisible()
})
