import type { Page } from '@playwright/test'
import { percentile } from '../harness/measure.ts'
import { figure, type Figure } from '../harness/report.ts'

const rows = 20_000
const timeoutMs = 40_000
const seconds = 8
const wheel = { pixels: 1_440, pauseMs: 16 }
const maxMs = 50

/** Frame times while scrolling through a sheet of 20,000 rows, or of all rows if there are fewer. */
export async function measureScrolling(page: Page, url: string): Promise<Figure[]> {
  await page.goto(`${url}/sheet-view`)
  await page.getByRole('button', { name: 'Enable Sheet View' }).click()
  // If they load more slowly, scrolls through the rows that are loaded.
  await page.waitForFunction(areRowsLoaded, rows, { timeout: timeoutMs }).catch(() => {})
  await page.getByRole('grid').hover()
  await page.evaluate(collectFrames)
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    await page.mouse.wheel(0, wheel.pixels)
    await page.waitForTimeout(wheel.pauseMs)
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames)
  return [
    figure({
      what: 'scrolling the sheet, a frame, p95',
      ours: percentile(frames, 0.95),
      unit: 'ms',
      atMost: maxMs,
      note: `throttled, ${frames.length} frames in ${seconds} s, the longest ${Math.max(...frames).toFixed(0)} ms`,
    }),
  ]
}

/** Reads the status line below the sheet: "n rows", or "n of m rows" while more are loading. */
function areRowsLoaded(wanted: number): boolean {
  const statusText = [...document.querySelectorAll('output')].map(({ textContent }) => textContent).join(' ')
  const [, loaded = '0', more = ''] = /([\d,]+)( of [\d,]+)? rows/.exec(statusText) ?? []
  return Number(loaded.replaceAll(',', '')) >= wanted || (loaded !== '0' && more === '')
}

function collectFrames(): void {
  const frames: number[] = []
  let last = performance.now()
  const next = (now: number) => {
    frames.push(now - last)
    last = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  Object.assign(window, { frames })
}
