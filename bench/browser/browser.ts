import { measurePageLoads } from './page-loads.ts'
import { measureInteractions } from './interactions.ts'
import { launchBrowser, openThrottled } from './page.ts'
import { measureScrolling } from './scrolling.ts'
import { serveBarePages } from '../baselines/bare-page.ts'
import type { Figure } from '../harness/report.ts'
import type { BenchEnvironment } from '../harness/environments.ts'

/** Waiting times on a throttled mid-range laptop: page loads until interactive, interactions, scrolling. */
export async function benchBrowser(environment: BenchEnvironment): Promise<Figure[]> {
  const thin = await environment.startThin()
  const bare = await serveBarePages(thin.url)
  const browser = await launchBrowser()
  try {
    const laptop = await openThrottled(browser, environment)
    return [
      ...(await measurePageLoads(laptop, environment.url, bare.url)),
      ...(await measureInteractions(laptop.page, environment.url)),
      ...(await measureScrolling(laptop.page, environment.url)),
    ]
  } finally {
    await browser.close()
    await bare.close()
  }
}
