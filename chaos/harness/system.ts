import { websitePlatforms } from '#contract/channel-values.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { openSession, testEnvironment } from '#server/testing/app.ts'
import { buildCompany, buildUser } from '#server/testing/builders.ts'
import { confirmAlertPhone } from '#server/testing/contacts.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { openOwnPostgres } from '#server/testing/postgres.ts'
import { startProcesses } from '#server/testing/product-processes.ts'
import type { Shop } from '#server/testing/shop-webhooks.ts'
import { connectEmulatorAccount } from '#server/testing/emulator-account.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { startEmulators } from './emulators.ts'

const execArgv = ['--import', new URL('./shifted-clock.mjs', import.meta.url).href]

export type TestSystem = Awaited<ReturnType<typeof startSystem>>

type SystemOptions = {
  /** Server settings of PostgreSQL (postgresql.conf). */
  settings?: Record<string, string>
  /** Folder of the PostgreSQL cluster. */
  folder?: string
  web?: number
  /** Ports of the web processes, where their address must be known before they start. */
  ports?: readonly number[]
  workers?: number
  /** Whether the channels send orders to Amazon automatically. */
  autoFulfills?: boolean
  /** More environment variables of the processes. */
  env?: Record<string, string>
  /** Maps the database URL for the processes, for example to a proxy in front of it. */
  toReachableUrl?: (url: string) => Promise<string>
}

/** The product in real processes on its own PostgreSQL, with emulators of all vendors and a company that sells on three websites. */
export async function startSystem({
  settings = {},
  folder,
  ports,
  web = ports?.length ?? 2,
  workers = 2,
  autoFulfills = false,
  env: extraEnv = {},
  toReachableUrl = async (url) => url,
}: SystemOptions = {}) {
  const postgres = await openOwnPostgres(settings, folder)
  const emulators = await startEmulators()
  const env = { ...testEnvironment(postgres.url), ...emulators.env, ...extraEnv }
  const deps = await openDeps(readConfig(env), 'job')
  const { id: companyId } = await buildCompany(deps.db, { phone: '+12065550199' })
  await confirmAlertPhone(deps, companyId, '+12065550199')
  // No quiet hours, so that messages are sent at once.
  await changeSettings(deps.db, companyId, { quietHoursStart: '08:00', quietHoursEnd: '08:00' })
  const accountId = await connectEmulatorAccount(deps, companyId, emulators.amazon)
  const shops: Shop[] = []
  for (const platform of websitePlatforms) {
    const config = { platform, autoFulfill: autoFulfills, autoFulfillDelayMinutes: 0 }
    const { id, webhookSecret, apiKey } = await buildChannel(deps, companyId, { config })
    shops.push({ id, platform, webhookSecret, apiKey: apiKey ?? '' })
  }
  const { headers } = await openSession(deps, (await buildUser(deps.db, { role: 'ops', companyId })).id)
  const processes = await startProcesses(
    { ...env, DATABASE_URL: await toReachableUrl(postgres.url) },
    { web, workers, execArgv, ...(ports ? { ports } : {}) },
  )
  return {
    deps,
    postgres,
    emulators,
    companyId,
    accountId,
    shops,
    processes,
    /** Headers of a request by a signed-in browser. */
    browserHeaders: { ...headers, origin: deps.config.PUBLIC_URL, 'content-type': 'application/json' },
    async close(): Promise<void> {
      await processes.stop()
      await deps.close()
      await emulators.stop()
      await postgres.close()
    },
  }
}
