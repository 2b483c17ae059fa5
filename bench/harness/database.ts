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

/** A database with emulators, and the environment variables of a product on it. */
export type BenchDatabase = BenchServices & {
  name: string
  ownerUrl: string
  env: Record<string, string>
  amazon: RunningAmazon
  stop(): Promise<void>
}

/** Copies a data set and starts emulators. Two databases from one set need different names. */
export async function prepareDatabase(
  services: BenchServices,
  set: SetName,
  name: string = set,
): Promise<BenchDatabase> {
  const { folder, cluster } = services
  const { shutdown, stop } = createScope(services.shutdown)
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

/** Secrets are stored beside the data sets, which may hold data encrypted with them. */
async function environmentOf(folder: string, shutdown: Shutdown, databaseUrl: string, amazon: Record<string, string>) {
  const port = await findFreePort()
  const secrets = loadSecrets(folder)
  const needed = findWantedEmulators(amazon)
  const clients = Object.assign({}, ...needed.map(({ client }) => client(secrets))) as Record<string, string>
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
    // Clients send x-forwarded-for, to stay below the rate limit of one address.
    TRUST_PROXY: 'loopback',
    ...clients,
  }
  const { variables } = await startEmulators(
    needed,
    { ...process.env, ...own },
    dataDir,
    join(folder, 'logs'),
    shutdown,
  )
  return { ...own, ...variables, ...amazon }
}

/** A shutdown scope of its own within that of the run: ends with `stop`, or with the run. */
function createScope(run: Shutdown): { shutdown: Shutdown; stop(): Promise<void> } {
  const parts: Stoppable[] = []
  let isStopped = false
  const stop = async () => {
    isStopped = true
    for (let part = parts.pop(); part; part = parts.pop()) await part.stop()
  }
  const kill = () => {
    for (const part of parts) part.kill()
  }
  run.defer({ stop, kill })
  const never = new Promise<never>(() => {})
  const watch: Shutdown['watch'] = (ended) => run.watch(ended.then((reason) => (isStopped ? never : reason)))
  return { shutdown: { ...run, defer: (part) => parts.push(part), watch }, stop }
}
