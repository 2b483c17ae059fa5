import { startMeta } from '#emulators/meta/start-meta.ts'
import { startOidc } from '#emulators/oidc/start-oidc.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { publicUrl, testEnvironment } from '#server/testing/app.ts'
import { openOwnPostgres } from '#server/testing/postgres.ts'
import { startProcesses } from '#server/testing/product-processes.ts'
import { startEmulators } from './emulators.ts'

const appSecret = 'the app secret of a play'

type Wanted = {
  web?: number
  /** A migrated database; without it one is made, on a server of its own. */
  postgres?: { url: string; close(): Promise<void> }
}

export type Web = Awaited<ReturnType<typeof openWeb>>

/**
 * Web processes on a PostgreSQL of their own, with everybody outside as stand-ins, so that what is refused is refused by
 * us. Nobody works on jobs. They believe whoever calls where the call comes from: limits per address would hide the rest.
 */
export async function openWeb({ web = 1, postgres: given }: Wanted = {}) {
  const postgres = given ?? (await openOwnPostgres())
  const standIns = await startEmulators()
  const meta = await startMeta({ appSecret, limits: 'off' })
  const client = { id: 'lockstep', secret: 'secret', home: `${publicUrl}/` }
  const oidc = await startOidc({ client })
  const env = {
    ...testEnvironment(postgres.url),
    ...standIns.env,
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
    standIns,
    processes,
    url,
    ownerUrl: postgres.url,
    async close(): Promise<void> {
      await processes.stop()
      await deps.close()
      await Promise.all([standIns.stop(), meta.stop(), oidc.stop()])
      await postgres.close()
    },
  }
}
