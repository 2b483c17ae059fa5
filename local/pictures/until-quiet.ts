import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'

const quietFor = 700
const patience = 20_000

/** Returns once the page has asked for nothing for a moment and shows nobody that it is loading. */
export async function untilQuiet(page: Page): Promise<void> {
  const deadline = Date.now() + patience
  let since = Date.now()
  const restart = () => (since = Date.now())
  page.on('request', restart)
  page.on('requestfinished', restart)
  try {
    while (Date.now() < deadline) {
      if (await page.getByText('Loading...').first().isVisible()) restart()
      if (Date.now() - since >= quietFor) return
      await sleep(50)
    }
    throw new Error(`${page.url()} is still not quiet after ${patience / 1000} seconds.`)
  } finally {
    page.off('request', restart)
    page.off('requestfinished', restart)
  }
}

const workPatience = 180_000

/** What the demo company has to do when it is new (a first sync, messages) is done, so that no picture shows it half done. */
export async function untilWorkIsDone(page: Page): Promise<void> {
  const deadline = Date.now() + workPatience
  while (Date.now() < deadline) {
    const reply = await page.request.get('/api/jobs/status')
    const { active, waiting, delayed } = (await reply.json()) as Record<'active' | 'waiting' | 'delayed', number>
    if (active + waiting + delayed === 0) return
    await sleep(500)
  }
}
