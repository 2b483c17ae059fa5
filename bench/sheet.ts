import { chromium, type Page } from '@playwright/test'
import { findChromium } from '#local/chromium.ts'
import type { BenchEnvironment } from './harness/environments.ts'
import { type Figure, figure } from './harness/report.ts'

const rowCount = 50_000

const scrollSeconds = 8

/** A sheet of 50,000 rows in a real browser: how long until all are there, and how smoothly it scrolls. */
export async function benchSheet(environment: BenchEnvironment): Promise<Figure[]> {
  await leaveActive(environment, rowCount)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(`${environment.url}/api/login?returnTo=/sheet-view`)
    await page.getByRole('button', { name: 'Sign in as ops@lockstep.test' }).click()
    const startedAt = performance.now()
    await page.getByRole('button', { name: 'Enable Sheet View' }).click()
    const grid = page.getByRole('grid')
    await grid.getByRole('row').nth(2).waitFor()
    const firstRows = performance.now() - startedAt
    await page.waitForFunction(
      (rows) => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) > rows,
      rowCount,
      { timeout: 120_000 },
    )
    await page.getByRole('status').filter({ hasText: 'of 50,000' }).waitFor({ state: 'hidden', timeout: 120_000 })
    const allRows = performance.now() - startedAt
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
    const counter = { frames: 0, startedAt: performance.now(), isOver: false }
    const count = () => {
      counter.frames += 1
      if (!counter.isOver) requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    Object.assign(window, { frameCounter: counter })
  })
  await during()
  return page.evaluate(() => {
    const { frameCounter } = window as unknown as {
      frameCounter: { frames: number; startedAt: number; isOver: boolean }
    }
    frameCounter.isOver = true
    return frameCounter.frames / ((performance.now() - frameCounter.startedAt) / 1000)
  })
}
