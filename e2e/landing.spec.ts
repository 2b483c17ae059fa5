import type { Response } from '@playwright/test'
import { expect, test } from './sign-in.ts'

test('a visitor sees 404 at the path of a screen after one read of the session, and gets there by signing in', async ({
  page,
}) => {
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
})

test('the landing page follows the system’s theme until one is chosen, shows the product in it with less than 150 kB of pictures before scrolling, and fits a phone', async ({
  page,
}) => {
  const pictures = new Map<string, Promise<Buffer>>()
  const collect = (reply: Response) => {
    if (reply.request().resourceType() === 'image') pictures.set(reply.url(), reply.body())
  }
  page.on('response', collect)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const dashboard = page.getByRole('img', { name: /^The dashboard/ })
  const shown = () => dashboard.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && image.currentSrc)
  await expect.poll(shown).toContain('dashboard-dark')
  page.off('response', collect)
  const bytes = (await Promise.all(pictures.values())).reduce((sum, body) => sum + body.length, 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(150_000)
  expect([...pictures.keys()].join()).not.toContain('light')
  // How far ahead the others are loaded is up to the browser.
  for (const name of [/^An order next to/, /^The sales report/]) {
    await expect(page.getByRole('img', { name })).toHaveAttribute('loading', 'lazy')
  }

  const scheme = () => page.evaluate(() => getComputedStyle(document.body).colorScheme)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await page.getByRole('radio', { name: 'Light' }).check({ force: true })
  await expect.poll(shown).toContain('dashboard-light')
  await expect.poll(ground).not.toBe(dark)
  const light = await ground()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await ground()).toBe(light)
  expect(await scheme()).toContain('light')

  const features = page.locator('#features')
  await expect(features).not.toBeInViewport({ ratio: 0.3 })
  await page.getByRole('button', { name: 'Explore Features' }).click()
  await expect(features).toBeInViewport({ ratio: 0.3 })

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('link', { name: 'Admin Dashboard Access' })).toBeVisible()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})
