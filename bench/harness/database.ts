import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningAmazon, startAmazon } from '#emulators/amazon/start-amazon.ts'
import { findFreePort } from '#local/free-port.ts'
import type { Postgres } from '#local/postgres/start-postgres.ts'
import { makeScratchFolder } from '#local/scratch-folder.ts'
import { findWantedEmulators, startEmulators } from '#local/start/emulators.ts'
import { loadSecrets } from '#local/start/secrets.ts'
import type { Shutdown, Stoppable } from '#local/start/shutdown.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { copySet } from '../data/datasets.ts'
import type { SetName } from '../data/sizes.ts'

export type BenchServices = { folder: string; cluster: Postgres; shutdown: Shutdown }

/** Everything that a product stands on, and the environment that leads it there. */
export type BenchDatabase = BenchServices & {
  name: string
  ownerUrl: string
  env: Record<string, string>
  amazon: RunningAmazon
  stop(): Promise<void>
}

/** A copy of a data set and stand-ins. Two grounds on one set need names of their own. */
export async function prepareDatabase(
  theatre: BenchServices,
  set: SetName,
  name: string = set,
): Promise<BenchDatabase> {
  const { folder, cluster } = theatre
  const { shutdown, stop } = collectParts(theatre.shutdown)
  const ownerUrl = await copySet(cluster, set, name)
  await migrate(ownerUrl)
  const amazon = await startAmazon({ client: application, limits: 'off' })
  shutdown.defer({ stop: amazon.stop, kill: () => {} })
  const env = await environmentOf(folder, shutdown, ownerUrl, variablesOf(amazon))
  return { folder, cluster, shutdown, name, ownerUrl, env, amazon, stop }
}

const application = { id: 'bench', secret: 'bench', appId: 'bench' }

const variablesOf = ({ url }: RunningAmazon) => ({
  AMAZON_SP_API_URL: url,
  AMAZON_LWA_URL: url,
  AMAZON_SELLER_CENTRAL_URL: url,
  AMAZON_LWA_CLIENT_ID: application.id,
  AMAZON_LWA_CLIENT_SECRET: application.secret,
  AMAZON_APP_ID: application.appId,
})

/** The secrets stay with the data sets, which may be sealed with them. */
async function environmentOf(folder: string, shutdown: Shutdown, databaseUrl: string, amazon: Record<string, string>) {
  const port = await findFreePort()
  const secrets = loadSecrets(folder)
  const wanted = findWantedEmulators(amazon)
  const clients = Object.assign({}, ...wanted.map(({ client }) => client(secrets))) as Record<string, string>
  const { SESSION_SECRET, ENCRYPTION_KEY } = secrets
  const dataDir = makeScratchFolder('bench')
  shutdown.defer({ stop: async () => rmSync(dataDir, { recursive: true, force: true }), kill: () => {} })
  const own = {
    SESSION_SECRET,
    ENCRYPTION_KEY,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    // Callers name an address of their own each, as a proxy would: one address has its limit of calls.
    TRUST_PROXY: 'loopback',
    ...clients,
  }
  const { variables } = await startEmulators(
    wanted,
    { ...process.env, ...own },
    dataDir,
    join(folder, 'logs'),
    shutdown,
  )
  return { ...own, ...variables, ...amazon }
}

/** What belongs together and may end before the run does; until then it ends with the run. */
function collectParts(run: Shutdown): { shutdown: Shutdown; stop(): Promise<void> } {
  const parts: Stoppable[] = []
  let isOver = false
  const stop = async () => {
    isOver = true
    for (let part = parts.pop(); part; part = parts.pop()) await part.stop()
  }
  const kill = () => {
    for (const part of parts) part.kill()
  }
  run.defer({ stop, kill })
  const never = new Promise<never>(() => {})
  const watch: Shutdown['watch'] = (ended) => run.watch(ended.then((words) => (isOver ? never : words)))
  return { shutdown: { ...run, defer: (part) => parts.push(part), watch }, stop }
}
