import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { relayMetrics } from '#server/platform/metrics/relay-metrics.ts'
import { readyMessage, shutDownOnRequest, waitForStopRequest } from './process-lifecycle.ts'

/** Longer than each of its children may take. */
const shutdownTimeoutMs = 27_000

export type SuperviseOptions = {
  command: string
  flags: readonly string[]
  webProcesses: number
  logLevel: string | undefined
}

/**
 * Runs web processes on one port, and a worker beside them. It loads neither the product nor its configuration, which each child
 * reads for itself: there should be little in it to weigh, and less to fail. Answers the exit code.
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
  const drained = shutDownOnRequest(log, shutdown).then((hasDrained) => (hasDrained ? 0 : 1))
  return Promise.race([drained, untilOneFails(pool, log, first, others)])
}

/** The first shows whether the others can start: what is wrong with the configuration is said once. */
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
    // A first one that ended by itself has said why.
    if (error.end.signal || pool.ready.size > 0) log.fatal(error.message)
    await pool.stop()
    return error.end.code || 1
  }
}

/** A level that there is not is told by whoever reads the whole configuration. */
const levelOf = (text = ''): Config['LOG_LEVEL'] =>
  Object.hasOwn(pino.levels.values, text) || text === 'silent' ? (text as Config['LOG_LEVEL']) : 'info'

export type PoolRole = {
  name: string
  args: readonly string[]
  /** Until one has been ready these are its words. */
  firstArgs?: readonly string[]
  /** After so many that ended before any was ready, there is no use in starting another. */
  maxStarts: number
  onReady?: () => void
}

export type ProcessPool = {
  /** Those that do their work by now. */
  readonly ready: ReadonlySet<Worker>
  /** Keeps a process at the post until the crew is stopped; throws when none gets ready. */
  maintain(role: PoolRole): Promise<void>
  /** Has them all drain. Answers whether each ended as it was told to. */
  stop(): Promise<boolean>
}

type ProcessEnd = { code: number | null; signal: string | null }

/** One that ends sooner is not worth starting again at once. */
const shortLifetimeMs = 30_000

const shortestPauseMs = 100

const longestPauseMs = 30_000

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
      const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** (inARow - 1))
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

/** One that could not even be started ends with an error only. */
function waitForEnd(child: Worker): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
    child.on('error', () => {
      if (child.process.pid === undefined) resolve({ code: 1, signal: null })
    })
  })
}
