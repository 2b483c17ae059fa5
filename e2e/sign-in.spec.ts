import { problemTypes } from '#contract/errors.ts'
import { expect, signIn, test } from './sign-in.ts'

test('signing out makes the browser forget what was opened, but not the color theme', async ({ page, context }) => {
  await signIn(page, 'admin', '/dashboard')
  const { hostname } = new URL(page.url())
  await context.addCookies([{ name: 'lockstep_theme', value: 'dark', domain: hostname, path: '/' }])
  await page.evaluate(() => {
    localStorage.setItem('opened', 'LS-10001')
    sessionStorage.setItem('opened', 'LS-10001')
  })
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Admin Access' })).toBeVisible()
  const left = await page.evaluate(() => [localStorage.getItem('opened'), sessionStorage.getItem('opened')])
  expect(left).toEqual([null, null])
  expect((await context.cookies()).map(({ name }) => name)).toContain('lockstep_theme')
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

test('a dangerous step asks for a new sign-in in another tab and then continues by itself', async ({
  page,
  context,
}) => {
  await signIn(page, 'ops', '/settings?tab=api-keys')
  // The sign-in of this test is recent, so the first answer is that of an older one.
  const refusal = { type: problemTypes.signInAgain, title: 'Forbidden', status: 403, detail: 'Please sign in again.' }
  const answer = { status: 403, contentType: 'application/problem+json', body: JSON.stringify(refusal) }
  await page.route('**/api/settings/signing-secret/reveal', (route) => route.fulfill(answer), { times: 1 })
  await page.getByRole('button', { name: 'Reveal', exact: true }).click()
  const tab = context.waitForEvent('page')
  await page
    .getByRole('alertdialog', { name: 'Confirm it’s you' })
    .getByRole('button', { name: 'Sign in again' })
    .click()
  await (await tab).getByRole('button', { name: 'Sign in as ops@lockstep.test' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Copy signing secret' })).toBeVisible()
})

test('a session that ended while somebody typed is renewed in another tab, and the save goes through', async ({
  page,
  context,
}) => {
  await signIn(page, 'ops', '/products')
  await page.getByRole('button', { name: 'Add Product' }).click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Typed before the session ended')
  await context.clearCookies({ name: 'lockstep_session' })
  await page.getByRole('button', { name: 'Create Product' }).click()
  const question = page.getByRole('alertdialog', { name: 'You are signed out' })
  const tab = context.waitForEvent('page')
  await question.getByRole('button', { name: 'Sign in again' }).click()
  await (await tab).getByRole('button', { name: 'Sign in as ops@lockstep.test' }).click()
  await expect(page.getByText('Product Created', { exact: true })).toBeVisible()
  await expect(question).toHaveCount(0)
})
