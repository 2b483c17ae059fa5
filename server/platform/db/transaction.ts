import { DrizzleQueryError } from 'drizzle-orm'
import { NodePgSession, NodePgTransaction, type NodePgClient } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** One open transaction. `tx.transaction(…)` inside it is a savepoint. */
export type Tx = NodePgTransaction<Record<string, never>, Record<string, never>>

const dialect = new PgDialect()

/** By the session, which a transaction shares with its savepoints. */
const followUps = new WeakMap<object, (() => void)[]>()

/** Runs once the transaction has committed, and never if it rolls back. What must not be lost does not belong here. */
export function afterCommit(tx: Tx, followUp: () => void): void {
  const list = followUps.get(tx._.session)
  if (!list) throw new Error('There is no such transaction (any more)')
  list.push(followUp)
}

/** `settings` are statements that go along with `begin`, in the same round trip. */
export async function runTransaction<T>(pool: pg.Pool, settings: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const lease = leaseOf(client)
  const result = await commit(client, lease, settings, work)
  // Only now: a follow-up that fails must not roll back on a connection that by then serves somebody else.
  for (const followUp of lease.followUps) followUp()
  return result
}

async function commit<T>(
  client: pg.PoolClient,
  lease: Lease,
  settings: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    await client.query(`begin; ${settings}`)
    const result = await work(lease.tx)
    lease.end()
    const { command } = await client.query('commit')
    // PostgreSQL answers a commit after a failed statement by rolling back, without an error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it failed unnoticed')
    client.release()
    return result
  } catch (error) {
    lease.end()
    await giveBackRolledBack(client)
    throw withoutValues(error)
  }
}

/** Drizzle adds the parameters of a failed statement to its error and PostgreSQL a row's values: no log may show them. */
function withoutValues(error: unknown): unknown {
  const failure = error instanceof DrizzleQueryError ? error.cause : error
  if (failure instanceof pg.DatabaseError) Object.assign(failure, { detail: undefined, where: undefined })
  return failure
}

type Lease = { tx: Tx; followUps: readonly (() => void)[]; end(): void }

/** A promise left behind must not speak on a connection that by then serves another company. */
function leaseOf(client: pg.PoolClient): Lease {
  let isOpen = true
  const query = (...args: Parameters<typeof client.query>) => {
    if (!isOpen) throw new Error('This transaction has ended')
    return client.query(...args)
  }
  const session = new NodePgSession<Record<string, never>, Record<string, never>>(
    asClient({ query }),
    dialect,
    undefined,
  )
  const tx: Tx = new NodePgTransaction(dialect, session, undefined)
  const ownFollowUps: (() => void)[] = []
  followUps.set(session, ownFollowUps)
  const end = () => {
    isOpen = false
    followUps.delete(session)
  }
  return { tx, followUps: ownFollowUps, end }
}

/** Safe because a session calls nothing of its client but `query`. */
const asClient = (client: { query: unknown }) => client as NodePgClient

async function giveBackRolledBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch (broken) {
    client.release(broken instanceof Error ? broken : true)
  }
}
