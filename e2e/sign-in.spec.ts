import { expect, signIn, test, type Account } from './sign-in.ts'

for (const [account, role] of [
  ['admin', 'Admin'],
  ['ops', 'Operations'],
  ['readonly', 'Read Only'],
] satisfies [Account, string][]) {
  test(`${account} signs in, sees what the role may see, and logs out`, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Admin Dashboard Access' }).click()
    await page.getByRole('button', { name: `Sign in as ${account}@lockstep.test` }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(page.getByText(role, { exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Admin Panel' })).toHaveCount(account === 'admin' ? 1 : 0)
    await page.goto('/admin')
    const heading = account === 'admin' ? 'Admin Panel' : 'Page Not Found'
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await menu.getByRole('link', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Admin Access' })).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })
}

test('somebody without an account is refused with a plain page', async ({ page }) => {
  await page.goto('/api/login')
  await page.getByRole('textbox', { name: /e-?mail/i }).fill('stranger@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You can’t sign in here' })).toBeVisible()
  await expect(page.getByText('Accounts are created by the provider’s team')).toBeVisible()
  expect(await page.evaluate(async () => (await fetch('/api/auth/user')).status)).toBe(401)
})

test('all tabs follow when somebody logs out in one and somebody else signs in', async ({ page, context }) => {
  await signIn(page, 'admin', '/dashboard')
  await expect(page.getByText('Admin', { exact: true })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('link', { name: 'Logout' }).click()
  await expect(other.getByRole('link', { name: 'Admin Access' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'You are signed out' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in again' })).toHaveAttribute('href', /returnTo=%2Fdashboard$/)
  await other.getByRole('link', { name: 'Admin Access' }).click()
  await other.getByRole('button', { name: 'Sign in as readonly@lockstep.test' }).click()
  await expect(page.getByText('Read Only', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
})

test('the theme follows the system until it is chosen, and the choice persists', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, 'ops')
  const scheme = () => page.evaluate(() => getComputedStyle(document.body).colorScheme)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await page.getByRole('radio', { name: 'Light' }).check({ force: true })
  await expect.poll(ground).not.toBe(dark)
  const light = await ground()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await ground()).toBe(light)
  expect(await scheme()).toContain('light')
})
