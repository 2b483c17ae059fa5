import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { root } from '../root.ts'
import type { Scene } from './scenes.ts'

const folders = { landing: 'web/features/landing/pictures', documents: 'docs/pictures' } as const

const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }

const quality = 78

export type Picture = { file: string; bytes: number }

/** Signs in once and takes each picture in a new window, in both themes. */
export async function openCamera(browser: Browser, url: string) {
  const first = await browser.newContext({ baseURL: url })
  const page = await first.newPage()
  await page.goto('/api/login')
  await page.getByRole('button', { name: 'Sign in as ops@lockstep.test' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  const storageState = await first.storageState()
  return {
    page,
    async take(scene: Scene): Promise<Picture[]> {
      const pictures: Picture[] = []
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({
          ...(scene.isPhone ? phone : desktop),
          baseURL: url,
          colorScheme,
          storageState,
          reducedMotion: 'reduce',
        })
        const file = join(folders[scene.shownBy], `${scene.name}-${colorScheme}.webp`)
        pictures.push({ file, bytes: await shoot(context, scene, join(root, file)) })
        await context.close()
      }
      return pictures
    },
  }
}

async function shoot(context: BrowserContext, scene: Scene, file: string): Promise<number> {
  const page = await context.newPage()
  await scene.open(page)
  await waitUntilQuiet(page)
  const picture = await capture(context, page)
  writeFileSync(file, picture)
  return picture.length
}

/** WebP through the DevTools protocol, since Playwright cannot: a third of the bytes of PNG. */
async function capture(context: BrowserContext, page: Page): Promise<Buffer> {
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  return Buffer.from(data, 'base64')
}

const quietMs = 700

const timeoutMs = 20_000

/** Waits until the page has sent no request for a moment and shows no loading state. */
async function waitUntilQuiet(page: Page): Promise<void> {
  const deadline = Date.now() + timeoutMs
  let since = Date.now()
  const restart = () => (since = Date.now())
  page.on('request', restart)
  page.on('requestfinished', restart)
  try {
    while (Date.now() < deadline) {
      if (await page.getByText('Loading...').first().isVisible()) restart()
      if (Date.now() - since >= quietMs) return
      await sleep(50)
    }
    throw new Error(`${page.url()} is still not quiet after ${timeoutMs / 1000} seconds.`)
  } finally {
    page.off('request', restart)
    page.off('requestfinished', restart)
  }
}

const jobsTimeoutMs = 180_000

/** Waits for the first jobs of the demo company (sync, messages), so that no picture shows them in progress. */
export async function waitUntilJobsDone(page: Page): Promise<void> {
  const deadline = Date.now() + jobsTimeoutMs
  while (Date.now() < deadline) {
    const reply = await page.request.get('/api/jobs/status')
    const { active, waiting, delayed } = (await reply.json()) as Record<'active' | 'waiting' | 'delayed', number>
    if (active + waiting + delayed === 0) return
    await sleep(500)
  }
}
