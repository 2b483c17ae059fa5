import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess } from '#local/processes.ts'
import { root } from '#local/root.ts'
import type { BenchDatabase } from './database.ts'

export type RunningProduct = { url: string; pid: number; stop(): Promise<void> }

/** Milliseconds between two polls of /readyz. */
const pollMs = 10
const timeoutMs = 120_000

/** Starts the built server and waits until it is ready; `args` follow `node dist/server.mjs`. */
export async function startProduct(database: BenchDatabase, args: readonly string[]): Promise<RunningProduct> {
  const { child, logFile, ...product } = spawnProduct(database, args)
  if (await waitUntilReady(product.url, child)) return product
  throw new Error(`The product did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
}

/** Returns true at the first 200 of /readyz, false if the process ends before. */
export async function waitUntilReady(url: string, child: ChildProcess): Promise<boolean> {
  const isReady = () => fetch(`${url}/readyz`).then(async (reply) => (await reply.arrayBuffer(), reply.ok))
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    if (await isReady().catch(() => false)) return true
    await sleep(pollMs)
  }
  return false
}

type SpawnedProduct = RunningProduct & { child: ChildProcess; logFile: string }

/** Spawns the server as npm does, with its log in a file. */
export function spawnProduct(database: BenchDatabase, args: readonly string[]): SpawnedProduct {
  const { folder, name, env, shutdown } = database
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const logFile = join(folder, 'logs', `${name}-${args.join('')}.log`)
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, [...profileFlags(folder), join(root, 'dist/server.mjs'), ...args], {
    cwd: root,
    // One process on any machine, as the baselines have.
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
