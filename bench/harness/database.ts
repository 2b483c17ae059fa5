import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningAmazon, startAmazon } from '#emulators/amazon/start-amazon.ts'
import { type RunningShopify, startShopify } from '#emulators/shopify/start-shopify.ts'
import { type RunningWoo, startWoocommerce } from '#emulators/woocommerce/start-woocommerce.ts'
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

/** Emulators that run in the process of the bench, so that it can act as the seller and read what arrives. */
export type Vendors = { amazon: RunningAmazon; shopify: RunningShopify; woocommerce: RunningWoo }

/** A database with emulators, and the environment variables of a product on it. */
export type BenchDatabase = BenchServices &
  Vendors & {
    name: string
    ownerUrl: string
    env: Record<string, string>
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
  const vendors: Vendors = {
    amazon: await startAmazon({ client: application, limits: 'off' }),
    shopify: await startShopify({ limits: 'shopify', isEmpty: true }),
    woocommerce: await startWoocommerce({ shops: [] }),
  }
  for (const vendor of Object.values(vendors)) shutdown.defer({ stop: vendor.stop, kill: () => {} })
  const env = await environmentOf(folder, shutdown, ownerUrl, variablesOf(vendors))
  return { folder, cluster, shutdown, name, ownerUrl, env, ...vendors, stop }
}

const application = { id: 'bench', secret: 'bench', appId: 'bench' }

const variablesOf = ({ amazon, shopify, woocommerce }: Vendors) => ({
  AMAZON_SP_API_URL: amazon.url,
  AMAZON_LWA_URL: amazon.url,
  AMAZON_SELLER_CENTRAL_URL: amazon.url,
  SHOPIFY_URL: shopify.url,
  // Nothing reads it here; without it another emulator would be started.
  DEMO_WOOCOMMERCE_URL: woocommerce.url,
  AMAZON_LWA_CLIENT_ID: application.id,
  AMAZON_LWA_CLIENT_SECRET: application.secret,
  AMAZON_APP_ID: application.appId,
})

/** Secrets are stored beside the data sets, which may hold data encrypted with them. */
async function environmentOf(folder: string, shutdown: Shutdown, databaseUrl: string, vendors: Record<string, string>) {
  const port = await findFreePort()
  const secrets = loadSecrets(folder)
  const needed = findWantedEmulators(vendors)
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
  return { ...own, ...variables, ...vendors }
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
