import { openDeps } from '#server/deps.ts'
import type { Config } from '#server/platform/config.ts'
import { beginCounting } from '#server/platform/metrics/gather.ts'
import { startWorker } from '#server/worker.ts'
import { giveBackMemory } from './give-back-memory.ts'
import { tellReady, untilToldToStop, whenToldToStop } from './lifetime.ts'

/** A process that only runs jobs, so that web and work scale apart. */
export async function work(config: Config): Promise<void> {
  const deps = await openDeps(config, 'worker')
  beginCounting()
  const told = whenToldToStop()
  await startWorker(deps)
  deps.log.info('working')
  tellReady()
  giveBackMemory()
  await untilToldToStop(deps.log, { told, drain: () => deps.close() })
}
