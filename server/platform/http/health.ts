import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram, register } from 'prom-client'
import { say } from '#contract/i18n.ts'
import { type Config, isLoopback } from '../config.ts'
import type { Deps } from '../context.ts'
import { listPendingMigrations } from '../db/migrate.ts'
import { startMetrics, collectMetrics } from '../metrics/collect-metrics.ts'
import { sendProblem } from './errors.ts'

const requestSeconds = new Histogram({
  name: 'lockstep_http_request_duration_seconds',
  help: 'How long requests take, by route and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})

/** Endpoints for monitoring: /healthz (liveness), /readyz (readiness), /metrics (Prometheus). */
export function serveHealth(http: FastifyInstance, deps: Deps): void {
  startMetrics()
  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    requestSeconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  http.get('/healthz', operation('Whether the process is alive'), async () => ({ status: 'alive' }))

  const readChecks = checkOncePerSecond(() => readiness(deps), deps.clock)
  http.get('/readyz', operation('Whether it may get traffic: database, migrations, queue'), async (_request, reply) => {
    const checks = await readChecks()
    const isReady = Object.values(checks).every((state) => state === 'ok')
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks })
  })

  http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, deps.config)) {
      return sendProblem(request, reply, { status: 404, detail: say('There is nothing at this address.') })
    }
    return reply.type(register.contentType).send(await collectMetrics())
  })
}

const operation = (summary: string) => ({ schema: { summary, tags: ['operations'] } })

const checkEveryMs = 1_000

/** Callers within a second share one check, so that nobody can load the database by asking. */
function checkOncePerSecond<T>(check: () => Promise<T>, clock: Deps['clock']): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined
  return () => {
    const now = clock.now().getTime()
    // A clock that was set back must not keep an old result.
    const isFresh = last !== undefined && now >= last.at && now - last.at < checkEveryMs
    if (!last || !isFresh) last = { at: now, result: check() }
    return last.result
  }
}

async function readiness(deps: Deps): Promise<Record<'database' | 'migrations' | 'jobs', string>> {
  const database = await deps.db.pool.query('select 1').then(
    () => 'ok',
    () => 'does not answer',
  )
  if (database !== 'ok') return { database, migrations: 'unknown', jobs: 'unknown' }
  const pending = await listPendingMigrations(deps.db).catch(() => null)
  const isQueueOpen = await deps.queue.boss.isInstalled().catch(() => false)
  return {
    database,
    migrations:
      pending === null ? 'unknown' : pending.length === 0 ? 'ok' : `${pending.length} pending: run npm run migrate`,
    jobs: isQueueOpen ? 'ok' : 'the queue is not open',
  }
}

type MetricsAccess = Pick<Config, 'METRICS_TOKEN' | 'PUBLIC_URL'>

/**
 * With METRICS_TOKEN set, callers with that token; without it only this machine, and nobody once PUBLIC_URL is public: a proxy on this
 * machine that adds no header looks like this machine for everyone.
 */
function mayReadMetrics(request: FastifyRequest, { METRICS_TOKEN: token, PUBLIC_URL }: MetricsAccess): boolean {
  if (token !== undefined) {
    const given = Buffer.from(request.headers.authorization ?? '')
    const wanted = Buffer.from(`Bearer ${token}`)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  if (!isLoopback(PUBLIC_URL)) return false
  const isLocal = /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '')
  return isLocal && request.headers['x-forwarded-for'] === undefined && request.headers['forwarded'] === undefined
}
