import { openDeps } from '#server/deps.ts'
import type { Config } from '#server/platform/config.ts'
import { startWorker } from '#server/worker.ts'
import { giveBackMemory } from './give-back-memory.ts'
import { untilToldToStop } from './lifetime.ts'

/** A process that only runs jobs, so that web and work scale apart. */
export async function work(config: Config): Promise<void> {
  const deps = await openDeps(config, 'worker')
  await startWorker(deps)
  deps.log.info('working')
  giveBackMemory()
  await untilToldToStop(deps.log, () => deps.close())
}
