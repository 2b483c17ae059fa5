import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '#local/chromium.ts'
import type { BenchEnvironment } from './harness/environments.ts'
import { timed } from './harness/measure.ts'
import { type Figure, figure } from './harness/report.ts'

const rowCount = 50_000

const scrollSeconds = 8

/** A sheet of 50,000 rows in a real browser: how long until all are there, and how smoothly it scrolls. */
export async function benchSheet(stage: BenchEnvironment): Promise<Figure[]> {
  await leaveActive(stage, rowCount)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(`${stage.url}/api/login?returnTo=/sheet-view`)
    await page.getByRole('button', { name: 'Sign in as ops@lockstep.test' }).click()
    const begun = performance.now()
    await page.getByRole('button', { name: 'Enable Sheet View' }).click()
    const grid = page.getByRole('grid')
    await grid.getByRole('row').nth(2).waitFor()
    const firstRows = performance.now() - begun
    await page.waitForFunction(
      (rows) => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) > rows,
      rowCount,
      { timeout: 120_000 },
    )
    await page.getByRole('status').filter({ hasText: 'of 50,000' }).waitFor({ state: 'hidden', timeout: 120_000 })
    const allRows = performance.now() - begun
    const idle = await framesPerSecond(page, async () => page.waitForTimeout(scrollSeconds * 1000))
    await grid.hover()
    const scrolling = await framesPerSecond(page, () => scroll(page))
    return [
      figure({ what: 'sheet, first rows', ours: firstRows, unit: 'ms', atMost: 2_000, note: 'click to rows' }),
      figure({ what: 'sheet, all 50,000 rows', ours: allRows / 1000, unit: 's', atMost: 60, note: '100 pages of 500' }),
      figure({
        what: 'sheet, scrolling',
        ours: scrolling,
        unit: 'fps',
        atLeast: 50,
        note: `the same page at rest: ${idle.toFixed(0)} fps`,
      }),
    ]
  } finally {
    await browser.close()
  }
}

async function leaveActive({ owner, companyId }: BenchEnvironment, rows: number): Promise<void> {
  await owner.query(
    `update skus set is_active = n <= $2
     from (select id as sku_id, row_number() over (order by sku) as n from skus where company_id = $1) numbered
     where company_id = $1 and id = sku_id`,
    [companyId, rows],
  )
}

async function scroll(page: Page): Promise<void> {
  const end = performance.now() + scrollSeconds * 1000
  while (performance.now() < end) {
    await page.mouse.wheel(0, 240)
    await page.waitForTimeout(16)
  }
}

async function framesPerSecond(page: Page, during: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const counter = { frames: 0, begun: performance.now(), isOver: false }
    const count = () => {
      counter.frames += 1
      if (!counter.isOver) requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    Object.assign(window, { frameCounter: counter })
  })
  await during()
  return page.evaluate(() => {
    const { frameCounter } = window as unknown as { frameCounter: { frames: number; begun: number; isOver: boolean } }
    frameCounter.isOver = true
    return frameCounter.frames / ((performance.now() - frameCounter.begun) / 1000)
  })
}

/** How long somebody waited, in milliseconds: for lists, for the answer to Fulfill, and until Amazon had the order. */
export type Noticed = { lists: number[]; presses: number[]; acceptances: number[] }

const lookMilliseconds = 250

/** A person does not send the next order at once. */
const restMilliseconds = 1_000

/** Somebody who looks at the list and sends orders one by one, until there are none left or it is the end. */
export async function watchColleague(
  { url }: BenchEnvironment,
  headers: Record<string, string>,
  orderIds: readonly string[],
  isEnd: () => boolean,
): Promise<Noticed> {
  const noticed: Noticed = { lists: [], presses: [], acceptances: [] }
  const look = async () => {
    noticed.lists.push(await timed(() => read(`${url}/api/orders?limit=50`, headers)))
    await sleep(lookMilliseconds)
  }
  const isSent = async (orderId: string) => {
    const { status } = (await read(`${url}/api/orders/${orderId}`, headers)) as { status: string }
    return status === 'sent_to_fulfillment'
  }
  for (const orderId of orderIds) {
    if (isEnd()) break
    const begun = performance.now()
    noticed.presses.push(await timed(() => press(`${url}/api/orders/${orderId}/fulfill`, headers)))
    while (!(await isSent(orderId))) await look()
    noticed.acceptances.push(performance.now() - begun)
    for (const until = performance.now() + restMilliseconds; performance.now() < until;) await look()
  }
  return noticed
}

async function read(url: string, headers: Record<string, string>): Promise<unknown> {
  const reply = await fetch(url, { headers })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

async function press(url: string, headers: Record<string, string>): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
}
