import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { relayMetrics } from '#server/platform/metrics/relay-metrics.ts'
import { backoffDelay, type Backoff } from '#server/ports/backoff.ts'
import { readyMessage, shutDownOnRequest, waitForStopRequest } from './process-lifecycle.ts'

/** Longer than a child's own limit (`process-lifecycle.ts`). */
const shutdownTimeoutMs = 27_000

export type SuperviseOptions = {
  command: string
  flags: readonly string[]
  webProcesses: number
  logLevel: string | undefined
}

/**
 * Runs web processes on one port (node:cluster) and a worker beside them, and replaces those that end. The supervisor loads neither
 * the product nor its configuration, which each child reads itself, so that it needs little memory and has little that can fail.
 * Returns the exit code.
 */
export async function supervise({ command, flags, webProcesses, logLevel }: SuperviseOptions): Promise<number> {
  const log = createLog({ LOG_LEVEL: levelOf(logLevel) }, 'supervisor')
  const pool = createProcessPool(log)
  relayMetrics(pool.ready)
  const isWebOnly = flags.includes('--web-only')
  const web: PoolRole = { name: 'web', args: ['serve', '--web-only'], maxStarts: 5 }
  const others = Array.from({ length: webProcesses - 1 }, () => web)
  if (!isWebOnly) others.push({ name: 'worker', args: ['worker'], maxStarts: 5 })
  const first: PoolRole = { ...web, firstArgs: [command, '--web-only'], maxStarts: 1 }
  const shutdown = { stopRequested: waitForStopRequest(), shutDown: () => pool.stop(), limitMs: shutdownTimeoutMs }
  const stopped = shutDownOnRequest(log, shutdown).then((isClean) => (isClean ? 0 : 1))
  return Promise.race([stopped, untilOneFails(pool, log, first, others)])
}

/** Starts the first process alone, so that a wrong configuration is reported once and not by every process. */
async function untilOneFails(
  pool: ProcessPool,
  log: Log,
  first: PoolRole,
  others: readonly PoolRole[],
): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      pool.maintain({ ...first, onReady: resolve }).catch(reject)
    })
    await Promise.all(others.map((role) => pool.maintain(role)))
    return await new Promise<never>(() => {})
  } catch (error) {
    if (!(error instanceof NeverReady)) throw error
    // A first process that exited by itself has printed the reason.
    if (error.end.signal || pool.ready.size > 0) log.fatal(error.message)
    await pool.stop()
    return error.end.code || 1
  }
}

/** An unknown level is reported by the children, which validate the whole configuration. */
const levelOf = (text = ''): Config['LOG_LEVEL'] =>
  Object.hasOwn(pino.levels.values, text) || text === 'silent' ? (text as Config['LOG_LEVEL']) : 'info'

export type PoolRole = {
  name: string
  args: readonly string[]
  /** Arguments until a process of this role has been ready once. */
  firstArgs?: readonly string[]
  /** Gives up after this many processes that ended before any was ready. */
  maxStarts: number
  onReady?: () => void
}

export type ProcessPool = {
  /** Children that have reported that they are ready. */
  readonly ready: ReadonlySet<Worker>
  /** Runs one process for the role and replaces it when it ends, until the pool stops; throws `NeverReady` when none becomes ready. */
  maintain(role: PoolRole): Promise<void>
  /** Sends SIGTERM to all children; resolves to whether each one ended cleanly. */
  stop(): Promise<boolean>
}

type ProcessEnd = { code: number | null; signal: string | null }

/** A process that lived longer than this resets the back-off. */
const shortLifetimeMs = 30_000
const restartBackoff: Backoff = { first: 100, longest: 30_000 }
/** From this many short-lived processes in a row on, the log line is fatal. */
const frequentEnds = 5

class NeverReady extends Error {
  readonly end: ProcessEnd
  constructor(name: string, end: ProcessEnd) {
    super(`The ${name} process ended (${end.signal ?? `code ${end.code}`}) before it was ready.`)
    this.name = 'NeverReady'
    this.end = end
  }
}

export function createProcessPool(log: Log): ProcessPool {
  const children = new Map<Worker, Promise<ProcessEnd>>()
  const ready = new Set<Worker>()
  const over = new AbortController()

  const startChild = (args: readonly string[]) => {
    cluster.setupPrimary({ args: [...args] })
    const child = cluster.fork()
    children.set(child, waitForEnd(child))
    return child
  }

  const maintain = async (role: PoolRole): Promise<void> => {
    let hasBeenReady = false
    for (let inARow = 1; !over.signal.aborted; inARow += 1) {
      const begun = performance.now()
      const child = startChild(hasBeenReady ? role.args : (role.firstArgs ?? role.args))
      child.on('message', (message: unknown) => {
        if (message !== readyMessage) return
        hasBeenReady = true
        ready.add(child)
        role.onReady?.()
      })
      const end = (await children.get(child)) ?? { code: null, signal: null }
      ready.delete(child)
      if (over.signal.aborted) return
      children.delete(child)
      if (performance.now() - begun > shortLifetimeMs) inARow = 1
      if (!hasBeenReady && inARow >= role.maxStarts) throw new NeverReady(role.name, end)
      const pauseMs = backoffDelay(restartBackoff, { failures: inARow - 1 })
      const facts = { process: role.name, endedPid: child.process.pid, ...end, inARow, pauseMs }
      if (inARow < frequentEnds) log.error(facts, 'a process ended and is replaced')
      else log.fatal(facts, 'a process ends whenever it is replaced')
      await sleep(pauseMs, undefined, { signal: over.signal }).catch(() => {})
    }
  }

  const stop = async (): Promise<boolean> => {
    over.abort()
    for (const child of children.keys()) child.process.kill('SIGTERM')
    const ends = await Promise.all(children.values())
    return ends.every(({ code, signal }) => code === 0 || signal === 'SIGTERM')
  }

  return { ready, maintain, stop }
}

/** A child that could not be spawned emits an error and no exit. */
function waitForEnd(child: Worker): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
    child.on('error', () => {
      if (child.process.pid === undefined) resolve({ code: 1, signal: null })
    })
  })
}
