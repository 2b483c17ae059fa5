import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { screenPaths } from '#contract/paths.ts'
import { expectPhoneWidth, findings } from './layout-checks.ts'
import { expect, signIn, signInByRequest, test } from './sign-in.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }

/** The columns of a file have the same names in every language. */
const fileColumns = new Set(['Title', 'Price', 'Quantity', 'Category'])

/** Sentences that German says in other words; those with values can't be told from what people wrote. */
const englishOnly = new Set(
  globSync('{web,contract,server}/**/messages.de.json')
    .flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
    .filter(([english, german]) => english !== german && !/[{<]/.test(english))
    .map(([english]) => english),
)

/** Texts, names and hints of the page, as people see or hear them. */
const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      if (parentElement && !parentElement.closest('script, style, noscript')) found.push(textContent?.trim() ?? '')
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? '')
    }
    return found
  })

/** A new colleague of the demo's admin. */
async function newColleague(page: Page): Promise<string> {
  await signInByRequest(page, 'admin@lockstep.test')
  const { companyId } = (await (await page.request.get('/api/auth/user')).json()) as { companyId: string }
  const email = `${randomUUID()}@lockstep.test`
  const data = { email, firstName: 'Jana', lastName: 'Weber', role: 'admin', companyId }
  expect((await page.request.post('/api/admin/users', { headers, data })).status()).toBe(201)
  await page.context().clearCookies()
  return email
}

/** The newest order of each of these filters, in its drawer, where the server's sentences are. A delivered one has the carrier's words too. */
const drawersOf = (page: Page, filters: string[]): Promise<string[]> =>
  Promise.all(
    filters.map(async (filter) => {
      const [order] = (await (await page.request.get(`/api/orders?${filter}&limit=1`)).json()) as { id: string }[]
      return `/orders?order=${order?.id}`
    }),
  )

test('a person who chooses German sees German on every screen, and again after the next sign-in', async ({ page }) => {
  test.slow()
  const email = await newColleague(page)
  await signInByRequest(page, email)
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByTitle('Deutsch').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()

  const left: string[] = []
  for (const path of [...screenPaths, ...(await drawersOf(page, ['flag=attention', 'status=shipped']))]) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.waitForLoadState('networkidle').catch(() => {})
    if (path.includes('order=')) await expect(page.getByRole('heading', { name: 'Verlauf' })).toBeVisible()
    for (const word of new Set(await wordsOn(page))) {
      if (englishOnly.has(word) && !(path === '/bulk-upload' && fileColumns.has(word))) left.push(`${path}: ${word}`)
    }
  }
  expect(left).toEqual([])

  await page.goto('/orders')
  expect(await findings(page)).toEqual([])
  await expectPhoneWidth(page, 'orders')

  await page.context().clearCookies()
  await signInByRequest(page, email)
  await page.goto('/orders')
  await expect(page.getByRole('heading', { level: 1, name: 'Bestellungen' })).toBeVisible()
})

test('others keep English', async ({ page }) => {
  await signIn(page, 'ops', '/orders')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()
})
