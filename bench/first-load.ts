import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { Browser, Page } from '@playwright/test'
import { launchBrowser } from './browser-page.ts'
import { figure, type Figure } from './report.ts'
import { signInAt } from './stage/stage.ts'

const lists = ['orders', 'products', 'inventory', 'channels', 'promotions', 'notifications', 'reports']
const tools = ['bulk-upload', 'sheet-view', 'amazon', 'amazon-connection', 'admin']
const tabs = ['integrations', 'notifications', 'api-keys', 'users', 'security', 'system']

const signedIn = (what: string, path: string) => ({ what, path, isSignedIn: true, atMost: 180 })

const pages = [
  { what: 'landing page', path: '/', isSignedIn: false, atMost: 90 },
  signedIn('dashboard', '/'),
  ...[...lists, ...tools].map((screen) => signedIn(screen, `/${screen}`)),
  ...tabs.map((tab) => signedIn(`settings, ${tab}`, `/settings?tab=${tab}`)),
]

/** The scripts that Chromium asks for until a page has come to rest, each as large as the server sends it with gzip. */
export async function measureScripts(url: string): Promise<Figure[]> {
  const { cookie = '' } = await signInAt(url, 'admin@lockstep.test')
  const browser = await launchBrowser()
  try {
    const figures: Figure[] = []
    for (const { what, path, isSignedIn, atMost } of pages) {
      const scripts = await scriptsOf(browser, url + path, isSignedIn ? cookie : null)
      const sizes = await Promise.all(scripts.map(gzippedSize))
      const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
      const note = `${scripts.length} files, gzip`
      figures.push(figure({ what: `first-load JavaScript, ${what}`, ours: kilobytes, unit: 'kB', atMost, note }))
    }
    return figures
  } finally {
    await browser.close()
  }
}

async function scriptsOf(browser: Browser, address: string, cookie: string | null): Promise<string[]> {
  const context = await browser.newContext()
  const [name = '', value = ''] = cookie?.split('=') ?? []
  if (cookie) await context.addCookies([{ name, value, url: address }])
  const page = await context.newPage()
  // The browser of somebody who has been here before knows that they were signed in, and asks for no landing page.
  if (cookie) await visit(page, address)
  const scripts = new Set<string>()
  page.on('response', (reply) => {
    if (/javascript/.test(reply.headers()['content-type'] ?? '')) scripts.add(reply.url())
  })
  await visit(page, address)
  await context.close()
  return [...scripts]
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading').first().waitFor()
  // The product keeps a line open for news, so the network is never quite idle.
  await page.waitForTimeout(2_000)
}

async function gzippedSize(url: string): Promise<number> {
  const [reply] = (await once(request(url, { headers: { 'accept-encoding': 'gzip' } }).end(), 'response')) as [
    IncomingMessage,
  ]
  if (reply.headers['content-encoding'] !== 'gzip') throw new Error(`${url} comes without gzip`)
  let size = 0
  for await (const chunk of reply) size += (chunk as Buffer).length
  return size
}
