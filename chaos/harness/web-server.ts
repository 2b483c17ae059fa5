import { startMeta } from '#emulators/meta/start-meta.ts'
import { startOidc } from '#emulators/oidc/start-oidc.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { publicUrl, testEnvironment } from '#server/testing/app.ts'
import { openOwnPostgres } from '#server/testing/postgres.ts'
import { startProcesses } from '#server/testing/product-processes.ts'
import { startEmulators } from './emulators.ts'

const appSecret = 'the app secret of a scenario'

type WebOptions = {
  web?: number
  /** A migrated database. Default: a new PostgreSQL server. */
  postgres?: { url: string; adminUrl: string; close(): Promise<void> }
}

export type WebSystem = Awaited<ReturnType<typeof startWebSystem>>

/**
 * Web processes without workers on their own PostgreSQL, with emulators of all vendors, so that every refusal is the product's
 * own. They trust `x-forwarded-for`, so that scenarios can avoid the rate limit per address.
 */
export async function startWebSystem({ web = 1, postgres: existing }: WebOptions = {}) {
  const postgres = existing ?? (await openOwnPostgres())
  const emulators = await startEmulators()
  const meta = await startMeta({ appSecret, limits: 'off' })
  const client = { id: 'lockstep', secret: 'secret', home: `${publicUrl}/` }
  const oidc = await startOidc({ client })
  const env = {
    ...testEnvironment(postgres.url),
    ...emulators.env,
    META_GRAPH_URL: meta.url,
    META_APP_SECRET: appSecret,
    OIDC_ISSUER_URL: oidc.url,
    TRUST_PROXY: 'loopback',
  }
  const deps = await openDeps(readConfig(env), 'job')
  const processes = await startProcesses(env, { web, workers: 0 })
  const [url = ''] = processes.urls
  return {
    deps,
    emulators,
    processes,
    url,
    adminUrl: postgres.adminUrl,
    async close(): Promise<void> {
      await processes.stop()
      await deps.close()
      await Promise.all([emulators.stop(), meta.stop(), oidc.stop()])
      await postgres.close()
    },
  }
}
