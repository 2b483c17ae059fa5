import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from '@playwright/test'
import pg from 'pg'
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
  stop(): Promise<void>
}

/** The built product on a PostgreSQL of its own, with the demo company and Theo signed in. */
export async function setStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-bench-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  await createDatabase(postgres.url('postgres'), 'lockstep')
  const databaseUrl = postgres.url('lockstep')
  const product = await runProduct({ DATABASE_URL: databaseUrl })
  const cookie = await signIn(product.url)
  const owner = await connect(databaseUrl)
  const { rows } = await owner.query<{ id: string }>('select id from companies')
  const companyId = rows[0]?.id ?? ''
  const bare = await connect(await findRestrictedUrl(databaseUrl))
  await bare.query(`set app.company_id = '${companyId}'`)
  return {
    url: product.url,
    headers: { cookie, 'x-requested-with': 'XMLHttpRequest' },
    companyId,
    owner,
    bare,
    async stop() {
      await Promise.all([owner.end(), bare.end()])
      await product.stop()
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

async function signIn(url: string): Promise<string> {
  const browser = await request.newContext({ baseURL: url })
  const page = await browser.get('/api/login')
  await browser.post(page.url(), { form: { email: 'ops@lockstep.test' } })
  const { cookies } = await browser.storageState()
  await browser.dispose()
  const session = cookies.find(({ name }) => name.endsWith('lockstep_session'))
  if (!session) throw new Error('Signing in gave no session')
  return `${session.name}=${session.value}`
}
