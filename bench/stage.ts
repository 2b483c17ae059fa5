import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from '@playwright/test'
import pg from 'pg'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { createDatabase } from '#local/postgres/create-database.ts'
import { startPostgres } from '#local/postgres.ts'
import { runProduct } from '#local/run-product.ts'
import { findRestrictedUrl } from '#server/platform/db/restricted-url.ts'

export type Stage = {
  url: string
  headers: Record<string, string>
  companyId: string
  /** The owner's connection, for filling tables. */
  owner: pg.Client
  /** The server's own role inside the company, for what the same work costs without the server. */
  bare: pg.Client
  /** The same inside another company. */
  openBare(companyId: string): Promise<pg.Client>
  /** What a browser sends that somebody has signed in with. */
  signIn(email: string): Promise<Record<string, string>>
  amazon: RunningAmazon
  stop(): Promise<void>
}

/** The built product on a PostgreSQL and an Amazon of its own, with the demo company and Theo signed in. */
export async function setStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-bench-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  await createDatabase(postgres.url('postgres'), 'lockstep')
  const databaseUrl = postgres.url('lockstep')
  const amazon = await startAmazon({ client: application, limits: 'off' })
  const product = await runProduct({ DATABASE_URL: databaseUrl, ...variablesOf(amazon) })
  const signIn = async (email: string) => ({
    cookie: await sessionOf(product.url, email),
    'x-requested-with': 'XMLHttpRequest',
  })
  const owner = await connect(databaseUrl)
  const { rows } = await owner.query<{ id: string }>('select id from companies')
  const companyId = rows[0]?.id ?? ''
  const restrictedUrl = await findRestrictedUrl(databaseUrl)
  const openBare = async (company: string) => {
    const client = await connect(restrictedUrl)
    await client.query(`set app.company_id = '${company}'`)
    return client
  }
  const bare = await openBare(companyId)
  return {
    url: product.url,
    headers: await signIn('ops@lockstep.test'),
    companyId,
    owner,
    bare,
    openBare,
    signIn,
    amazon,
    async stop() {
      await Promise.all([owner.end(), bare.end()])
      await product.stop()
      await amazon.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
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

async function sessionOf(url: string, email: string): Promise<string> {
  const browser = await request.newContext({ baseURL: url })
  const page = await browser.get('/api/login')
  await browser.post(page.url(), { form: { email } })
  const { cookies } = await browser.storageState()
  await browser.dispose()
  const session = cookies.find(({ name }) => name.endsWith('lockstep_session'))
  if (!session) throw new Error('Signing in gave no session')
  return `${session.name}=${session.value}`
}
