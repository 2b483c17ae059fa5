import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { onDatabase, withClient } from '#server/testing/postgres.ts'
import { migrate } from './migrate.ts'

const { adminUrl, ownerUrl, prefix } = inject('postgres')

let url: string
let name: string
let folder: string

beforeEach(async () => {
  name = `${prefix}_${randomUUID().slice(0, 8)}`
  await withClient(ownerUrl, (owner) => owner.query(`create database ${name} template ${prefix}_template`))
  url = onDatabase(ownerUrl, name)
  folder = mkdtempSync(join(tmpdir(), 'lockstep-migrations-'))
})

afterEach(async () => {
  await withClient(adminUrl, (admin) => admin.query(`drop database ${name} with (force)`))
  rmSync(folder, { recursive: true })
})

/** Migrations that come after all that the template has. */
function addMigrations(...texts: string[]): void {
  const entries = texts.map((sql, n) => ({
    idx: n,
    version: '7',
    when: Date.now() + n,
    tag: `${n}_new`,
    breakpoints: true,
    sql,
  }))
  mkdirSync(join(folder, 'meta'))
  for (const { tag, sql } of entries) writeFileSync(join(folder, `${tag}.sql`), sql)
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
}

/** A long transaction that reads the table, as a report does. */
async function whileReading<T>(table: string, work: (reader: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, async (reader) => {
    await reader.query('begin')
    await reader.query(`select count(*) from ${table}`)
    return work(reader)
  })
}

const exists = async (column: string) =>
  (
    await withClient(url, (client) =>
      client.query('select from information_schema.columns where column_name = $1', [column]),
    )
  ).rowCount

it('a migration retries while a table is in use, lets others through meanwhile, and succeeds when it is free', async () => {
  addMigrations(
    'alter table companies add column first_addition boolean',
    'alter table users add column second_addition boolean',
  )
  await whileReading('companies', async (reader) => {
    const gaveWay: number[] = []
    const waits: number[] = []
    const { promise: twice, resolve } = Promise.withResolvers<void>()
    const onGivingWay = (attempt: number) => {
      gaveWay.push(attempt)
      if (attempt === 2) resolve()
    }
    const migrated = migrate(url, { folder, lockTimeoutMs: 200, pauseMs: 100, onRetry: onGivingWay })
    const over = new AbortController()
    const others = withClient(url, async (client) => {
      while (!over.signal.aborted) {
        const begun = performance.now()
        await client.query('select count(*) from companies')
        waits.push(performance.now() - begun)
      }
    })
    await twice
    expect(await exists('first_addition')).toBe(0)
    await reader.query('commit')
    expect(await migrated).toEqual({ applied: ['0_new', '1_new'] })
    over.abort()
    await others
    expect([await exists('first_addition'), await exists('second_addition')]).toEqual([1, 1])
    expect(gaveWay.length).toBeGreaterThanOrEqual(2)
    expect(waits.length).toBeGreaterThan(2)
    // They waited for the one who waits, and no longer than that one may; the rest is room for a busy machine.
    expect(Math.max(...waits)).toBeLessThan(200 + 2_000)
  })
})

it('a migration that never gets its lock changes nothing and says so', async () => {
  addMigrations(
    'alter table users add column first_addition boolean; alter table companies add column second_addition boolean',
  )
  await whileReading('companies', async () => {
    const migrated = migrate(url, { folder, lockTimeoutMs: 50, pauseMs: 10, attempts: 3 })
    await expect(migrated).rejects.toThrow('The database was not changed: somebody holds what has to be changed.')
  })
  expect([await exists('first_addition'), await exists('second_addition')]).toEqual([0, 0])
})

it('migrations before a failing one stay applied', async () => {
  addMigrations(
    'alter table users add column first_addition boolean',
    'alter table users add column first_addition boolean',
  )
  await expect(migrate(url, { folder })).rejects.toThrow('already exists')
  expect(await exists('first_addition')).toBe(1)
})

it('a concurrent index is built while others write, also after an invalid leftover', async () => {
  const breakpoint = '--> statement-breakpoint'
  addMigrations(
    `drop index concurrently if exists users_new;${breakpoint}\ncreate index concurrently users_new on users (created_at);`,
  )
  await withClient(url, (client) => client.query('create index users_new on users (created_at)'))
  await withClient(onDatabase(adminUrl, name), (admin) =>
    admin.query(`update pg_index set indisvalid = false where indexrelid = 'users_new'::regclass`),
  )
  expect(await migrate(url, { folder })).toEqual({ applied: ['0_new'] })
  const { rows } = await withClient(url, (client) =>
    client.query(`select indisvalid from pg_index where indexrelid = 'users_new'::regclass`),
  )
  expect(rows).toEqual([{ indisvalid: true }])
})

it('an up-to-date migrate does not wait for writers of jobs', async () => {
  await withClient(url, async (writer) => {
    await writer.query('begin')
    await writer.query('lock table pgboss.job_common in row exclusive mode')
    expect(await migrate(url, { lockTimeoutMs: 500, attempts: 1 })).toEqual({ applied: [] })
  })
})
