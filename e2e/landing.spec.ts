import { expect, test } from './sign-in.ts'

test('Explore Features brings the features into view', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const features = page.locator('#features')
  await expect(features).not.toBeInViewport({ ratio: 0.3 })
  await page.getByRole('button', { name: 'Explore Features' }).click()
  await expect(features).toBeInViewport({ ratio: 0.3 })
})

test('the session is read once, and any unknown path shows 404 with a link back', async ({ page }) => {
  let calls = 0
  page.on('request', (request) => request.url().endsWith('/api/auth/user') && calls++)
  const reply = await page.goto('/admin?companies=harbor')
  expect(reply?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(calls).toBe(1)
  await page.getByRole('link', { name: /sign in/i }).click()
  await page.getByRole('button', { name: 'Sign in as admin@lockstep.test' }).click()
  await expect(page).toHaveURL(/\/admin\?companies=harbor$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible()
  expect((await page.goto('/no-such-page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

test('the landing page shows the product in the chosen theme, with less than 150 kB of pictures before scrolling', async ({
  page,
}) => {
  const pictures = new Map<string, Promise<Buffer>>()
  page.on('response', (reply) => {
    if (reply.request().resourceType() === 'image') pictures.set(reply.url(), reply.body())
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const dashboard = page.getByRole('img', { name: /^The dashboard/ })
  const shown = () => dashboard.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && image.currentSrc)
  await expect.poll(shown).toContain('dashboard-dark')
  const bytes = (await Promise.all(pictures.values())).reduce((sum, body) => sum + body.length, 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(150_000)
  expect([...pictures.keys()].join()).not.toContain('light')
  // How far ahead the others are loaded is up to the browser.
  for (const name of [/^An order beside/, /^The sales report/]) {
    await expect(page.getByRole('img', { name })).toHaveAttribute('loading', 'lazy')
  }
  await page.getByRole('radio', { name: 'Light' }).check({ force: true })
  await expect.poll(shown).toContain('dashboard-light')
})

test('the landing page fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Admin Dashboard Access' })).toBeVisible()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})
