import type { Page } from '@playwright/test'
import { expectPhoneWidth, findings } from './layout-checks.ts'
import { openOwnCompany, uploadRows } from './own-company.ts'
import { closeWithEscape, expect, signIn, test } from './sign-in.ts'
import { reportLayout } from './report-layout.ts'
import { settingsLayout } from './settings-layout.ts'
import { addWebsite, deliver, orderCreated } from './website.ts'
import { workbook } from './workbooks.ts'

/** So that both workers share the longest file. */
test.describe.configure({ mode: 'parallel' })

const rows = [
  ['A-1', 'Flask with a long name that takes more than the width of a phone to be read in full', 10, 0],
  [`A-2-${'0123456789'.repeat(6)}`, 'Flask', 10, 30, 'B0C1234567', 'Kitchen'],
]

/** Walks through the four catalog screens; yields the name of each view to check. */
async function* catalogViews(page: Page): AsyncGenerator<string> {
  await openOwnCompany(page, '/products')
  await expect(page.getByText('No products found')).toBeVisible()
  yield 'no products'
  await uploadRows(page, rows)
  await page.getByRole('button', { name: 'View Flask', exact: true }).click()
  for (const tab of [/SKUs/, 'Listings', 'History', 'Details']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
    yield `product, ${tab}`
  }
  await closeWithEscape(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  yield 'products'
  await page.getByRole('button', { name: 'Add Product' }).click()
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  yield 'product form with an error'

  await page.goto('/inventory')
  await expect(page.getByRole('table', { name: 'Stock by SKU' })).toBeVisible()
  yield 'inventory'
  await page.getByRole('button', { name: 'A-1', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Recent movements' })).toBeVisible()
  yield 'stock of a SKU'

  await page.goto('/bulk-upload')
  const file = [...rows.slice(1).map(([sku]) => [sku ?? '', 'Flask', 2, 30]), ['B-1', 'New', 'free', 1]]
  await page.getByLabel('Choose an Excel file').setInputFiles(workbook('next.xlsx', file))
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('The price drops by more than 40%.')
  yield 'preview'
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('$10.00 → $2.00')
  yield 'risky value'
  await page.getByRole('checkbox', { name: 'I checked it' }).check()
  await page.getByRole('button', { name: 'Apply this value' }).click()
  await expect(page.getByRole('region', { name: 'Result' })).toBeVisible()
  yield 'result'

  await page.goto('/sheet-view')
  await page.getByRole('button', { name: 'Enable Sheet View' }).click()
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('free')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: 'free' })).toHaveAttribute('aria-invalid', 'true')
  yield 'sheet with a bad cell'
}

/** Amazon's screens and the integrations: in the demo company (connected), then in an empty one. */
async function* amazonViews(page: Page): AsyncGenerator<string> {
  await signIn(page, 'admin', '/amazon')
  await expect(page.getByRole('table', { name: 'Recent syncs' })).toBeVisible()
  yield 'a connection and its syncs'
  await page.goto('/amazon-connection?status=success')
  await expect(page.getByRole('list', { name: 'Connected accounts' })).toBeVisible()
  yield 'a connected account'

  await openOwnCompany(page, '/amazon')
  await expect(page.getByText('Setup Required')).toBeVisible()
  yield 'nothing connected'
  await page.goto('/amazon-connection?status=error&reason=other-seller')
  await expect(page.getByText(/^No Amazon account is connected yet/)).toBeVisible()
  yield 'a failed connection'
  await page.getByRole('button', { name: 'New Connection' }).click()
  await expect(page.getByLabel('Integration name')).toBeFocused()
  yield 'a new connection'
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Connect Amazon Account' }).click()
  await page.getByRole('button', { name: 'Next: Authorize' }).click()
  await expect(page.getByText('Seller ID is required')).toBeVisible()
  yield 'store details with an error'
  await page.getByLabel('Seller ID').fill('A1B2C3')
  await page.getByRole('button', { name: 'Next: Authorize' }).click()
  await page.getByRole('button', { name: 'Canada' }).click()
  yield 'marketplaces'
}

