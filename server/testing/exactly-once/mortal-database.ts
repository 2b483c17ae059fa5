import type pg from 'pg'
import { openDatabase, type Database } from '#server/platform/db/client.ts'
import type { CrashInjector } from './mortality.ts'

/** A database as one process sees it: each statement is an await, and its connections break when it dies. */
export async function openCrashingDatabase(url: string, crashInjector: CrashInjector): Promise<Database> {
  const db = await openDatabase(url, { max: 6, applicationName: 'lockstep mortal' })
  db.pool.on('connect', (client) => {
    const { query } = client
    const ask = query.bind(client) as (...args: unknown[]) => Promise<unknown>
    Object.assign(client, {
      query: (...args: unknown[]) => crashInjector.step(`query: ${textOf(args[0])}`, () => ask(...args)),
    })
    crashInjector.onCrash(() => streamOf(client).destroy())
  })
  return db
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: string }).text
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)
}

/** Not among pg's types: the socket under a connection. */
const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
