import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { openDeps } from '#server/deps.ts'
import { bootstrapAdmin } from '#server/features/auth/bootstrap-accounts.ts'
import { type Config, isLoopback } from '#server/platform/config.ts'
import { createEventHub } from '#server/platform/events/event-hub.ts'
import { startWorker } from '#server/worker.ts'
import { releaseStartupMemory, reportReady, shutDownOnRequest, waitForStopRequest } from './process-lifecycle.ts'

/** Web and worker in one process; with `--web-only` the work is left to processes of `npm run worker`. Several are `supervise`'s. */
export async function serve(config: Config, flags: readonly string[]): Promise<void> {
  const isWebOnly = flags.includes('--web-only')
  const deps = await openDeps(config, isWebOnly ? 'web' : 'web and worker')
  const hub = createEventHub(deps)
  const app = await buildApp(deps, hub)
  if (config.BOOTSTRAP_ADMIN_EMAIL) await bootstrapAdmin(deps, config.BOOTSTRAP_ADMIN_EMAIL)
  // Before anybody can be served, so that whoever is served is not cut off.
  const stopRequested = waitForStopRequest()
  await Promise.all([listen(app.http, config), isWebOnly ? undefined : startWorker(deps)])
  deps.log.info({ port: config.PORT, url: config.PUBLIC_URL }, 'listening')
  reportReady()
  releaseStartupMemory()
  const shutDown = async () => {
    // Side by side, so that neither a slow client nor a long job takes the other's time.
    await Promise.all([endRequests(app.http), deps.queue.close()])
    await hub.close()
    await deps.close()
  }
  await shutDownOnRequest(deps.log, { stopRequested, shutDown })
}

const requestsEndWithinMs = 10_000

/** Closing waits for every request; a client that never ends its own is cut off. */
async function endRequests(http: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => http.server.closeAllConnections(), requestsEndWithinMs)
  await http.close()
  clearTimeout(cutOff)
}

/** An address that only this machine can open is listened to on this machine only; any other on every interface. */
async function listen(http: FastifyInstance, config: Pick<Config, 'PORT' | 'PUBLIC_URL'>): Promise<void> {
  const at = (host: string) => http.listen({ port: config.PORT, host })
  if (isLoopback(config.PUBLIC_URL)) await at('localhost')
  else
    await at('::').catch((error: NodeJS.ErrnoException) =>
      error.code === 'EAFNOSUPPORT' ? at('0.0.0.0') : Promise.reject(error),
    )
}
