import { measureArrivals } from './arrivals.ts'
import { measureInteractions } from './interactions.ts'
import { launchBrowser, openThrottled } from './page.ts'
import { measureScrolling } from './scrolling.ts'
import { serveBarePages } from '../baselines/bare-page.ts'
import type { Figure } from '../harness/report.ts'
import type { BenchEnvironment } from '../harness/environments.ts'

/** What somebody with a mid-range laptop waits for: until a screen can be worked with, and at each press of a key or button. */
export async function benchBrowser(stage: BenchEnvironment): Promise<Figure[]> {
  const thin = await stage.startThin()
  const bare = await serveBarePages(thin.url)
  const browser = await launchBrowser()
  try {
    const laptop = await openThrottled(browser, stage)
    return [
      ...(await measureArrivals(laptop, stage.url, bare.url)),
      ...(await measureInteractions(laptop.page, stage.url)),
      ...(await measureScrolling(laptop.page, stage.url)),
    ]
  } finally {
    await browser.close()
    await bare.close()
  }
}
