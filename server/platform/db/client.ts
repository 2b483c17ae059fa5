import pg from 'pg'
import { prepareScopedReads, type SessionCheck } from './entering-query.ts'
import { connectTimeoutMs, findRestrictedUrl } from './restricted-url.ts'
import { runReadOnly, runTransaction, type Tx } from './transaction.ts'

export { SessionChanged, type SessionCheck } from './entering-query.ts'
export { afterCommit, type Tx } from './transaction.ts'

export type Database = {
  /** Everything inside sees and writes the rows of this company, and no other's. */
  inCompany<T>(companyId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Companies, users and sessions are open; a company's own data only when it is named. */
  onPlatform<T>(work: (tx: Tx) => Promise<T>, companyId?: string): Promise<T>
  /**
   * The same for work that only reads: PostgreSQL holds it to that, and its end costs no time. A premise that does not
   * hold any more ends it with `SessionChanged`.
   */
  readCompany<T>(companyId: string, work: (tx: Tx) => Promise<T>, sessionCheck?: SessionCheck | null): Promise<T>
  readPlatform<T>(work: (tx: Tx) => Promise<T>, companyId?: string, sessionCheck?: SessionCheck | null): Promise<T>
  readonly pool: pg.Pool
  /** The connection string of the restricted role. */
  readonly url: string
  close(): Promise<void>
}

export type DatabaseOptions = { max?: number; applicationName?: string }

export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const restrictedUrl = await findRestrictedUrl(url)
  const pool = openPool(restrictedUrl, options)
  return {
    inCompany: async (companyId, work) => runTransaction(pool, setCompany(companyId), work),
    onPlatform: async (work, companyId) => runTransaction(pool, openPlatform(companyId), work),
    readCompany: async (companyId, work, sessionCheck) =>
      runReadOnly(pool, { companyId: uuidOrThrow(companyId), sessionCheck }, work),
    readPlatform: async (work, companyId, sessionCheck) => {
      const company = companyId === undefined ? {} : { companyId: uuidOrThrow(companyId) }
      return runReadOnly(pool, { isPlatform: true, ...company, sessionCheck }, work)
    },
    pool,
    url: restrictedUrl,
    close: () => pool.end(),
  }
}

const setPlatform = `set local app.scope = 'platform'`

const openPlatform = (companyId?: string) =>
  companyId === undefined ? setPlatform : `${setPlatform}; ${setCompany(companyId)}`

const setCompany = (companyId: string) => `set local app.company_id = '${uuidOrThrow(companyId)}'`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function uuidOrThrow(text: string): string {
  if (!uuid.test(text)) throw new Error('A company is named by a UUID')
  return text
}

const statementTimeoutMs = 60_000
/** A connection that died without a word never answers: past the time in which PostgreSQL would have, it is given up. */
export const queryTimeoutMs = statementTimeoutMs + 5_000

function openPool(connectionString: string, { max = 10, applicationName = 'lockstep' }: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    // What does not depend on an answer is sent without waiting for it.
    pipeline: true,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    // To connect takes longer than most calls: whoever comes back after a pause for thought finds a connection.
    idleTimeoutMillis: 10 * 60_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  })
  // A connection that breaks while nobody waits on it has nobody to tell; whoever uses it next gets a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // If it fails, so does what is sent right behind it, and tells why.
    prepareScopedReads(client).catch(() => {})
  })
  return pool
}
