import { pino } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { relayMetrics } from '#server/platform/metrics/relay.ts'
import { shutDownOnRequest, waitForStopRequest } from '../lifetime.ts'
import { createProcessPool, NeverReady, type ProcessPool, type PoolRole } from './crew.ts'

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
