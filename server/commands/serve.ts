import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { openDeps } from '#server/deps.ts'
import { bootstrapAdmin } from '#server/features/auth/bootstrap-accounts.ts'
import { chooseListenHost, type Config } from '#server/platform/config.ts'
import type { Deps } from '#server/platform/context.ts'
import { createEventHub } from '#server/platform/events/event-hub.ts'
import { releaseStartupMemory, reportReady, shutDownOnRequest, waitForStopRequest } from './process-lifecycle.ts'

type ServeOptions = {
  /** Whether `npm start` runs, which migrates first and so has the owner's URL. */
  isLocalStart?: boolean
}

/** `npm run serve`: web and worker in one process; with `--web-only` jobs are left to `npm run worker`. Several processes are started by `supervise`. */
export async function serve(
  config: Config,
  flags: readonly string[],
  { isLocalStart = false }: ServeOptions = {},
): Promise<void> {
  const isWebOnly = flags.includes('--web-only')
  const deps = await openDeps(config, isWebOnly ? 'web' : 'web and worker')
  if (deps.db.url !== config.DATABASE_URL && !isLocalStart) {
    deps.log.warn(
      'DATABASE_URL names the owner of the database: serve needs its restricted role only, which npm run migrate prints',
    )
  }
  const hub = createEventHub(deps)
  const app = await buildApp(deps, hub)
  if (config.BOOTSTRAP_ADMIN_EMAIL) await bootstrapAdmin(deps, config.BOOTSTRAP_ADMIN_EMAIL)
  // Listens for signals before the port is open, so that no request is cut off by an early SIGTERM.
  const stopRequested = waitForStopRequest()
  const host = chooseListenHost(config)
  await Promise.all([listen(app.http, config.PORT, host), isWebOnly ? undefined : work(deps)])
  deps.log.info({ host: host ?? 'every interface', port: config.PORT, url: config.PUBLIC_URL }, 'listening')
  reportReady()
  releaseStartupMemory()
  const shutDown = async () => {
    // In parallel, so that neither a slow client nor a long job uses up the other's time.
    await Promise.all([endRequests(app.http), deps.queue.close()])
    await hub.close()
    await deps.close()
  }
  await shutDownOnRequest(deps.log, { stopRequested, shutDown })
}

/** A web-only process does not load the job handlers. */
async function work(deps: Deps): Promise<void> {
  const { startWorker } = await import('#server/worker.ts')
  await startWorker(deps)
}

const requestsEndWithinMs = 10_000

/** `close` waits for every request; the connection of a client that never ends its own is destroyed. */
async function endRequests(http: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => http.server.closeAllConnections(), requestsEndWithinMs)
  await http.close()
  clearTimeout(cutOff)
}

/** Every interface is IPv6 and IPv4, or IPv4 where IPv6 is off. */
async function listen(http: FastifyInstance, port: number, host: string | undefined): Promise<void> {
  const at = (address: string) => http.listen({ port, host: address })
  if (host) await at(host)
  else
    await at('::').catch((error: NodeJS.ErrnoException) =>
      error.code === 'EAFNOSUPPORT' ? at('0.0.0.0') : Promise.reject(error),
    )
}
