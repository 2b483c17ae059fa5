import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { commandLineOf, endProcess, isAlive } from '../processes.ts'
import type { Account } from './account.ts'
import type { Cluster } from './cluster.ts'

const startTimeout = 60_000

export type Launch = {
  postgres: string
  data: string
  port: number
  account: Account | undefined
  settings: Record<string, string>
  onLog: (line: string) => void
  /** Recovery takes as long as it takes; an ordinary start has a minute. */
  patience?: number
}

/** Resolves with the postmaster's process id once it takes connections; rejects with its last words when it does not. */
export async function launchPostmaster(launch: Launch): Promise<number> {
  const settings = {
    port: String(launch.port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...launch.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // A process group of its own, so that Ctrl-C in the terminal reaches the server first and PostgreSQL last.
  const child = spawn(launch.postgres, ['-D', launch.data, ...flags], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...launch.account,
  })
  const lastWords: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastWords.push(line)
    if (lastWords.length > 20) lastWords.shift()
    launch.onLog(line)
  })
  const pid = await untilReady(child, launch.data, launch.patience ?? startTimeout).catch((error: Error) => {
    throw new Error([error.message, ...lastWords].join('\n'))
  })
  child.unref()
  return pid
}

async function untilReady(child: ChildProcess, data: string, patience: number): Promise<number> {
  const gone = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`PostgreSQL could not be started: ${error.message}`)))
    child.once('close', (code) => reject(new Error(`PostgreSQL stopped while starting (code ${code}).`)))
  })
  gone.catch(() => {})
  const deadline = Date.now() + patience
  while (Date.now() < deadline) {
    const lock = readLock(data)
    if (child.pid !== undefined && lock?.pid === child.pid && lock.status === 'ready') return child.pid
    await Promise.race([gone, sleep(15)])
  }
  child.kill('SIGQUIT')
  throw new Error(`PostgreSQL did not become ready within ${patience / 1000} seconds.`)
}

/** Fast shutdown, then immediate, then by force: PostgreSQL recovers from any of them. */
export function stopPostmaster(pid: number): Promise<void> {
  return endProcess(pid, [
    { signal: 'SIGINT', patience: 10_000 },
    { signal: 'SIGQUIT', patience: 3_000 },
    { signal: 'SIGKILL', patience: 3_000 },
  ])
}

/** Immediate shutdown: every backend is quit where it stands. */
export function crashPostmaster(pid: number): Promise<void> {
  return endProcess(pid, [
    { signal: 'SIGQUIT', patience: 10_000 },
    { signal: 'SIGKILL', patience: 3_000 },
  ])
}

export type Lock = { pid: number; port: number; status: string }

/** postmaster.pid, by line: 1 process id, 4 port, 8 status. */
function readLock(data: string): Lock | undefined {
  const lines = readLines(data)
  if (!lines) return undefined
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
}

/**
 * A number that another program has got since makes PostgreSQL believe that the folder is in use. It takes a lock held by its own
 * parent for stale and still looks for surviving backends, which it would not do if the file were deleted.
 */
function markLockStale(data: string): void {
  const lines = readLines(data)
  if (lines) writeFileSync(join(data, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'))
}

function readLines(data: string): string[] | undefined {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

/** A postmaster outlives a killed parent: take it over when it answers, end it when it does not. */
export async function adoptRunningPostmaster(cluster: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const lock = readLock(cluster.data)
  if (!lock || !isAlive(lock.pid)) return undefined
  if (!commandLineOf(lock.pid).includes(cluster.data)) {
    markLockStale(cluster.data)
    return undefined
  }
  if (await answers(cluster, lock.port)) return { pid: lock.pid, port: lock.port }
  await stopPostmaster(lock.pid)
  return undefined
}

async function answers(cluster: Cluster, port: number): Promise<boolean> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: cluster.password,
    database: 'postgres',
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === cluster.data
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
