import type { Page } from '@playwright/test'
import { timeAnswer } from './page.ts'
import { percentile } from '../harness/measure.ts'
import { figure, type Figure } from '../harness/report.ts'

const times = 20
/** Fewer where the machine is so busy that the run would never end. */
const mostTimesMs = 12_000
/** What counts as a good interaction to next paint. */
const mostMs = 200
/** Between two keys of somebody who types fast. */
const keyMs = 120

/** Typing, and opening what people open most, each twenty times. */
export async function measureInteractions(page: Page, url: string): Promise<Figure[]> {
  return [
    await measureTyping(page, `${url}/orders`, 'typing in the search of orders'),
    await measureTyping(page, `${url}/products`, 'typing in the search of products'),
    await measureDrawer(page, `${url}/orders`),
    await measurePalette(page, `${url}/orders`),
    await measureDialog(page, `${url}/products`),
  ]
}

/** Each key, while what the keys before it asked for arrives. */
async function measureTyping(page: Page, address: string, what: string): Promise<Figure> {
  await page.goto(address)
  await page.locator('main input[type=search]').first().click()
  const answers: number[] = []
  const end = performance.now() + mostTimesMs
  for (const key of 'web-1003501 ana smith'.slice(0, times)) {
    if (performance.now() > end) break
    answers.push(await timeAnswer(page, () => page.keyboard.press(key), { to: 'keydown' }))
    await page.waitForTimeout(keyMs)
  }
  return summarise(what, answers, 'a key to the next picture')
}

async function measureDrawer(page: Page, address: string): Promise<Figure> {
  await page.goto(address)
  const buttons = page.getByRole('button', { name: /^View order/ })
  const answers = await openAgain(page, (at) => buttons.nth(at).click(), { to: 'click', shows: '[role=dialog] dl dd' })
  return summarise('opening an order', answers, 'a click to its content, each time another order')
}

async function measurePalette(page: Page, address: string): Promise<Figure> {
  await page.goto(address)
  const press = () => page.keyboard.press('Control+k')
  const answers = await openAgain(page, press, { to: 'keydown', shows: '[role=dialog] input' })
  return summarise('opening search everywhere', answers, 'Ctrl+K to the box')
}

async function measureDialog(page: Page, address: string): Promise<Figure> {
  await page.goto(address)
  const press = () => page.getByRole('button', { name: 'Add Product' }).click()
  const answers = await openAgain(page, press, { to: 'click', shows: '[role=dialog] input' })
  return summarise('opening Add Product', answers, 'a click to its form')
}

type Shown = { to: 'keydown' | 'click'; shows: string }

async function openAgain(page: Page, open: (at: number) => Promise<void>, shown: Shown): Promise<number[]> {
  await page.locator('main h2').nth(times).waitFor()
  const answers: number[] = []
  const end = performance.now() + mostTimesMs
  for (let at = 0; at < times && performance.now() < end; at += 1) {
    answers.push(await timeAnswer(page, () => open(at), shown))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  return answers
}

function summarise(what: string, answers: readonly number[], note: string): Figure {
  const worst = Math.max(...answers).toFixed(0)
  return figure({
    what: `${what}, p75`,
    ours: percentile(answers, 0.75),
    unit: 'ms',
    atMost: mostMs,
    note: `${note}; throttled, worst of ${answers.length}: ${worst} ms`,
  })
}
