import type { Page } from '@playwright/test'
import { timeResponse } from './page.ts'
import { percentile } from '../harness/measure.ts'
import { figure, type Figure } from '../harness/report.ts'

const times = 20
/** Time limit of a series: fewer interactions on a busy machine. */
const maxTimesMs = 12_000
/** Threshold of a good INP (Interaction to Next Paint, web.dev). */
const maxMs = 200
/** Pause between two keys of a fast typist. */
const keyMs = 120

/** Typing, and opening the most used dialogs, twenty times each. */
export async function measureInteractions(page: Page, url: string): Promise<Figure[]> {
  return [
    await measureTyping(page, `${url}/orders`, 'typing in the search of orders'),
    await measureTyping(page, `${url}/products`, 'typing in the search of products'),
    await measureDrawer(page, `${url}/orders`),
    await measurePalette(page, `${url}/orders`),
    await measureDialog(page, `${url}/products`),
  ]
}

/** Each key is pressed while responses to the search of earlier keys arrive. */
async function measureTyping(page: Page, address: string, what: string): Promise<Figure> {
  await page.goto(address)
  await page.locator('main input[type=search]').first().click()
  const answers: number[] = []
  const end = performance.now() + maxTimesMs
  for (const key of 'web-1003501 ana smith'.slice(0, times)) {
    if (performance.now() > end) break
    answers.push(await timeResponse(page, () => page.keyboard.press(key), { to: 'keydown' }))
    await page.waitForTimeout(keyMs)
  }
  return summarize(what, answers, 'a key to the next picture')
}

async function measureDrawer(page: Page, address: string): Promise<Figure> {
  await page.goto(address)
  const buttons = page.getByRole('button', { name: /^View order/ })
  const answers = await openRepeatedly(page, (at) => buttons.nth(at).click(), {
    to: 'click',
    shows: '[role=dialog] dl dd',
  })
  return summarize('opening an order', answers, 'a click to its content, each time another order')
}

async function measurePalette(page: Page, address: string): Promise<Figure> {
  await page.goto(address)
  const press = () => page.keyboard.press('Control+k')
  const answers = await openRepeatedly(page, press, { to: 'keydown', shows: '[role=dialog] input' })
  return summarize('opening search everywhere', answers, 'Ctrl+K to the box')
}

async function measureDialog(page: Page, address: string): Promise<Figure> {
  await page.goto(address)
  const press = () => page.getByRole('button', { name: 'Add Product' }).click()
  const answers = await openRepeatedly(page, press, { to: 'click', shows: '[role=dialog] input' })
  return summarize('opening Add Product', answers, 'a click to its form')
}

type ExpectedResponse = { to: 'keydown' | 'click'; shows: string }

async function openRepeatedly(
  page: Page,
  open: (at: number) => Promise<void>,
  shown: ExpectedResponse,
): Promise<number[]> {
  await page.locator('main h2').nth(times).waitFor()
  const answers: number[] = []
  const end = performance.now() + maxTimesMs
  for (let at = 0; at < times && performance.now() < end; at += 1) {
    answers.push(await timeResponse(page, () => open(at), shown))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  return answers
}

function summarize(what: string, answers: readonly number[], note: string): Figure {
  const worst = Math.max(...answers).toFixed(0)
  return figure({
    what: `${what}, p75`,
    ours: percentile(answers, 0.75),
    unit: 'ms',
    atMost: maxMs,
    note: `${note}; throttled, worst of ${answers.length}: ${worst} ms`,
  })
}
