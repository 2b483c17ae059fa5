import type { Log } from '#server/platform/log.ts'

/** What has not drained by then is cut off; its jobs are taken over and its requests tried again. */
const drainMs = 25_000

/** What a process says to whoever started it once it does its work. */
export const readyWord = 'ready'

export function tellReady(): void {
  process.send?.(readyWord)
}

/** Hears from now on when it is time to go: a signal, or whoever started us is gone. Answers why. */
export const whenToldToStop = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve(signal))
    if (process.connected) process.once('disconnect', () => resolve('our launcher is gone'))
  })

type Ending<T> = { told: Promise<string>; drain: () => Promise<T>; limitMs?: number }

export async function untilToldToStop<T>(log: Log, { told, drain, limitMs = drainMs }: Ending<T>): Promise<T> {
  const reason = await told
  log.info({ reason }, 'draining')
  const deadline = setTimeout(() => {
    log.error('did not drain in time')
    process.exit(1)
  }, limitMs)
  const drained = await drain()
  clearTimeout(deadline)
  log.info('stopped')
  if (process.connected) process.disconnect()
  return drained
}
