import pg, { type QueryResult, type QueryResultRow } from 'pg'
import type { Config } from '../config.ts'
import { connectTimeoutMs, findRestrictedUrl } from './roles.ts'
import { prepareScopedReads, type SessionCheck } from './scoped-query.ts'
import { runReadOnly, runTransaction, type Tx } from './transaction.ts'

export { SessionChanged, type SessionCheck } from './scoped-query.ts'

export { afterCommit, type Tx } from './transaction.ts'

export type Database = {
  /** A transaction that sees and writes the rows of this company only (row-level security by `app.company_id`). */
  inCompany<T>(companyId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction on the platform's tables (companies, users, sessions); company data only of the company that is named. */
  onPlatform<T>(work: (tx: Tx) => Promise<T>, companyId?: string): Promise<T>
  /**
   * For work that only reads: each statement is a read-only transaction in one round trip. A session check that fails ends it with
   * `SessionChanged`.
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

/** Client-side limit: a dead connection never answers, so it is dropped shortly after PostgreSQL's own statement timeout. */
export const queryTimeoutMs = statementTimeoutMs + 5_000

function openPool(connectionString: string, { max = 10, applicationName = 'lockstep' }: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    // Statements are sent without waiting for the answers of earlier ones.
    pipeline: true,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    // Connecting takes longer than most requests, so idle connections are kept for people who pause to think.
    idleTimeoutMillis: 10 * 60_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  })
  // An idle connection that breaks is replaced by the pool; without a listener the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // If this fails, the statement behind it fails too and reports the reason.
    prepareScopedReads(client).catch(() => {})
  })
  return pool
}

/** Connections beside the pool: a web process has two for the queue and one LISTEN, a worker six and one. */
const webQueueConnections = 3

const workerQueueConnections = 7

const maxPoolSize = 10

const minPoolSize = 2

/** The pool size of a process, so that all processes of `serve` on this machine stay within DATABASE_CONNECTIONS. */
export function poolSize(config: Pick<Config, 'WEB_PROCESSES' | 'DATABASE_CONNECTIONS'>, isWebOnly: boolean): number {
  if (!isWebOnly) return maxPoolSize
  const left = config.DATABASE_CONNECTIONS - maxPoolSize - workerQueueConnections
  return Math.max(minPoolSize, Math.min(maxPoolSize, Math.floor(left / config.WEB_PROCESSES) - webQueueConnections))
}

/**
 * Runs one statement on platform tables in one round trip: a simple query with several statements is one transaction. It takes no
 * parameters, so values must be escaped with `pg.escapeLiteral`.
 */
export async function queryPlatform<Row extends QueryResultRow>(db: Database, statement: string): Promise<Row[]> {
  const results: unknown = await db.pool.query(`set local app.scope = 'platform'; ${statement}`)
  // pg returns one result per statement, which its types do not know.
  const [, result] = results as [QueryResult, QueryResult<Row>]
  return result.rows
}
