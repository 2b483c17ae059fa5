import type { Writable } from 'node:stream'
import { DrizzleQueryError } from 'drizzle-orm'
import { type NodePgClient, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type PoolClient } from 'pg'
import { type ReadScope, readScoped } from './scoped-query.ts'

/** One open transaction. `tx.transaction(…)` inside it is a savepoint. */
export type Tx = NodePgTransaction<Record<string, never>, Record<string, never>>

const dialect = new PgDialect()

/** By the session, which a transaction shares with its savepoints. */
const commitCallbacks = new WeakMap<object, (() => void)[]>()

/** Runs once the transaction has committed, and never if it rolls back. What must not be lost does not belong here. */
export function afterCommit(tx: Tx, callback: () => void): void {
  const list = commitCallbacks.get(tx._.session)
  if (!list) throw new Error('There is no such transaction (any more)')
  list.push(callback)
}

/** `settings` are statements that go along with `begin`; the work's first one is sent behind them without waiting. */
export async function runTransaction<T>(pool: pg.Pool, settings: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const lease = leaseConnection(client, (config, values) => client.query(config, values))
  const callbacks: (() => void)[] = []
  commitCallbacks.set(lease.tx._.session, callbacks)
  const result = await runAndCommit(client, lease, settings, work)
  // Only now: a follow-up that fails must not roll back on a connection that by then serves somebody else.
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
    // PostgreSQL answers a commit after a failed statement by rolling back, without an error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it failed unnoticed')
    client.release()
    return result
  } catch (error) {
    lease.end()
    await rollbackAndRelease(client)
    throw withoutValues(error)
  }
}

/** For work that only reads: each of its statements is a transaction by itself, and PostgreSQL refuses it to write. */
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
    // Of a connection that PostgreSQL has given up the pool hears a moment later than its next user would.
    client.release(failure instanceof pg.DatabaseError && failure.severity === 'FATAL')
    throw failure
  }
}

/** Drizzle adds the parameters of a failed statement to its error and PostgreSQL a row's values: no log may show them. */
function withoutValues(error: unknown): unknown {
  const failure = error instanceof DrizzleQueryError ? error.cause : error
  if (failure instanceof pg.DatabaseError) Object.assign(failure, { detail: undefined, where: undefined })
  return failure
}

type Send = <Row extends pg.QueryResultRow>(config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult<Row>>

type ConnectionLease = { tx: Tx; end(): void }

/** A promise left behind must not speak on a connection that by then serves another company. */
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

/** For a statement that is ready to be sent: drizzle would spend as long on it as on making it. */
export function sendPrepared<Row extends pg.QueryResultRow>(tx: Tx, config: pg.QueryConfig, values: unknown[]) {
  const { session } = tx._
  if (!(session instanceof Session)) throw new Error('There is no such transaction')
  return session.send<Row>(config, values)
}

/** Safe because a session calls nothing of its client but `query`. */
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

/** Whatever is sent on a connection in the same turn leaves in one write: each costs as much as a small statement. */
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

/** What pg's types leave out. */
const wireOf = (client: PoolClient) => (client as unknown as { connection: { stream: Writable } }).connection
