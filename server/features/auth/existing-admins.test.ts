import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { onDatabase, withClient } from '#server/testing/postgres.ts'

/* Migration 0017 on databases of the release before, in which every admin saw every company. */

const { adminUrl, ownerUrl, prefix } = inject('postgres')
const migrations = join(import.meta.dirname, '../../platform/db/migrations')
const before = mkdtempSync(join(tmpdir(), 'lockstep-migrations-'))
const names: string[] = []

beforeAll(() => {
  cpSync(migrations, before, { recursive: true })
  const journal = join(before, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { idx: number }[] }
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.filter(({ idx }) => idx < 17) }))
})
afterAll(async () => {
  for (const name of names) await withClient(adminUrl, (admin) => admin.query(`drop database ${name} with (force)`))
  rmSync(before, { recursive: true })
})

/** Migrates a database that has these accounts; returns who of them is provider staff, and in which company. */
async function migrated(accounts: readonly { email: string; role: string; company: string | null }[]) {
  const name = `${prefix}_${randomUUID().slice(0, 8)}`
  names.push(name)
  await withClient(ownerUrl, (owner) => owner.query(`create database ${name}`))
  const url = onDatabase(ownerUrl, name)
  await withClient(url, (owner) => applyMigrations(drizzle(owner), { migrationsFolder: before }))
  const asAdmin = onDatabase(adminUrl, name)
  await withClient(asAdmin, async (admin) => {
    for (const [n, { email, role, company }] of accounts.entries()) {
      await admin.query(
        `with own as (
           insert into companies (id, name) select gen_random_uuid(), $3 where $3::text is not null returning id
         )
         insert into users (id, email, role, company_id, created_at)
         values (gen_random_uuid(), $1, $2, (select id from own), '2026-01-01'::timestamptz + $4 * interval '1 day')`,
        [email, role, company, n],
      )
    }
  })
  await migrate(url)
  return withClient(asAdmin, async (admin) => {
    const { rows } = await admin.query<{ found: string }>(`
      select concat_ws(' ', users.email, company.name, case when is_provider then 'staff' end) as found
      from users join companies company on company.id = company_id where role = 'admin' order by users.email`)
    return rows.map(({ found }) => found)
  })
}

it('admins without a company are provider staff, in a company of the provider; a customer’s admins keep theirs only', async () => {
  const accounts = [
    { email: 'ana@tees.example', role: 'admin', company: 'Tees' },
    { email: 'root@provider.example', role: 'admin', company: null },
    { email: 'second@provider.example', role: 'admin', company: null },
  ]
  expect(await migrated(accounts)).toEqual([
    'ana@tees.example Tees',
    'root@provider.example provider.example staff',
    'second@provider.example provider.example staff',
  ])
})

it('where every admin has a company, the first admin’s is the provider’s', async () => {
  const accounts = [
    { email: 'ops@home.example', role: 'ops', company: 'Elsewhere' },
    { email: 'first@home.example', role: 'admin', company: 'Home' },
    { email: 'later@tees.example', role: 'admin', company: 'Tees' },
  ]
  expect(await migrated(accounts)).toEqual(['first@home.example Home staff', 'later@tees.example Tees'])
})
