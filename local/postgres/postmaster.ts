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
  /** Milliseconds; one minute by default. Recovery may take much longer. */
  patience?: number
}

/** Resolves with the postmaster's process id once it accepts connections; rejects with the end of its log if it does not. */
export async function launchPostmaster(launch: Launch): Promise<number> {
  const settings = {
    port: String(launch.port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...launch.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // In its own process group, so that Ctrl-C in the terminal does not stop PostgreSQL before the server.
  const child = spawn(launch.postgres, ['-D', launch.data, ...flags], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...launch.account,
  })
  const recentLines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    recentLines.push(line)
    if (recentLines.length > 20) recentLines.shift()
    launch.onLog(line)
  })
  const pid = await waitUntilReady(child, launch.data, launch.patience ?? startTimeout).catch((error: Error) => {
    throw new Error([error.message, ...recentLines].join('\n'))
  })
  child.unref()
  return pid
}

async function waitUntilReady(child: ChildProcess, data: string, patience: number): Promise<number> {
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

/** Fast shutdown, then immediate, then SIGKILL: PostgreSQL recovers from any of them. */
export function stopPostmaster(pid: number): Promise<void> {
  return endProcess(pid, [
    { signal: 'SIGINT', patience: 10_000 },
    { signal: 'SIGQUIT', patience: 3_000 },
    { signal: 'SIGKILL', patience: 3_000 },
  ])
}

/** Immediate shutdown without a checkpoint: the next start runs crash recovery. */
export function crashPostmaster(pid: number): Promise<void> {
  return endProcess(pid, [
    { signal: 'SIGQUIT', patience: 10_000 },
    { signal: 'SIGKILL', patience: 3_000 },
  ])
}

export type Lock = { pid: number; port: number; status: string }

/** postmaster.pid, by line: 1 process id, 4 port, 8 status. */
function readLock(data: string): Lock | undefined {
  const lines = readLockLines(data)
  if (!lines) return undefined
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
}

/**
 * If the process id in the lock file now belongs to another program, PostgreSQL believes that the folder is in use. A lock with the id
 * of its own parent counts as stale, and PostgreSQL still checks for surviving backends, which it would not if the file were deleted.
 */
function markLockStale(data: string): void {
  const lines = readLockLines(data)
  if (lines) writeFileSync(join(data, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'))
}

function readLockLines(data: string): string[] | undefined {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

/** A postmaster survives its killed parent: adopt it if it answers, else stop it. */
export async function adoptRunningPostmaster(cluster: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const lock = readLock(cluster.data)
  if (!lock || !isAlive(lock.pid)) return undefined
  if (!commandLineOf(lock.pid).includes(cluster.data)) {
    markLockStale(cluster.data)
    return undefined
  }
  if (await acceptsConnections(cluster, lock.port)) return { pid: lock.pid, port: lock.port }
  await stopPostmaster(lock.pid)
  return undefined
}

async function acceptsConnections(cluster: Cluster, port: number): Promise<boolean> {
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
