import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openDatabase, type Database } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { writeEntry } from '#server/testing/audit-entries.ts'
import { onDatabase, withClient } from '#server/testing/postgres.ts'
import { verifyChain } from './verify-chain.ts'

const { adminUrl, prefix } = inject('postgres')
const name = `${prefix}_${randomUUID().slice(0, 8)}`
const role = `${name}_owner`
const companies = ['0199a1b2-0000-7000-8000-00000000000a', '0199a1b2-0000-7000-8000-00000000000b'] as const
const migrations = join(import.meta.dirname, '../../platform/db/migrations')
const before = mkdtempSync(join(tmpdir(), 'lockstep-migrations-'))

let db: Database

/** All migrations before the one that chains entries. */
function leaveOutTheChain(): void {
  cpSync(migrations, before, { recursive: true })
  const journal = join(before, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { idx: number }[] }
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.filter(({ idx }) => idx < 8) }))
}

/**
 * Rows from before, under row-level security: entries of two companies, some at the same time, and an unsent message.
 */
const written = `
  alter table audit_log force row level security;
  alter table notifications force row level security;
  insert into companies (id, name) values ('${companies[0]}', 'A'), ('${companies[1]}', 'B');
  insert into audit_log (company_id, id, actor_type, actor_name, action, resource, changes, created_at)
  select ('{${companies.join(',')}}'::uuid[])[1 + n % 2], gen_random_uuid(), 'system', 'Lockstep', 'sku.update', 'sku',
    '{"before": {}, "after": {"title": "Cup"}}', '2026-01-01T00:00:00Z'::timestamptz - n / 4 * interval '1 day'
  from generate_series(0, 19) n;
  insert into notifications (company_id, id, type, audience, recipient, method, event_key, message, status)
  values ('${companies[0]}', gen_random_uuid(), 'order_placed', 'customer', '', 'sms', 'placed', '', 'pending');`

/** Run by an owner without superuser rights: row-level security applies during migrations too. */
beforeAll(async () => {
  leaveOutTheChain()
  await withClient(adminUrl, async (admin) => {
    await admin.query(`create role ${role} login password 'secret' createrole`)
    await admin.query(`create database ${name} owner ${role}`)
  })
  const url = new URL(onDatabase(adminUrl, name))
  Object.assign(url, { username: role, password: 'secret' })
  await withClient(url.href, (owner) => applyMigrations(drizzle(owner), { migrationsFolder: before }))
  await withClient(onDatabase(adminUrl, name), (admin) => admin.query(written))
  await migrate(url.href)
  db = await openDatabase(url.href)
})
afterAll(async () => {
  await db.close()
  await withClient(adminUrl, (admin) => admin.query(`drop database ${name} with (force)`))
  rmSync(before, { recursive: true })
})

it('the migration chains every entry written before there was a chain, and new entries continue it', async () => {
  for (const companyId of companies) {
    const verify = () => verifyChain({ transaction: (work) => db.inCompany(companyId, work) }, companyId)
    expect(await verify()).toMatchObject({ entries: 10, head: { seq: 10 }, faultCount: 0 })
    await writeEntry({ db }, companyId)
    expect(await verify()).toMatchObject({ entries: 11, head: { seq: 11 }, faultCount: 0 })
  }
})

it('the migration sends no message that was written before messages were sent', async () => {
  const { rows } = await db.inCompany(companies[0], (tx) => tx.execute('select status, error from notifications'))
  expect(rows).toEqual([{ status: 'skipped', error: 'Written before messages were sent' }])
})
