import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './sign-in.ts'

/** Scripts of a first visit, in gzipped kilobytes. */
async function scriptsOf(page: Page, open: () => Promise<void>): Promise<{ kilobytes: number; files: string[] }> {
  const bodies = new Map<string, Promise<Buffer>>()
  page.on('response', (reply) => {
    if (reply.request().resourceType() === 'script') bodies.set(reply.url(), reply.body())
  })
  await open()
  await page.waitForLoadState('networkidle').catch(() => {})
  const loaded = await Promise.all(bodies.values())
  const bytes = loaded.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  return { kilobytes: bytes / 1000, files: [...bodies.keys()] }
}

test('the landing page loads less than 90 kB of script', async ({ page }) => {
  const { kilobytes, files } = await scriptsOf(page, async () => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Admin Access' })).toBeVisible()
  })
  test.info().annotations.push({ type: 'kB', description: kilobytes.toFixed(1) })
  expect(kilobytes).toBeGreaterThan(40)
  expect(kilobytes).toBeLessThan(90)
  expect(files.join()).not.toContain('admin')
})

test('the signed-in shell loads less than 180 kB of script, and screens on demand', async ({ page, context }) => {
  await signIn(page, 'admin')
  const fresh = await context.newPage()
  const { kilobytes, files } = await scriptsOf(fresh, async () => {
    await fresh.goto('/dashboard')
    await expect(fresh.getByRole('heading', { name: 'Background Jobs' })).toBeVisible()
  })
  test.info().annotations.push({ type: 'kB', description: kilobytes.toFixed(1) })
  expect(kilobytes).toBeGreaterThan(80)
  expect(kilobytes).toBeLessThan(180)
  expect(files.join()).not.toMatch(/admin-page|landing/)
})

test('reports load less than 180 kB of script with their charts, and lists come in few files', async ({
  page,
  context,
}) => {
  await signIn(page, 'ops', '/orders')
  const reports = await context.newPage()
  const { kilobytes } = await scriptsOf(reports, async () => {
    await reports.goto('/reports')
    await expect(reports.getByRole('application').first()).toBeVisible()
  })
  test.info().annotations.push({ type: 'kB', description: kilobytes.toFixed(1) })
  expect(kilobytes).toBeGreaterThan(80)
  expect(kilobytes).toBeLessThan(180)
  const orders = await context.newPage()
  const { files } = await scriptsOf(orders, async () => {
    await orders.goto('/orders')
    await expect(orders.getByRole('button', { name: /^View order/ }).first()).toBeVisible()
  })
  test.info().annotations.push({ type: 'files', description: String(files.length) })
  expect(files.length).toBeGreaterThan(5)
  expect(files.length).toBeLessThan(50)
})

test('the scripts of a screen are fetched while the session is still being read', async ({ page }) => {
  await signIn(page, 'ops', '/dashboard')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('/api/auth/user', async (route) => {
    await held
    await route.continue()
  })
  const screen = page.waitForRequest(/dashboard-page/)
  await page.reload()
  await screen
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('hashed assets are cached for a year, the page is not cached', async ({ page, request }) => {
  const reply = await page.goto('/')
  expect(reply?.headers()['cache-control']).toBe('no-store')
  const policy = reply?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  const script = await page.locator('script[src^="/assets/"]').first().getAttribute('src')
  const asset = await request.get(script ?? '', { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers()['content-encoding']).toBe('br')
})
