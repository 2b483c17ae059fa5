import { buildApp } from '#server/app.ts'
import { openDeps } from '#server/deps.ts'
import { bootstrapAdmin } from '#server/features/auth/bootstrap-admin.ts'
import type { Config } from '#server/platform/config.ts'
import { createEventHub } from '#server/platform/events/hub.ts'
import { startWorker } from '#server/worker.ts'
import { untilToldToStop } from './lifetime.ts'

/** Web and worker in one process; with `--web-only` the work is left to processes of `npm run worker`. */
export async function serve(config: Config, flags: readonly string[]): Promise<void> {
  const isWebOnly = flags.includes('--web-only')
  const deps = await openDeps(config, isWebOnly ? 'web' : 'web and worker')
  const hub = createEventHub(deps.db.url, deps.log)
  const app = await buildApp(deps, hub)
  if (config.BOOTSTRAP_ADMIN_EMAIL) await bootstrapAdmin(deps, config.BOOTSTRAP_ADMIN_EMAIL)
  if (!isWebOnly) await startWorker(deps)
  await app.http.listen({ port: config.PORT, host: '::' })
  deps.log.info({ port: config.PORT, url: config.PUBLIC_URL }, 'listening')
  await untilToldToStop(deps.log, async () => {
    await app.http.close()
    await hub.close()
    await deps.close()
  })
}
