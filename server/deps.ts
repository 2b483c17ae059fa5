import { callbackPath } from '#contract/sign-in-paths.ts'
import { createOidcIdentity } from './integrations/oidc/identity.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Deps, Ports } from './platform/context.ts'
import { openDatabase } from './platform/db/client.ts'
import { catalog } from './platform/jobs/catalog.ts'
import { openQueue } from './platform/jobs/queue.ts'
import { createLog } from './platform/log.ts'
import { createVault } from './platform/vault.ts'

export type ProcessRole = 'web' | 'worker' | 'web and worker' | 'job'

/** The composition root: the only place that names an adapter. */
export async function openDeps(config: Config, role: ProcessRole): Promise<Deps & { close(): Promise<void> }> {
  const log = createLog(config, role)
  const db = await openDatabase(config.DATABASE_URL, { applicationName: `lockstep ${role}` })
  const isWorker = role === 'worker' || role === 'web and worker'
  const queue = await openQueue(db.url, catalog, { isWorker, log }).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  return {
    config,
    db,
    log,
    queue,
    clock: systemClock,
    vault: createVault(config.ENCRYPTION_KEY),
    ports: adapters(config),
    async close() {
      await queue.close()
      await db.close()
    },
  }
}

function adapters(config: Config): Ports {
  return {
    identity: createOidcIdentity({
      issuerUrl: config.OIDC_ISSUER_URL,
      clientId: config.OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET,
      redirectUrl: new URL(callbackPath, config.PUBLIC_URL).href,
      signedOutUrl: new URL('/', config.PUBLIC_URL).href,
    }),
  }
}
