import type { Writable } from 'node:stream'
import { DrizzleQueryError } from 'drizzle-orm'
import { type NodePgClient, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type PoolClient } from 'pg'
import { type ReadScope, readScoped } from './scoped-query.ts'

/** One open transaction. `tx.transaction(…)` inside it is a savepoint. */
export type Tx = NodePgTransaction<Record<string, never>, Record<string, never>>

const dialect = new PgDialect()

/** Callbacks by drizzle session, which a transaction shares with its savepoints. */
const commitCallbacks = new WeakMap<object, (() => void)[]>()

/** Runs after the commit, and never after a rollback. Best effort: a crash in between loses it. */
export function afterCommit(tx: Tx, callback: () => void): void {
  const list = commitCallbacks.get(tx._.session)
  if (!list) throw new Error('There is no such transaction (any more)')
  list.push(callback)
}

/** Runs `work` in a transaction. `settings` are sent with BEGIN, and the first statement of `work` right behind them (pipelining). */
export async function runTransaction<T>(pool: pg.Pool, settings: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const lease = leaseConnection(client, (config, values) => client.query(config, values))
  const callbacks: (() => void)[] = []
  commitCallbacks.set(lease.tx._.session, callbacks)
  const result = await runAndCommit(client, lease, settings, work)
  // Only now: a failing callback must not cause a rollback on a connection that is back in the pool.
  for (const callback of callbacks) callback()
  return result
}

async function runAndCommit<T>(
  client: pg.PoolClient,
  lease: ConnectionLease,
  settings: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    corkUntilNextTick(client)
    const begun = client.query(`begin; ${settings}`)
    begun.catch(() => {})
    const result = await work(lease.tx)
    lease.end()
    await begun
    const { command } = await client.query('commit')
    // PostgreSQL answers COMMIT after a failed statement with ROLLBACK and no error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it failed unnoticed')
    client.release()
    return result
  } catch (error) {
    lease.end()
    await rollbackAndRelease(client)
    throw withoutValues(error)
  }
}

/** Runs work that only reads: each statement is a read-only transaction of its own (`readScoped`). */
export async function runReadOnly<T>(pool: pg.Pool, scope: ReadScope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const lease = leaseConnection(client, (config, values) => readScoped(client, scope, config, values))
  try {
    const result = await work(lease.tx)
    lease.end()
    client.release()
    return result
  } catch (error) {
    lease.end()
    const failure = withoutValues(error)
    // A connection that PostgreSQL terminated is removed here, before the pool notices and hands it out again.
    client.release(failure instanceof pg.DatabaseError && failure.severity === 'FATAL')
    throw failure
  }
}

/** Removes parameters (added by drizzle) and row values (added by PostgreSQL) from errors, so that no log contains them. */
function withoutValues(error: unknown): unknown {
  const failure = error instanceof DrizzleQueryError ? error.cause : error
  if (failure instanceof pg.DatabaseError) Object.assign(failure, { detail: undefined, where: undefined })
  return failure
}

type Send = <Row extends pg.QueryResultRow>(config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult<Row>>

type ConnectionLease = { tx: Tx; end(): void }

/** Lends the connection to one transaction: a promise that outlives it must not use a connection that serves another company by then. */
function leaseConnection(client: pg.PoolClient, send: Send): ConnectionLease {
  let isOpen = true
  const query: Send = (config, values) => {
    if (!isOpen) throw new Error('This transaction has ended')
    corkUntilNextTick(client)
    return send(config, values)
  }
  const session = new Session(query)
  const tx: Tx = new NodePgTransaction(dialect, session, undefined)
  const end = () => {
    isOpen = false
    commitCallbacks.delete(session)
  }
  return { tx, end }
}

class Session extends NodePgSession<Record<string, never>, Record<string, never>> {
  readonly send: Send

  constructor(send: Send) {
    super(asClient({ query: send }), dialect, undefined)
    this.send = send
  }
}

/** Sends a prepared statement past drizzle, which would take as long as building it. */
export function sendPrepared<Row extends pg.QueryResultRow>(tx: Tx, config: pg.QueryConfig, values: unknown[]) {
  const { session } = tx._
  if (!(session instanceof Session)) throw new Error('There is no such transaction')
  return session.send<Row>(config, values)
}

/** Safe because drizzle's session calls only `query` of its client. */
const asClient = (client: { query: unknown }) => client as NodePgClient

async function rollbackAndRelease(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch (broken) {
    client.release(broken instanceof Error ? broken : true)
  }
}

const corked = new WeakSet<Writable>()

/** Corks the socket until the next tick, so that statements sent together leave in one write: a write costs as much as a small statement. */
function corkUntilNextTick(client: PoolClient): void {
  const { stream } = wireOf(client)
  if (corked.has(stream)) return
  corked.add(stream)
  stream.cork()
  process.nextTick(() => {
    corked.delete(stream)
    stream.uncork()
  })
}

/** An internal of pg that its types leave out. */
const wireOf = (client: PoolClient) => (client as unknown as { connection: { stream: Writable } }).connection
