import { gzipSync } from 'node:zlib'
import type { Locator, Page, Response } from '@playwright/test'
import { expect, signInByRequest, test } from './sign-in.ts'

/** The reply to a first visit, and the scripts loaded until its page is idle, in gzipped kilobytes. */
async function visit(page: Page, path: string, content: Locator) {
  const bodies = new Map<string, Promise<Buffer>>()
  const collect = (reply: Response) => {
    if (reply.request().resourceType() === 'script') bodies.set(reply.url(), reply.body())
  }
  page.on('response', collect)
  const reply = await page.goto(path)
  await expect(content).toBeVisible()
  await page.waitForLoadState('networkidle').catch(() => {})
  page.off('response', collect)
  const loaded = await Promise.all(bodies.values())
  const bytes = loaded.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  return { reply, kilobytes: bytes / 1000, files: [...bodies.keys()] }
}

test('the landing page loads less than 90 kB of script; hashed assets are cached for a year, the page is not cached', async ({
  page,
  request,
}) => {
  const { reply, kilobytes, files } = await visit(page, '/', page.getByRole('link', { name: 'Admin Access' }))
  test.info().annotations.push({ type: 'kB', description: kilobytes.toFixed(1) })
  expect(kilobytes).toBeGreaterThan(40)
  expect(kilobytes).toBeLessThan(90)
  expect(files.join()).not.toContain('admin')

  expect(reply?.headers()['cache-control']).toBe('no-store')
  const policy = reply?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  const script = await page.locator('script[src^="/assets/"]').first().getAttribute('src')
  const asset = await request.get(script ?? '', { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers()['content-encoding']).toBe('br')
})

test('the page refuses text as HTML and script, and the violation is counted', async ({ context, request }) => {
  // A page of its own: an error in that of the test fails it.
  const page = await context.newPage()
  await page.goto('/')
  const refused = await page.evaluate(() => {
    const attempts = {
      html: () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      script: () => (document.createElement('script').text = 'alert(1)'),
      address: () => (document.createElement('script').src = 'data:,alert(1)'),
    }
    return Object.entries(attempts).flatMap(([name, attempt]) => {
      try {
        attempt()
        return []
      } catch {
        return [name]
      }
    })
  })
  expect(refused).toEqual(['html', 'script', 'address'])
  await expect
    .poll(async () => (await (await request.get('/metrics')).text()).match(/lockstep_csp_reports_total\{.*/g) ?? [])
    .toContainEqual(expect.stringContaining('directive="require-trusted-types-for"'))
})

test('the signed-in shell loads less than 180 kB of script, and screens on demand, fetched while the session is still being read', async ({
  page,
}) => {
  await signInByRequest(page, 'admin@lockstep.test')
  const jobs = page.getByRole('heading', { name: 'Background Jobs' })
  const { kilobytes, files } = await visit(page, '/dashboard', jobs)
  test.info().annotations.push({ type: 'kB', description: kilobytes.toFixed(1) })
  expect(kilobytes).toBeGreaterThan(80)
  expect(kilobytes).toBeLessThan(180)
  expect(files.join()).not.toMatch(/admin-page|landing/)

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

/** The screens on which people begin a day by a bookmark, and the two largest tabs; a reader's first sight of each is its first row or chart. */
const firstScreens: { path: string; user?: string; first: (page: Page) => Locator }[] = [
  { path: '/orders', first: (page) => page.getByRole('button', { name: /^View order/ }).first() },
  { path: '/products', first: (page) => page.getByRole('button', { name: /^View / }).first() },
  { path: '/inventory', first: (page) => page.getByRole('button', { name: /^Change quantity for/ }).first() },
  { path: '/reports', first: (page) => page.getByRole('application').first() },
  {
    path: '/settings?tab=security',
    user: 'admin@lockstep.test',
    first: (page) => page.getByRole('table', { name: 'Audit log' }),
  },
  { path: '/settings?tab=notifications', first: (page) => page.getByRole('switch').first() },
]

for (const { path, user = 'ops@lockstep.test', first } of firstScreens) {
  test(`${path} loads less than 180 kB of script, in few files`, async ({ page }) => {
    await signInByRequest(page, user)
    const { kilobytes, files } = await visit(page, path, first(page))
    test.info().annotations.push({ type: 'kB', description: `${kilobytes.toFixed(1)} in ${files.length} files` })
    expect(kilobytes).toBeGreaterThan(80)
    expect(kilobytes).toBeLessThan(180)
    expect(files.length).toBeGreaterThan(5)
    expect(files.length).toBeLessThan(50)
  })
}

test('the table of orders is loaded where a person has chosen it, and not with the cards', async ({ page }) => {
  await signInByRequest(page, 'ops@lockstep.test')
  const { files } = await visit(page, '/orders', page.getByRole('button', { name: /^View order/ }).first())
  expect(files.join()).not.toContain('table-view')
  const loaded = page.waitForResponse(/table-view/)
  await page.getByTitle('Table', { exact: true }).click()
  await loaded
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table).toBeVisible()

  // It takes the width of the screen, which a centered page would not.
  const widthAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    return (await table.boundingBox())?.width ?? 0
  }
  expect(await widthAt(1920)).toBeGreaterThanOrEqual((await widthAt(1280)) + 600)
})
