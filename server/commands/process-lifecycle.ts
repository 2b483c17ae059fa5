import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Log } from '#server/platform/log.ts'

/** A process that has not shut down by then exits; other workers take over its jobs, clients repeat its requests. */
const shutdownTimeoutMs = 25_000

/** Sent over IPC to the parent process (supervisor, tests) once this process serves or works. */
export const readyMessage = 'ready'

export function reportReady(): void {
  process.send?.(readyMessage)
}

/** Resolves to the reason to stop: a signal, or a parent process that is gone. Listens from the call on. */
export const waitForStopRequest = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve(signal))
    if (process.connected) process.once('disconnect', () => resolve('the parent process is gone'))
  })

type ShutdownOptions<T> = { stopRequested: Promise<string>; shutDown: () => Promise<T>; limitMs?: number }

export async function shutDownOnRequest<T>(
  log: Log,
  { stopRequested, shutDown, limitMs = shutdownTimeoutMs }: ShutdownOptions<T>,
): Promise<T> {
  const reason = await stopRequested
  log.info({ reason }, 'draining')
  const deadline = setTimeout(() => {
    log.error('did not drain in time')
    process.exit(1)
  }, limitMs)
  const result = await shutDown()
  clearTimeout(deadline)
  log.info('stopped')
  if (process.connected) process.disconnect()
  return result
}

/** Requests that waited for the start are served first. */
const afterMs = 3_000

/**
 * Runs one full garbage collection shortly after the start. Starting takes far more memory than idling, and V8 returns it to the
 * system only after a full collection, which an idle process never triggers. The last-resort flavor also drops compiled code that ran
 * only during the start, and shrinks the young generation: 15 MB less than a plain collection.
 */
export function releaseStartupMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: object) => void
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, afterMs).unref()
}
