import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { withClient } from '#server/testing/postgres.ts'
import { appRole } from './roles.ts'
import { openDatabase } from './client.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})

afterAll(() => test.drop())

const role = () => pg.escapeIdentifier(appRole(test.url).name)

it('the server uses the restricted role when DATABASE_URL names the owner', async () => {
  const { rows } = await test.db.pool.query<{ name: string }>('select current_user as name')
  expect(rows[0]?.name).toBe(appRole(test.url).name)
})

it('the server uses a role that is already restricted', async () => {
  const db = await openDatabase(test.db.url)
  await db.close()
  expect(db.url).toBe(test.db.url)
})

it('every statement has a timeout and one core, and connections have a name', async () => {
  const db = await openDatabase(test.url, { applicationName: 'lockstep web' })
  const { rows } = await db.pool.query(`
    select name, setting from pg_settings where name in
      ('application_name', 'idle_in_transaction_session_timeout', 'max_parallel_workers_per_gather', 'statement_timeout')
    order by name`)
  await db.close()
  expect(rows).toEqual([
    { name: 'application_name', setting: 'lockstep web' },
    { name: 'idle_in_transaction_session_timeout', setting: '60000' },
    { name: 'max_parallel_workers_per_gather', setting: '0' },
    { name: 'statement_timeout', setting: '60000' },
  ])
})

it('a database without the role is refused with the command to prepare it', async () => {
  await withClient(test.url, (client) => client.query(`alter role ${role()} nologin`))
  await expect(openDatabase(test.url)).rejects.toThrow('The database is not prepared: run npm run migrate')
  await withClient(test.url, (client) => client.query(`alter role ${role()} login`))
})

it('a role that bypasses row-level security is refused', async () => {
  await withClient(test.adminUrl, (client) => client.query(`alter role ${role()} bypassrls`))
  await expect(openDatabase(test.url)).rejects.toThrow('must own nothing and not bypass row-level security')
  await withClient(test.adminUrl, (client) => client.query(`alter role ${role()} nobypassrls`))
})

it('the pool survives that the database ends idle connections', async () => {
  await test.db.pool.query('select 1')
  const ended = new Promise((resolve) => {
    test.db.pool.once('remove', resolve)
  })
  await withClient(test.adminUrl, (client) =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [appRole(test.url).name]),
  )
  await ended
  expect((await test.db.pool.query('select 1')).rowCount).toBe(1)
})
