import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#local/free-port.ts'
import { root } from '#local/root.ts'
import { embedded } from '#local/run-product.ts'
import { makeScratchFolder } from '#local/scratch-folder.ts'
import type { Shutdown } from '#local/start/shutdown.ts'
import { measureScripts } from './first-load.ts'
import { median } from './measure.ts'
import { figure, type Figure } from './report.ts'
import { prepareDatabase, type BenchDatabase } from './stage/ground.ts'
import { becomesReady, spawnProduct, startProduct } from './stage/product.ts'
import type { BenchEnvironments } from './stage/stages.ts'

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
