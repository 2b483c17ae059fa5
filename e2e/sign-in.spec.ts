import { expect, signIn, test } from './sign-in.ts'

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
