import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { onDatabase, withClient } from '#server/testing/postgres.ts'
import { newId } from '../ids.ts'
import { openDatabase } from './client.ts'
import { migrate, listPendingMigrations } from './migrate.ts'
import { appRole } from './roles.ts'
import { products } from './schema/catalogue.ts'
import { companies } from './schema/companies.ts'

const { adminUrl, ownerUrl: creatorUrl, prefix } = inject('postgres')
const asAdmin = (text: string, url = adminUrl) => withClient(url, (client) => client.query(text))
const made: string[] = []

async function createEmptyDatabase() {
  const name = `${prefix}_${randomUUID().slice(0, 8)}`
  made.push(name)
  await withClient(creatorUrl, (owner) => owner.query(`create database ${name}`))
  return { name, url: onDatabase(creatorUrl, name) }
}

afterAll(async () => {
  for (const database of made) await asAdmin(`drop database ${database} with (force)`)
})

it('of two simultaneous migrates one prepares the empty database, and a later one does nothing', async () => {
  const { url } = await createEmptyDatabase()
  const results = await Promise.all([migrate(url), migrate(url)])
  const [second, first] = results.map(({ applied }) => applied).toSorted((a, b) => a.length - b.length)
  expect(first).toContain('0000_foundation')
  expect(second).toEqual([])
  expect(await migrate(url)).toEqual({ applied: [] })
})

it('pending migrations are listed until they are applied', async () => {
  const { db, url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const before = await listPendingMigrations(db)
  await asAdmin('delete from drizzle.__drizzle_migrations', url)
  const after = await listPendingMigrations(db)
  expect([before, after[0]]).toEqual([[], '0000_foundation'])
})

/** An ordinary owner, as managed databases give out. */
describe('migrate as an owner who is not a superuser', () => {
  let url: string
  let owner: string
  let ownerUrl: string
  beforeAll(async () => {
    const { name } = await createEmptyDatabase()
    url = onDatabase(adminUrl, name)
    owner = `${name}_owner`
    await asAdmin(`create role ${owner} login password 'secret' createrole`)
    await asAdmin(`alter database ${name} owner to ${owner}`)
    ownerUrl = url.replace(/\/\/.*@/, `//${owner}:secret@`)
    await migrate(ownerUrl)
  })

  it('prepares the database, also when repeated', async () => {
    await migrate(ownerUrl)
    const db = await openDatabase(ownerUrl)
    const companyId = newId()
    await db.onPlatform((tx) => tx.insert(companies).values({ id: companyId, name: 'Northwind' }))
    await db.inCompany(companyId, (tx) => tx.insert(products).values({ companyId, id: newId(), title: 'Tee' }))
    const jobs = await db.pool.query('select count(*) from pgboss.job')
    await db.close()
    expect(jobs.rowCount).toBe(1)
  })

  it('updates the app role when the password in DATABASE_URL changes', async () => {
    await asAdmin(`alter role ${owner} password 'changed'`)
    ownerUrl = ownerUrl.replace(':secret@', ':changed@')
    await expect(openDatabase(ownerUrl)).rejects.toThrow('run npm run migrate')
    await migrate(ownerUrl)
    await openDatabase(ownerUrl).then((db) => db.close())
  })

  it('lets functions with the owner’s rights read after the database got another owner', async () => {
    const other = `${owner}_2`
    const otherUrl = url.replace(/\/\/.*@/, `//${other}:changed@`)
    const companyId = newId()
    const stampOf = async (sid: string) => {
      const { rows } = await withClient(otherUrl, (client) => client.query('select session_stamp($1) as stamp', [sid]))
      return rows[0]?.stamp as string | null
    }
    await asAdmin(
      `insert into companies (id, name) values ('${companyId}', 'Contoso');
       insert into users (id, email, company_id) values ('${companyId}', 'ana@contoso.example', '${companyId}');
       insert into sessions (sid, sess, expire, user_id) values ('a session', '{}', now(), '${companyId}')`,
      url,
    )
    await asAdmin(`create role ${other} login password 'changed' createrole`)
    await asAdmin(`reassign owned by ${owner} to ${other}`, url)
    await asAdmin(`grant ${appRole(ownerUrl).name} to ${other} with admin option`)
    expect(await stampOf('a session')).toBeNull()
    await migrate(otherUrl)
    expect(await stampOf('a session')).toMatch(/^\d+ \d+ \d+/)
    await asAdmin(`reassign owned by ${other} to ${owner}`, url)
  })

  it('names the privilege that is missing to create the app role, and works once it is given', async () => {
    const { name } = appRole(ownerUrl)
    await asAdmin(`alter role ${owner} nocreaterole`)
    await asAdmin(`drop owned by ${name}; drop role ${name}`, url)
    await expect(migrate(ownerUrl)).rejects.toThrow('give it CREATEROLE')
    await asAdmin(`alter role ${owner} createrole`)
    await migrate(ownerUrl)
  })
})
