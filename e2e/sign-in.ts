import { expect, test as base, type Page } from '@playwright/test'

export type Account = 'admin' | 'ops' | 'readonly'

/** Opens a screen as the account. The provider's page is tested by `sign-in.spec.ts`. */
export async function signIn(page: Page, account: Account, path = '/'): Promise<void> {
  await signInByRequest(page, `${account}@lockstep.test`)
  await page.goto(path)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** Signs in by requests, which saves drawing the pages on the way. */
export async function signInByRequest(page: Page, email: string): Promise<void> {
  const choice = await page.request.get('/api/login')
  const back = await page.request.post(choice.url(), { form: { email } })
  expect(back.status()).toBe(200)
}

export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  await expect(page.getByText(description, { exact: true })).toBeVisible()
}

/**
 * Closes the topmost dialog. A dialog is visible a moment before it listens for keys, so on a busy machine a program can press too
 * early. Escape is therefore pressed again if nothing has happened.
 */
export async function closeWithEscape(page: Page): Promise<void> {
  const layers = page.locator('[role=dialog], [role=alertdialog]')
  const before = await layers.count()
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect.poll(() => layers.count(), { timeout: 3_000 }).toBeLessThan(before)
  }).toPass({ timeout: 10_000 })
}

/** Expected console errors: refused calls of tests, and axe in sandboxed frames. */
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
