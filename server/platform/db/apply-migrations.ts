import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { retryOnLockTimeout, type LockRetryOptions } from './giving-way.ts'

/** Where drizzle keeps what was applied; its own runner knows one transaction for all, and gives up when it has to wait. */
const createJournal = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`

/** Each in a transaction of its own, so that no lock is held for longer than its migration. */
export async function applyMigrations(client: pg.Client, folder: string, lockRetry: LockRetryOptions): Promise<void> {
  await client.query(createJournal)
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const last = Number(rows[0]?.last ?? 0)
  for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
    if (migration.folderMillis <= last) continue
    if (migration.sql.some((statement) => concurrently.test(statement)))
      await applyWithoutTransaction(client, migration)
    else await retryOnLockTimeout(client, lockRetry, () => applyInTransaction(client, migration))
  }
}

const concurrently = /^\s*(?:--.*\n\s*)*(?:create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\b/i

async function applyInTransaction(client: pg.Client, migration: MigrationMeta): Promise<void> {
  await client.query('begin')
  try {
    for (const statement of migration.sql) await client.query(statement)
    await recordMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    // A connection that broke takes no more orders, and PostgreSQL rolls back by itself.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Such statements hold nobody up, wait for whoever was there before, and run in no transaction. One that fails half-way is
 * begun anew with the migration, which drops what it left.
 */
async function applyWithoutTransaction(client: pg.Client, migration: MigrationMeta): Promise<void> {
  await client.query('set lock_timeout = 0')
  for (const statement of migration.sql) await client.query(statement)
  await recordMigration(client, migration)
}

const recordMigration = (client: pg.Client, { hash, folderMillis }: MigrationMeta) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
