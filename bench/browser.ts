import { measureArrivals } from './browser-arrivals.ts'
import { measureInteractions } from './browser-hands.ts'
import { launchBrowser, openThrottled } from './browser-page.ts'
import { measureScrolling } from './browser-scrolling.ts'
import { serveBarePages } from './limits/bare-page.ts'
import type { Figure } from './report.ts'
import type { BenchEnvironment } from './stage/stage.ts'

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
