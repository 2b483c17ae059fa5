import pg from 'pg'
import type { Database } from '#server/platform/db/client.ts'
import { withClient } from './postgres.ts'

/** All rows of all tables (pg-boss included) as text, by table. Needs a superuser's URL, which bypasses row-level security. */
export async function readWholeDatabase(adminUrl: string): Promise<Map<string, string>> {
  return withClient(adminUrl, async (client) => {
    await failOnHiddenRows(client)
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `select table_schema as schema, table_name as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
    )
    const texts = new Map<string, string>()
    for (const { schema, name } of tables) {
      const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
      const { rows } = await client.query<{ text: string }>(`select to_jsonb(r)::text as text from ${table} r`)
      texts.set(`${schema}.${name}`, rows.map(({ text }) => text).join('\n'))
    }
    return texts
  })
}

/** For readers of all companies' rows: a role that row-level security applies to gets an error instead of an empty table. */
export const failOnHiddenRows = (client: pg.Client) => client.query('set row_security = off')

/** Row count and content hash per table. */
export type TableFigures = Map<string, string>

/** Permanent tables only: UNLOGGED ones are lost in a crash. */
const permanentTables = `
  select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
  where nspname in ('public', 'pgboss', 'drizzle') and relkind = 'r' and relpersistence = 'p' order by 1`

export async function readFigures(client: pg.Client): Promise<TableFigures> {
  const figures: TableFigures = new Map()
  await failOnHiddenRows(client)
  const { rows: tables } = await client.query<{ name: string }>(permanentTables)
  for (const { name } of tables) {
    const { rows } = await client.query<{ figure: string }>(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(r::text, 0)::numeric), 0) as figure from ${name} r`,
    )
    figures.set(name, rows[0]?.figure ?? '')
  }
  return figures
}

export type FiguresSnapshot = { figures: TableFigures; at: string }

/** Shorter than deadlock_timeout, so that in a deadlock we give up and not the product. */
const lockTimeout = '800ms'

const maxAttempts = 100

/** Runs a transaction that needs many locks beside normal work; retries when it does not get them. */
export const retryOnLockConflict = <T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(adminUrl, async (client) => {
    await client.query(`set lock_timeout = '${lockTimeout}'`)
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.query('begin')
        const done = await work(client)
        await client.query('commit')
        return done
      } catch (error) {
        await client.query('rollback')
        const isInTheWay = error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
        if (!isInTheWay || attempt === maxAttempts) throw error
      }
    }
  })

/**
 * The figures at the exact commit time of a transaction that blocks writers of every table until then. Needs
 * `track_commit_timestamp`.
 */
export async function snapshotFigures(adminUrl: string): Promise<FiguresSnapshot> {
  const { figures, id } = await retryOnLockConflict(adminUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(permanentTables)
    await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in share mode`)
    const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::xid as id')
    return { figures: await readFigures(client), id: rows[0]?.id }
  })
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ at: string }>(
      `select to_char(pg_xact_commit_timestamp($1::xid) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
      [id],
    )
    return { figures, at: rows[0]?.at ?? '' }
  })
}

export const diffFigures = (one: TableFigures, other: TableFigures): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].flatMap((table) =>
    one.get(table) === other.get(table) ? [] : [`${table}: ${one.get(table)} and ${other.get(table)}`],
  )

/** Number of transactions of this database that wait for a lock. */
export async function countLockWaits({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
