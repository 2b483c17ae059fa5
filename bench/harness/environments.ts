import { request } from '@playwright/test'
import pg from 'pg'
import type { Shutdown } from '#local/start/shutdown.ts'
import { findRestrictedUrl } from '#server/platform/db/roles.ts'
import { startThin } from '../baselines/start-thin-server.ts'
import type { SetName } from '../data/sizes.ts'
import { type BenchServices, prepareDatabase, type Vendors } from './database.ts'
import { startProduct } from './product.ts'

export type BenchEnvironments = {
  services: BenchServices
  /** The environment on a copy of this data set, started on first use. */
  open(set: SetName): Promise<BenchEnvironment>
}

export function prepareEnvironments(services: BenchServices): BenchEnvironments {
  const opened = new Map<SetName, Promise<BenchEnvironment>>()
  return {
    services,
    open(name) {
      const environment = opened.get(name) ?? startEnvironment(services, name)
      opened.set(name, environment)
      return environment
    },
  }
}

export type BenchEnvironment = Vendors & {
  url: string
  headers: Record<string, string>
  companyId: string
  /** The owner's connection, which bypasses row-level security: for filling tables and bare statements. */
  owner: pg.Client
  /** A connection with the server's role in the company: for baselines without the server. */
  bare: pg.Client
  /** The same in another company. */
  openBare(companyId: string): Promise<pg.Client>
  /** Session headers of a user. */
  signIn(email: string): Promise<Record<string, string>>
  /** Starts the thin server on the same database, for this company or another. */
  startThin(companyId?: string): Promise<{ url: string }>
  stop(): Promise<void>
}

const largeUser = 'ops@lockstep.test'

/** The built product on a copy of a data set, with Theo of the large company signed in. */
export async function startEnvironment(
  services: BenchServices,
  set: SetName,
  name?: string,
): Promise<BenchEnvironment> {
  const database = await prepareDatabase(services, set, name)
  const { ownerUrl, shutdown, amazon, shopify, woocommerce, stop } = database
  const { url } = await startProduct(database, ['serve'])
  const connect = (address: string) => connectUntilShutdown(address, shutdown)
  const owner = await connect(ownerUrl)
  const { rows } = await owner.query<{ id: string }>('select company_id as id from users where email = $1', [largeUser])
  const companyId = rows[0]?.id ?? ''
  const restrictedUrl = await findRestrictedUrl(ownerUrl)
  const openBare = async (company: string) => {
    const client = await connect(restrictedUrl)
    await client.query(`set app.company_id = '${company}'`)
    return client
  }
  return {
    url,
    headers: await signInAt(url, largeUser),
    companyId,
    owner,
    bare: await openBare(companyId),
    openBare,
    signIn: (email) => signInAt(url, email),
    amazon,
    shopify,
    woocommerce,
    startThin: (company = companyId) => startThin({ ownerUrl, companyId: company }, shutdown),
    stop,
  }
}

async function connectUntilShutdown(connectionString: string, shutdown: Shutdown): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // PostgreSQL may be stopped at any time; then the next query fails.
  client.on('error', () => {})
  await client.connect()
  let isOpen = true
  client.once('end', () => (isOpen = false))
  shutdown.defer({ stop: async () => (isOpen ? client.end() : undefined), kill: () => {} })
  return client
}

/** Signs in as a browser does. Returns the session headers. */
export async function signInAt(url: string, email: string): Promise<Record<string, string>> {
  const browser = await request.newContext({ baseURL: url })
  const page = await browser.get('/api/login')
  await browser.post(page.url(), { form: { email } })
  const { cookies } = await browser.storageState()
  await browser.dispose()
  const session = cookies.find(({ name }) => name.endsWith('lockstep_session'))
  if (!session) throw new Error('Signing in gave no session')
  return { cookie: `${session.name}=${session.value}`, 'x-requested-with': 'XMLHttpRequest' }
}
