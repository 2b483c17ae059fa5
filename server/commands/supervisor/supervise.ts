import { pino } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { relayMetrics } from '#server/platform/metrics/relay.ts'
import { untilToldToStop, whenToldToStop } from '../lifetime.ts'
import { createCrew, NeverReady, type Crew, type Post } from './crew.ts'

/** Longer than each of its children may take. */
const drainMs = 27_000

export type Supervision = { word: string; flags: readonly string[]; webProcesses: number; logLevel: string | undefined }

/**
 * Runs web processes on one port, and a worker beside them. It loads neither the product nor its configuration, which each child
 * reads for itself: there should be little in it to weigh, and less to fail. Answers the exit code.
 */
export async function supervise({ word, flags, webProcesses, logLevel }: Supervision): Promise<number> {
  const log = createLog({ LOG_LEVEL: levelOf(logLevel) }, 'supervisor')
  const crew = createCrew(log)
  relayMetrics(crew.ready)
  const isWebOnly = flags.includes('--web-only')
  const web: Post = { name: 'web', words: ['serve', '--web-only'], tries: 5 }
  const others = Array.from({ length: webProcesses - 1 }, () => web)
  if (!isWebOnly) others.push({ name: 'worker', words: ['worker'], tries: 5 })
  const first: Post = { ...web, firstWords: [word, '--web-only'], tries: 1 }
  const ending = { told: whenToldToStop(), drain: () => crew.stop(), limitMs: drainMs }
  const drained = untilToldToStop(log, ending).then((hasDrained) => (hasDrained ? 0 : 1))
  return Promise.race([drained, untilOneFails(crew, log, first, others)])
}

/** The first shows whether the others can start: what is wrong with the configuration is said once. */
async function untilOneFails(crew: Crew, log: Log, first: Post, others: readonly Post[]): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      crew.keep({ ...first, onReady: resolve }).catch(reject)
    })
    await Promise.all(others.map((post) => crew.keep(post)))
    return await new Promise<never>(() => {})
  } catch (error) {
    if (!(error instanceof NeverReady)) throw error
    // A first one that ended by itself has said why.
    if (error.end.signal || crew.ready.size > 0) log.fatal(error.message)
    await crew.stop()
    return error.end.code || 1
  }
}

/** A level that there is not is told by whoever reads the whole configuration. */
const levelOf = (text = ''): Config['LOG_LEVEL'] =>
  Object.hasOwn(pino.levels.values, text) || text === 'silent' ? (text as Config['LOG_LEVEL']) : 'info'
