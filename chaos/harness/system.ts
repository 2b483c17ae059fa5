import { websitePlatforms } from '#contract/channel-values.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { openSession, publicUrl, testEnvironment } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { openOwnPostgres } from '#server/testing/postgres.ts'
import { startProcesses } from '#server/testing/product-processes.ts'
import type { Shop } from '#server/testing/shop-webhooks.ts'
import { connectEmulatorAccount } from '#server/testing/emulator-account.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { startEmulators } from './emulators.ts'

const execArgv = ['--import', new URL('./shifted-clock.mjs', import.meta.url).href]

export type TestSystem = Awaited<ReturnType<typeof startSystem>>

type Wanted = {
  /** PostgreSQL's own settings. */
  settings?: Record<string, string>
  /** Where PostgreSQL keeps its data. */
  folder?: string
  web?: number
  workers?: number
  /** Whether what comes in is sent to Amazon without anybody asking. */
  autoFulfills?: boolean
  /** More of the processes' environment. */
  env?: Record<string, string>
  /** Where the processes find PostgreSQL, if not where it is. */
  reach?: (url: string) => Promise<string>
}

/** The product in real processes on a PostgreSQL of its own, all outside as stand-ins, and a company that sells on three websites. */
export async function startSystem({
  settings = {},
  folder,
  web = 2,
  workers = 2,
  autoFulfills = false,
  env: more = {},
  reach = async (url) => url,
}: Wanted = {}) {
  const postgres = await openOwnPostgres(settings, folder)
  const standIns = await startEmulators()
  const env = { ...testEnvironment(postgres.url), ...standIns.env, ...more }
  const deps = await openDeps(readConfig(env), 'job')
  const { id: companyId } = await buildCompany(deps.db, { phone: '+12065550199' })
  // No hour is quiet, so that messages go out as they come.
  await changeSettings(deps.db, companyId, { quietHoursStart: '08:00', quietHoursEnd: '08:00' })
  const accountId = await connectEmulatorAccount(deps, companyId, standIns.amazon)
  const shops: Shop[] = []
  for (const platform of websitePlatforms) {
    const config = { platform, autoFulfill: autoFulfills, autoFulfillDelayMinutes: 0 }
    const { id, webhookSecret, apiKey } = await buildChannel(deps, companyId, { config })
    shops.push({ id, platform, webhookSecret, apiKey: apiKey ?? '' })
  }
  const { headers } = await openSession(deps, (await buildUser(deps.db, { role: 'ops', companyId })).id)
  const processes = await startProcesses(
    { ...env, DATABASE_URL: await reach(postgres.url) },
    { web, workers, execArgv },
  )
  return {
    deps,
    postgres,
    standIns,
    companyId,
    accountId,
    shops,
    processes,
    /** What a browser sends with everything it asks for. */
    browserHeaders: { ...headers, origin: publicUrl, 'content-type': 'application/json' },
    async close(): Promise<void> {
      await processes.stop()
      await deps.close()
      await standIns.stop()
      await postgres.close()
    },
  }
}
