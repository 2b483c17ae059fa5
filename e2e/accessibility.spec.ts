import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './people.ts'

async function findings(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' } as object)

    test('axe finds nothing serious on landing, refusal, shell and admin', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await findings(page)).toEqual([])
      await page.goto('/nowhere')
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
      expect(await findings(page)).toEqual([])
      await page.goto('/api/callback')
      await expect(page.getByRole('heading', { name: 'Signing in didn’t work' })).toBeVisible()
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
  })
}

test('everything works by keyboard alone: sign in, skip link, menu, form, confirmation, log out', async ({ page }) => {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: one } = document
      return one === document.body ? '' : one?.textContent?.trim() || one?.getAttribute('aria-label') || ''
    })
  const tabTo = async (name: string | RegExp) => {
    for (let n = 0; n < 60; n++) {
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
  expect(await focused()).toBe('Add Company')

  await row.getByRole('button', { name: 'Deactivate' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Deactivate' })).toBeFocused()

  await tabTo('Logout')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Admin Access' })).toBeVisible()
})
