import { openDeps } from '#server/deps.ts'
import type { Config } from '#server/platform/config.ts'
import { startMetrics } from '#server/platform/metrics/collect-metrics.ts'
import { startWorker } from '#server/worker.ts'
import { releaseStartupMemory, reportReady, shutDownOnRequest, waitForStopRequest } from './process-lifecycle.ts'

/** `npm run worker`: a process that only runs jobs, so that web and workers scale separately. */
export async function runWorker(config: Config): Promise<void> {
  const deps = await openDeps(config, 'worker')
  startMetrics()
  const stopRequested = waitForStopRequest()
  await startWorker(deps)
  deps.log.info('working')
  reportReady()
  releaseStartupMemory()
  await shutDownOnRequest(deps.log, { stopRequested, shutDown: () => deps.close() })
}
