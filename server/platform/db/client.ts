import pg, { type QueryResult, type QueryResultRow } from 'pg'
import type { Config } from '../config.ts'
import { connectTimeoutMs, findRestrictedUrl } from './roles.ts'
import { prepareScopedReads, type SessionCheck } from './scoped-query.ts'
import { runReadOnly, runTransaction, type Tx } from './transaction.ts'

export { SessionChanged, type SessionCheck } from './scoped-query.ts'

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

/** Besides its pool a web process has two connections to the queue and one that listens, a worker six and one. */
const webQueueConnections = 3

const workerQueueConnections = 7

const maxPoolSize = 10

const minPoolSize = 2

/** How many connections a process may open at once, so that all that `serve` runs on this machine keep within their share. */
export function poolSize(config: Pick<Config, 'WEB_PROCESSES' | 'DATABASE_CONNECTIONS'>, isWebOnly: boolean): number {
  if (!isWebOnly) return maxPoolSize
  const left = config.DATABASE_CONNECTIONS - maxPoolSize - workerQueueConnections
  return Math.max(minPoolSize, Math.min(maxPoolSize, Math.floor(left / config.WEB_PROCESSES) - webQueueConnections))
}

/**
 * One statement on tables of the platform, in one journey: what is sent as one text is one transaction. Such a text takes
 * no parameters, so whatever comes from outside stands in it as `pg.escapeLiteral` writes it.
 */
export async function queryPlatform<Row extends QueryResultRow>(db: Database, statement: string): Promise<Row[]> {
  const results: unknown = await db.pool.query(`set local app.scope = 'platform'; ${statement}`)
  // Several statements have several answers, which the driver's types leave out.
  const [, result] = results as [QueryResult, QueryResult<Row>]
  return result.rows
}
