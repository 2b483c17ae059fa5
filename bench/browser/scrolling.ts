import type { Page } from '@playwright/test'
import { percentile } from '../harness/measure.ts'
import { figure, type Figure } from '../harness/report.ts'

const rows = 20_000
const patience = 40_000
const seconds = 8
const wheel = { pixels: 1_440, pauseMs: 16 }
const mostMs = 50

/** Through a sheet of as many rows, or of as many as there are: how long each picture stays. */
export async function measureScrolling(page: Page, url: string): Promise<Figure[]> {
  await page.goto(`${url}/sheet-view`)
  await page.getByRole('button', { name: 'Enable Sheet View' }).click()
  // Where they come more slowly, it is scrolled through those that have come.
  await page.waitForFunction(haveCome, rows, { timeout: patience }).catch(() => {})
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
      atMost: mostMs,
      note: `throttled, ${frames.length} frames in ${seconds} s, the longest ${Math.max(...frames).toFixed(0)} ms`,
    }),
  ]
}

/** The line below the sheet says how many rows have come, and of how many as long as there are more. */
function haveCome(wanted: number): boolean {
  const words = [...document.querySelectorAll('output')].map(({ textContent }) => textContent).join(' ')
  const [, loaded = '0', more = ''] = /([\d,]+)( of [\d,]+)? rows/.exec(words) ?? []
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
