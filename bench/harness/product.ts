import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess } from '#local/processes.ts'
import { root } from '#local/root.ts'
import type { BenchDatabase } from './database.ts'

export type RunningProduct = { url: string; pid: number; stop(): Promise<void> }

/** So many milliseconds between two looks whether it is ready. */
const lookMs = 10
const patienceMs = 120_000

/** The built server, as soon as it is ready; `words` are those after `node dist/server.mjs`. */
export async function startProduct(ground: BenchDatabase, words: readonly string[]): Promise<RunningProduct> {
  const { child, logFile, ...product } = spawnProduct(ground, words)
  if (await becomesReady(product.url, child)) return product
  throw new Error(`The product did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
}

/** Answers with the first 200 of /readyz; with `false` when the process ends before. */
export async function becomesReady(url: string, child: ChildProcess): Promise<boolean> {
  const isReady = () => fetch(`${url}/readyz`).then(async (reply) => (await reply.arrayBuffer(), reply.ok))
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    if (await isReady().catch(() => false)) return true
    await sleep(lookMs)
  }
  return false
}

type Spawned = RunningProduct & { child: ChildProcess; logFile: string }

/** As npm runs it, with its log in a file. */
export function spawnProduct(ground: BenchDatabase, words: readonly string[]): Spawned {
  const { folder, name, env, shutdown } = ground
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const logFile = join(folder, 'logs', `${name}-${words.join('')}.log`)
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, [...profileFlags(folder), join(root, 'dist/server.mjs'), ...words], {
    cwd: root,
    // One process, whatever the machine has: so has each limit.
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: join(root, 'dist/.compiled'), WEB_PROCESSES: '1', ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const { pid } = child
  if (pid === undefined) throw new Error('The product could not be started')
  const stop = () =>
    endProcess(pid, [
      { signal: 'SIGTERM', patience: 20_000 },
      { signal: 'SIGKILL', patience: 2_000 },
    ])
  shutdown.defer({ stop, kill: () => child.kill('SIGKILL') })
  return { url: `http://localhost:${env['PORT']}`, pid, stop, child, logFile }
}

/** `BENCH_PROFILE=1` leaves a profile of each server process when it ends. */
function profileFlags(folder: string): string[] {
  if (!process.env['BENCH_PROFILE']) return []
  return ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', join(folder, 'profiles')]
}
