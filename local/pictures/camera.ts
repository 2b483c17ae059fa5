import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { root } from '../root.ts'
import type { Scene } from './scenes.ts'
import { untilQuiet } from './until-quiet.ts'

const folders = { landing: 'web/features/landing/pictures', documents: 'docs/pictures' } as const
const desk = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const quality = 78

export type Picture = { file: string; bytes: number }

/** Signs in once; each picture is taken in a fresh window, in both themes. */
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
      const taken: Picture[] = []
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({
          ...(scene.isPhone ? phone : desk),
          baseURL: url,
          colorScheme,
          storageState,
          reducedMotion: 'reduce',
        })
        const file = join(folders[scene.shownBy], `${scene.name}-${colorScheme}.webp`)
        taken.push({ file, bytes: await shoot(context, scene, join(root, file)) })
        await context.close()
      }
      return taken
    },
  }
}

async function shoot(context: BrowserContext, scene: Scene, file: string): Promise<number> {
  const page = await context.newPage()
  await scene.open(page)
  await untilQuiet(page)
  const picture = await capture(context, page)
  writeFileSync(file, picture)
  return picture.length
}

/** By the browser's own protocol, since Playwright knows no WebP: a third of the bytes for the same sharpness. */
async function capture(context: BrowserContext, page: Page): Promise<Buffer> {
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  return Buffer.from(data, 'base64')
}
