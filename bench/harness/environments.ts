import { request } from '@playwright/test'
import pg from 'pg'
import type { RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import type { Shutdown } from '#local/start/shutdown.ts'
import { findRestrictedUrl } from '#server/platform/db/roles.ts'
import { startThin } from '../baselines/start-thin-server.ts'
import type { SetName } from '../data/sizes.ts'
import { type BenchServices, prepareDatabase } from './database.ts'
import { startProduct } from './product.ts'

export type BenchEnvironments = {
  theatre: BenchServices
  /** The stage on a copy of this data set, set when it is first asked for. */
  open(set: SetName): Promise<BenchEnvironment>
}

export function prepareEnvironments(theatre: BenchServices): BenchEnvironments {
  const set = new Map<SetName, Promise<BenchEnvironment>>()
  return {
    theatre,
    open(name) {
      const stage = set.get(name) ?? startEnvironment(theatre, name)
      set.set(name, stage)
      return stage
    },
  }
}

export type BenchEnvironment = {
  url: string
  headers: Record<string, string>
  companyId: string
  /** The owner's connection, for filling tables and for bare statements before no wall. */
  owner: pg.Client
  /** The server's own role inside the company, for what the same work costs without the server. */
  bare: pg.Client
  /** The same inside another company. */
  openBare(companyId: string): Promise<pg.Client>
  /** What a browser sends that somebody has signed in with. */
  signIn(email: string): Promise<Record<string, string>>
  amazon: RunningAmazon
  /** The thin server on the same database, for the same company or for another. */
  startThin(companyId?: string): Promise<{ url: string }>
  stop(): Promise<void>
}

const theo = 'ops@lockstep.test'

/** The built product on a copy of a data set, with Theo of the large company signed in. */
export async function startEnvironment(theatre: BenchServices, set: SetName, name?: string): Promise<BenchEnvironment> {
  const ground = await prepareDatabase(theatre, set, name)
  const { ownerUrl, shutdown, amazon, stop } = ground
  const { url } = await startProduct(ground, ['serve'])
  const connect = (address: string) => connectUntilTheEnd(address, shutdown)
  const owner = await connect(ownerUrl)
  const { rows } = await owner.query<{ id: string }>('select company_id as id from users where email = $1', [theo])
  const companyId = rows[0]?.id ?? ''
  const restrictedUrl = await findRestrictedUrl(ownerUrl)
  const openBare = async (company: string) => {
    const client = await connect(restrictedUrl)
    await client.query(`set app.company_id = '${company}'`)
    return client
  }
  return {
    url,
    headers: await signInAt(url, theo),
    companyId,
    owner,
    bare: await openBare(companyId),
    openBare,
    signIn: (email) => signInAt(url, email),
    amazon,
    startThin: (company = companyId) => startThin({ ownerUrl, companyId: company }, shutdown),
    stop,
  }
}

async function connectUntilTheEnd(connectionString: string, shutdown: Shutdown): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // PostgreSQL may be told to end at any time; whoever asks it something then hears of it.
  client.on('error', () => {})
  await client.connect()
  let isOpen = true
  client.once('end', () => (isOpen = false))
  shutdown.defer({ stop: async () => (isOpen ? client.end() : undefined), kill: () => {} })
  return client
}

/** What a browser sends once somebody has signed in with it. */
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