/** Channels of a new company, with deliveries that are valid, with an unknown SKU, unsigned and unreadable. */
async function* channelViews(page: Page): AsyncGenerator<string> {
  await openOwnCompany(page, '/channels')
  await uploadRows(page, rows)
  await page.getByRole('button', { name: 'Add Your First Channel' }).click()
  await page.getByRole('button', { name: 'Create Channel' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  yield 'a new channel with an error'
  await closeWithEscape(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  yield 'no channels'

  const website = await addWebsite(page, `Shop ${'0123456789'.repeat(6)}`)
  await deliver(website, orderCreated('1001', 'A-1'))
  await deliver(website, orderCreated('1002', 'B-1'))
  await deliver(website, orderCreated('1003', 'A-1'), { secret: `whsec_${Buffer.alloc(32).toString('base64')}` })
  await deliver(website, { type: 'order.created', data: {} })
  await expect(page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem')).toHaveCount(3)
  yield 'channels, and what needs attention'
  await page.getByRole('button', { name: /^Settings for / }).click()
  const drawer = page.getByRole('dialog', { name: /^Shop / })
  for (const [tab, content] of [
    ['General', drawer.getByLabel('Webhook URL')],
    ['Keys', drawer.getByRole('textbox', { name: 'Feed as JSON' })],
    ['Connect', drawer.getByRole('textbox', { name: 'Webhook address' })],
    ['Listings', drawer.getByRole('list', { name: 'Listings' })],
    ['Incoming', drawer.getByRole('list', { name: 'Deliveries' })],
  ] as const) {
    await drawer.getByRole('tab', { name: tab }).click()
    await expect(content).toBeVisible()
    yield `channel, ${tab}`
  }

  await page.goto('/orders')
  await page.getByRole('checkbox', { name: 'Select order 1001' }).check()
  yield 'orders, one of them picked'
  await page.getByRole('button', { name: 'View order 1002' }).click()
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Timeline' })).toBeVisible()
  yield 'an order that needs attention'
}

/** Promotions of a new company: one with a code as wide as a phone, and one that has ended. */
async function* promotionViews(page: Page): AsyncGenerator<string> {
  await openOwnCompany(page, '/promotions')
  await page.getByRole('button', { name: 'Create Promotion' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create Promotion' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  yield 'a new promotion with an error'
  await closeWithEscape(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  for (const data of [
    { title: 'Long', code: '0123456789'.repeat(5), value: '10', maxRedemptions: 5, isStackable: true },
    { title: 'Over', type: 'flat', value: '5', minSubtotal: '50', endsAt: '2026-01-01T00:00:00Z' },
  ]) {
    expect((await page.request.post('/api/promotions', { headers, data })).status()).toBe(201)
  }
  await expect(page.getByRole('region', { name: 'Over' })).toBeVisible()
  yield 'promotions'
  await page.getByRole('link', { name: 'Long' }).click()
  await expect(page.getByRole('dialog', { name: 'Long' }).getByText('No order has used it yet')).toBeVisible()
  yield 'one promotion'
  await closeWithEscape(page)
  await page.getByRole('button', { name: 'Try a cart' }).click()
  await page.getByLabel('Price', { exact: true }).fill('19')
  await page.getByLabel('Codes').fill('nobodys')
  await page.getByRole('button', { name: 'Calculate price' }).click()
  await expect(page.getByText('How each promotion applied')).toBeVisible()
  yield 'a cart, priced'
}

test.describe('in both themes', () => {
  test.use({ colorScheme: 'light' })

  test('axe finds nothing serious on landing, refusal, shell and admin', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.goto('/api/callback')
    await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await signIn(page, 'admin')
    await expect(page.getByRole('heading', { name: 'Background Jobs' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.goto('/admin')
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Add User' }).click()
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    expect(await findings(page)).toEqual([])
  })

  for (const [screens, looks] of [
    ['products, inventory, bulk upload and sheet view', catalogViews],
    ['Amazon’s screens and the integrations', amazonViews],
    ['the channels and their orders', channelViews],
    ['the promotions', promotionViews],
    ['the settings and the messages', settingsLayout],
    ['dashboard, reports and search', reportLayout],
  ] as const) {
    test(`axe finds nothing serious on ${screens}, and nothing scrolls sideways on a phone`, async ({ page }) => {
      test.slow()
      for await (const look of looks(page)) {
        expect(await findings(page), look).toEqual([])
        await expectPhoneWidth(page, look)
      }
    })
  }
})

test('everything works by keyboard alone: sign in, skip link, menu, form, confirmation, log out', async ({ page }) => {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: one } = document
      return one === document.body ? '' : one?.textContent?.trim() || one?.getAttribute('aria-label') || ''
    })
  const tabTo = async (name: string | RegExp) => {
    for (let n = 0; n < 200; n++) {
      const text = await focused()
      if (typeof name === 'string' ? text === name : name.test(text)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never came to ${name}`)
  }
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Admin Access' })).toBeVisible()
  await tabTo('Admin Access')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in as admin@lockstep.test' })).toBeVisible()
  await tabTo(/admin@lockstep\.test/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  expect(await focused()).toMatch(/^Skip to/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo('Admin Panel')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible()
  await tabTo('Add Company')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Company name')).toBeFocused()
  await page.keyboard.type('Keyboard Works')
  await page.keyboard.press('Tab')
  await page.keyboard.type('keys@example.com')
  await page.keyboard.press('Enter')
  const row = page.getByRole('table', { name: 'Companies' }).getByRole('row', { name: /Keyboard Works/ })
  await expect(row).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(focused).toBe('Add Company')

  await row.getByRole('button', { name: 'Deactivate' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await closeWithEscape(page)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Deactivate' })).toBeFocused()

  await tabTo('Logout')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Admin Access' })).toBeVisible()
})
