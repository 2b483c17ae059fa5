import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Log } from '#server/platform/log.ts'

/** What has not drained by then is cut off; its jobs are taken over and its requests tried again. */
const shutdownTimeoutMs = 25_000

/** What a process says to whoever started it once it does its work. */
export const readyMessage = 'ready'

export function reportReady(): void {
  process.send?.(readyMessage)
}

/** Hears from now on when it is time to go: a signal, or whoever started us is gone. Answers why. */
export const waitForStopRequest = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve(signal))
    if (process.connected) process.once('disconnect', () => resolve('our launcher is gone'))
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

/** Whoever waited for the start is served first. */
const afterMs = 3_000

/**
 * To start takes far more memory than to wait for work, and V8 gives it back only when it collects thoroughly, which a process
 * with little to do never makes it do.
 */
export function releaseStartupMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  }, afterMs).unref()
}
