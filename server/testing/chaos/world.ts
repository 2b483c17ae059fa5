import { websitePlatforms } from '#contract/channel-words.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { testEnvironment } from '../app.ts'
import { buildCompany } from '../builders.ts'
import { buildChannel } from '../channels.ts'
import { openOwnPostgres } from '../own-postgres.ts'
import { startProcesses } from '../product-processes.ts'
import type { Shop } from '../shop-orders.ts'

export type ChaosWorld = Awaited<ReturnType<typeof openWorld>>

/** The product in two web and two worker processes on a PostgreSQL of its own, and a company that sells on three channels. */
export async function openWorld() {
  const postgres = await openOwnPostgres()
  const env = testEnvironment(postgres.url)
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
    restartPostgres: () => postgres.restart(),
    async close(): Promise<void> {
      await processes.stop()
      await deps.close()
      await postgres.close()
    },
  }
}
