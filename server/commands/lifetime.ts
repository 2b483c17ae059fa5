import type { Log } from '#server/platform/log.ts'

/** What has not drained by then is cut off; its jobs are taken over and its requests tried again. */
const drainMs = 25_000

/** Runs until a signal, or until whoever started us is gone, then drains. */
export async function untilToldToStop(log: Log, drain: () => Promise<void>): Promise<void> {
  const reason = await new Promise<string>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve(signal))
    if (process.connected) process.once('disconnect', () => resolve('our launcher is gone'))
  })
  log.info({ reason }, 'draining')
  const deadline = setTimeout(() => {
    log.error('did not drain in time')
    process.exit(1)
  }, drainMs)
  await drain()
  clearTimeout(deadline)
  log.info('stopped')
  if (process.connected) process.disconnect()
}
