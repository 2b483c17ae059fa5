import { expect, test as base, type Page } from '@playwright/test'

export type Account = 'admin' | 'ops' | 'readonly'

/** From the landing page through the sign-in provider and back. */
export async function signIn(page: Page, account: Account, path = '/'): Promise<void> {
  await page.goto(`/api/login?returnTo=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: `Sign in as ${account}@lockstep.test` }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** The same without showing a page, for any account that there is. */
export async function signInUnseen(page: Page, email: string): Promise<void> {
  const choice = await page.request.get('/api/login')
  const back = await page.request.post(choice.url(), { form: { email } })
  expect(back.status()).toBe(200)
}

export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  await expect(page.getByText(description, { exact: true })).toBeVisible()
}

/**
 * Closes what lies on top. A dialog is drawn a moment before it listens, and a key that comes in between is lost: sooner than a
 * person could press it, but not than a program on a busy machine. So it is pressed again if nothing has come of it.
 */
export async function closeWithEscape(page: Page): Promise<void> {
  const layers = page.locator('[role=dialog], [role=alertdialog]')
  const before = await layers.count()
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect.poll(() => layers.count(), { timeout: 3_000 }).toBeLessThan(before)
  }).toPass({ timeout: 10_000 })
}

/** A refused call is part of the game, and axe tries to look into frames, where nothing may run; the browser logs both. */
const expected = [
  /^Failed to load resource: the server responded with a status of 4\d\d/,
  /^Blocked script execution in '\S+\/(preview|page)\b/,
]

/** Every test fails when the page logs an error or breaks the content security policy. */
export const test = base.extend<{ noConsoleErrors: void }>({
  noConsoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(error.message))
      await use()
      expect(errors.filter((text) => !expected.some((one) => one.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
