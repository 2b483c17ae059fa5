import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Database } from './client.ts'
import { backgroundJobsIndex, backgroundJobsView, protectJobTable, unprotectedJobTables } from './job-tables.ts'
import { type LockRetryOptions, retryOnLockTimeout } from './retry.ts'
import { appRole, grantAppRole } from './roles.ts'

/** The advisory lock of migrations: any number that nothing else uses. */
const migrationLock = 5_317_201_977

/** Migrates the database. Two processes at once are fine: the second waits, then finds nothing to do. */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const { folder = migrationsFolder(), ...lockRetry } = options
  const client = new pg.Client({ connectionString: url, application_name: 'lockstep migrate' })
  await client.connect()
  try {
    await acquireMigrationLock(client)
    await installQueue(url)
    const applied = await listNamesAfter(client, folder)
    await applyMigrations(client, folder, lockRetry)
    await retryOnLockTimeout(client, lockRetry, () => forceRowSecurity(client))
    await retryOnLockTimeout(client, lockRetry, () => alignOwnerWindows(client))
    await retryOnLockTimeout(client, lockRetry, () => protectJobs(client))
    await retryOnLockTimeout(client, lockRetry, () => client.query(backgroundJobsView))
    await ensureJobsIndex(client)
    await retryOnLockTimeout(client, lockRetry, () => grantAppRole(client, appRole(url)))
    return { applied }
  } finally {
    await client.end()
  }
}

export type MigrateOptions = LockRetryOptions & { folder?: string }

/**
 * Polls the advisory lock: a session that waits for it inside PostgreSQL would be one that `create index concurrently` waits for,
 * which is a deadlock.
 */
async function acquireMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      migrationLock,
    ])
    if (rows[0]?.isOurs) return
    await sleep(200)
  }
}

/** Migrations of this version that are not applied yet. */
export const listPendingMigrations = (db: Database, folder = migrationsFolder()): Promise<string[]> =>
  listNamesAfter(db.pool, folder)

async function installQueue(connectionString: string): Promise<void> {
  const queue = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false })
  await queue.start()
  await queue.stop({ graceful: false })
}

/** drizzle-kit writes ENABLE ROW LEVEL SECURITY only, which exempts the tables' owner; FORCE applies it to the owner too. */
async function forceRowSecurity(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relforcerowsecurity`)
  for (const { name } of rows) await client.query(`alter table ${name} force row level security`)
}

/**
 * `security definer` functions run with the rights of the tables' owner, which reads by the policy `owner_window`. The policy names the
 * role that migrated first; `reassign owned` or a restore by another role does not change it, and the functions would find nothing.
 */
async function alignOwnerWindows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string }>(`
    select polrelid::regclass::text as name, quote_ident(pg_get_userbyid(relowner)) as owner
    from pg_policy join pg_class on pg_class.oid = polrelid
    where polname = 'owner_window' and polroles <> array[relowner]`)
  for (const { name, owner } of rows) await client.query(`alter policy owner_window on ${name} to ${owner}`)
}

/** Also partitions that a newer pg-boss has added. Checks first, because jobs are written all the time. */
async function protectJobs(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(unprotectedJobTables)
  for (const { name } of rows) await client.query(protectJobTable(name))
}

/** Checks first, because `create index if not exists` locks the table before it checks, and jobs are written all the time. */
async function ensureJobsIndex(client: pg.Client): Promise<void> {
  const { name, create } = backgroundJobsIndex
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  if (rows[0]?.isValid) return
  await client.query('set lock_timeout = 0')
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
  await client.query(create)
}

type Journal = { entries: { tag: string; when: number }[] }

async function listNamesAfter(connection: pg.Client | pg.Pool, folder: string): Promise<string[]> {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal
  const last = await lastApplied(connection)
  return journal.entries.filter(({ when }) => when > last).map(({ tag }) => tag)
}

async function lastApplied(connection: pg.Client | pg.Pool): Promise<number> {
  const table = await connection.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (!table.rows[0]?.name) return 0
  const { rows } = await connection.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.last ?? 0)
}

/** Beside this file when run from source, in the project when run from the bundle in `dist/`. */
function migrationsFolder(): string {
  const beside = join(import.meta.dirname, 'migrations')
  return existsSync(beside) ? beside : join(import.meta.dirname, '../server/platform/db/migrations')
}

/** drizzle's own journal of applied migrations. Its runner is not used: it has one transaction for all migrations and no lock retry. */
const createJournal = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`

/** Applies each pending migration in its own transaction, so that no lock is held longer than its migration takes. */
async function applyMigrations(client: pg.Client, folder: string, lockRetry: LockRetryOptions): Promise<void> {
  await client.query(createJournal)
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const last = Number(rows[0]?.last ?? 0)
  for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
    if (migration.folderMillis <= last) continue
    if (migration.sql.some((statement) => outsideTransaction.test(statement)))
      await applyWithoutTransaction(client, migration)
    else await retryOnLockTimeout(client, lockRetry, () => applyInTransaction(client, migration))
  }
}

/** CONCURRENTLY, and procedures that commit in batches. */
const outsideTransaction = /^\s*(?:--.*\n\s*)*(?:call\b|(?:create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\b)/i

async function applyInTransaction(client: pg.Client, migration: MigrationMeta): Promise<void> {
  await client.query('begin')
  try {
    for (const statement of migration.sql) await client.query(statement)
    await recordMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    // On a broken connection this fails too, and PostgreSQL rolls back by itself.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * CONCURRENTLY and a procedure that commits block nobody for long, wait for older transactions and cannot run in a transaction. A
 * migration that fails half-way is repeated as a whole; it begins by dropping what the failed try left behind.
 */
async function applyWithoutTransaction(client: pg.Client, migration: MigrationMeta): Promise<void> {
  await client.query('set lock_timeout = 0')
  for (const statement of migration.sql) await client.query(statement)
  await recordMigration(client, migration)
}

const recordMigration = (client: pg.Client, { hash, folderMillis }: MigrationMeta) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
