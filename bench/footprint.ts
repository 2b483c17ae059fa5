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
import { waitUntilReady, spawnProduct, startProduct } from './harness/product.ts'
import { type Figure, figure } from './harness/report.ts'

const starts = 7

const maxSecondsToStart = 1.5

const idleMs = 30_000

const maxMegabytes = 150

/** Start-up time, idle memory, and first-load JavaScript of every page. */
export async function benchFootprint({ services }: BenchEnvironments): Promise<Figure[]> {
  const database = await prepareDatabase(services, 'small', 'footprint')
  const figures = [
    await measureStart(database),
    await measureNpmStart(services.shutdown),
    ...(await measureMemory(database)),
  ]
  const product = await startProduct(database, ['serve'])
  figures.push(...(await measureScripts(product.url)))
  await database.stop()
  return figures
}

async function measureStart(database: BenchDatabase): Promise<Figure> {
  const seconds: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const startedAt = performance.now()
    const product = await startProduct(database, ['start'])
    seconds.push((performance.now() - startedAt) / 1000)
    await product.stop()
  }
  return figure({
    what: 'start to ready',
    ours: median(seconds),
    unit: 's',
    atMost: maxSecondsToStart,
    note: `the server process of npm start, built, on a filled database, to the first 200 of /readyz; median of ${starts}`,
  })
}

/** `npm start` as a whole, on a data folder that an earlier start has filled. */
async function measureNpmStart(shutdown: Shutdown): Promise<Figure> {
  const dataDir = makeScratchFolder('footprint')
  shutdown.defer({ stop: async () => rmSync(dataDir, { recursive: true, force: true }), kill: () => {} })
  const seconds: number[] = []
  for (let start = 0; start <= starts; start += 1) seconds.push(await timeNpmStart(dataDir))
  return figure({
    what: 'npm start to ready',
    ours: median(seconds.slice(1)),
    unit: 's',
    atMost: maxSecondsToStart,
    note: `with PostgreSQL and the emulators, built, on a filled data folder, npm itself aside; median of ${starts}`,
  })
}

async function timeNpmStart(dataDir: string): Promise<number> {
  const port = String(await findFreePort())
  const url = `http://localhost:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['local/bootstrap.mjs', 'start'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...embedded, PORT: port, PUBLIC_URL: url, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const isReady = await waitUntilReady(url, child)
  const seconds = (performance.now() - startedAt) / 1000
  child.kill('SIGTERM')
  await ended
  if (!isReady) throw new Error('npm start did not start')
  return seconds
}

async function measureMemory(database: BenchDatabase): Promise<Figure[]> {
  if (!existsSync('/proc/self/smaps_rollup')) return []
  const [together, apart] = [[['serve']], [['serve', '--web-only'], ['worker']]]
  return [
    await measureIdleMemory(database, 'idle memory, web and worker in one process', together),
    await measureIdleMemory(database, 'idle memory, web and worker in a process each', apart),
  ]
}

async function measureIdleMemory(
  database: BenchDatabase,
  what: string,
  processes: readonly string[][],
): Promise<Figure> {
  const running = processes.map((args) => spawnProduct(database, args))
  await sleep(idleMs)
  const memory = running.map(({ pid }) => memoryOf(pid))
  await Promise.all(running.map(({ stop }) => stop()))
  const own = memory.reduce((sum, process) => sum + process.own, 0)
  const shared = Math.max(...memory.map((process) => process.shared))
  return figure({
    what,
    ours: own + shared,
    unit: 'MB',
    atMost: maxMegabytes,
    note: `resident after ${idleMs / 1000} s, of which ${shared.toFixed(0)} MB are shared and counted once`,
  })
}

/** Memory of a process in megabytes; the shared part is mostly the Node binary. */
function memoryOf(pid: number): { own: number; shared: number } {
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

/** Scripts that Chromium requests until a page is idle, in gzipped bytes. */
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
  // A returning browser knows that its user was signed in and does not load the landing page.
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
  // Waits for a fixed time, since server-sent events keep the network busy.
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
