import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { websitePlatforms } from '#contract/channel-words.ts'
import { createDatabase } from '#local/postgres/create-database.ts'
import { startPostgres } from '#local/postgres.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { testEnvironment } from '../app.ts'
import { buildCompany } from '../builders.ts'
import { buildChannel } from '../channels.ts'
import { startProcesses } from '../product-processes.ts'
import type { Shop } from '../shop-orders.ts'

/** What PostgreSQL has confirmed survives its own end; only a loss of power is not survived, and none is played. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }

export type ChaosWorld = Awaited<ReturnType<typeof openWorld>>

/** The product in two web and two worker processes on a PostgreSQL of its own, and a company that sells on three channels. */
export async function openWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-chaos-'))
  chmodSync(folder, 0o711)
  let postgres = await startPostgres({ dataDir: folder, settings })
  await createDatabase(postgres.url('postgres'), 'lockstep')
  await migrate(postgres.url('lockstep'))
  const env = testEnvironment(postgres.url('lockstep'))
  const deps = await openDeps(readConfig(env), 'job')
  const { id: companyId } = await buildCompany(deps.db)
  const shops: Shop[] = await Promise.all(
    websitePlatforms.map(async (platform) => {
      const { id, webhookSecret, apiKey } = await buildChannel(deps, companyId, { config: { platform } })
      return { id, platform, webhookSecret, apiKey: apiKey ?? '' }
    }),
  )
  const processes = await startProcesses(env, { web: 2, workers: 2 })
  return {
    deps,
    companyId,
    shops,
    processes,
    async restartPostgres(): Promise<void> {
      const { port } = postgres
      await postgres.stop()
      postgres = await startPostgres({ dataDir: folder, settings, port })
    },
    async close(): Promise<void> {
      await processes.stop()
      await deps.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
