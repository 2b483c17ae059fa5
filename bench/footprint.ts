import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { findFreePort } from '#local/free-port.ts'
import { root } from '#local/root.ts'
import { embedded } from '#local/run-product.ts'
import { makeScratchFolder } from '#local/scratch-folder.ts'
import type { Shutdown } from '#local/start/shutdown.ts'
import { launchBrowser } from './browser/page.ts'
import { type BenchDatabase, prepareDatabase } from './harness/database.ts'
import { type BenchEnvironments, signInAt } from './harness/environments.ts'
import { median } from './harness/measure.ts'
import { becomesReady, spawnProduct, startProduct } from './harness/product.ts'
import { type Figure, figure } from './harness/report.ts'

const starts = 7

const mostSecondsToStart = 1.5

const idleMs = 30_000

const mostMegabytes = 150

/** How soon the product is there, what it weighs while it has nothing to do, and what a browser has to load first. */
export async function benchFootprint({ theatre }: BenchEnvironments): Promise<Figure[]> {
  const ground = await prepareDatabase(theatre, 'small', 'footprint')
  const figures = [
    await measureStart(ground),
    await measureNpmStart(theatre.shutdown),
    ...(await measureMemory(ground)),
  ]
  const product = await startProduct(ground, ['serve'])
  figures.push(...(await measureScripts(product.url)))
  await ground.stop()
  return figures
}

async function measureStart(ground: BenchDatabase): Promise<Figure> {
  const seconds: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const begun = performance.now()
    const product = await startProduct(ground, ['start'])
    seconds.push((performance.now() - begun) / 1000)
    await product.stop()
  }
  return figure({
    what: 'start to ready',
    ours: median(seconds),
    unit: 's',
    atMost: mostSecondsToStart,
    note: `the server process of npm start, built, on a filled database, to the first 200 of /readyz; median of ${starts}`,
  })
}

/** All of it, on the data folder of the demo that an earlier start has left. */
async function measureNpmStart(shutdown: Shutdown): Promise<Figure> {
  const dataDir = makeScratchFolder('footprint')
  shutdown.defer({ stop: async () => rmSync(dataDir, { recursive: true, force: true }), kill: () => {} })
  const seconds: number[] = []
  for (let start = 0; start <= starts; start += 1) seconds.push(await timeNpmStart(dataDir))
  return figure({
    what: 'npm start to ready',
    ours: median(seconds.slice(1)),
    unit: 's',
    atMost: mostSecondsToStart,
    note: `with PostgreSQL and the stand-ins, built, on a filled data folder, npm itself aside; median of ${starts}`,
  })
}

async function timeNpmStart(dataDir: string): Promise<number> {
  const port = String(await findFreePort())
  const url = `http://localhost:${port}`
  const begun = performance.now()
  const child = spawn(process.execPath, ['local/bootstrap.mjs', 'start'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...embedded, PORT: port, PUBLIC_URL: url, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const isReady = await becomesReady(url, child)
  const seconds = (performance.now() - begun) / 1000
  child.kill('SIGTERM')
  await ended
  if (!isReady) throw new Error('npm start did not start')
  return seconds
}

async function measureMemory(ground: BenchDatabase): Promise<Figure[]> {
  if (!existsSync('/proc/self/smaps_rollup')) return []
  const [together, apart] = [[['serve']], [['serve', '--web-only'], ['worker']]]
  return [
    await weigh(ground, 'idle memory, web and worker in one process', together),
    await weigh(ground, 'idle memory, web and worker in a process each', apart),
  ]
}

async function weigh(ground: BenchDatabase, what: string, processes: readonly string[][]): Promise<Figure> {
  const running = processes.map((words) => spawnProduct(ground, words))
  await sleep(idleMs)
  const weights = running.map(({ pid }) => weightOf(pid))
  await Promise.all(running.map(({ stop }) => stop()))
  const own = weights.reduce((sum, weight) => sum + weight.own, 0)
  const shared = Math.max(...weights.map((weight) => weight.shared))
  return figure({
    what,
    ours: own + shared,
    unit: 'MB',
    atMost: mostMegabytes,
    note: `resident after ${idleMs / 1000} s, of which ${shared.toFixed(0)} MB are shared and counted once`,
  })
}

/** In megabytes; what it shares with other processes is mostly the program of Node itself. */
function weightOf(pid: number): { own: number; shared: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const megabytes = (...names: string[]) =>
    names.reduce((sum, name) => sum + Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(rollup)?.[1]), 0) / 1000
  return { own: megabytes('Private_Clean', 'Private_Dirty'), shared: megabytes('Shared_Clean', 'Shared_Dirty') }
}

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
async function measureScripts(url: string): Promise<Figure[]> {
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
