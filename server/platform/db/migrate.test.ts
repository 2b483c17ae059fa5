import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, inject, it } from 'vitest'
import { onDatabase, withClient } from '#server/testing/postgres.ts'
import { newId } from '../ids.ts'
import { openDatabase } from './client.ts'
import { migrate, listPendingMigrations } from './migrate.ts'
import { products } from './schema/catalogue.ts'
import { companies } from './schema/companies.ts'

const { adminUrl, prefix } = inject('postgres')
const asAdmin = (text: string) => withClient(adminUrl, (client) => client.query(text))
const made: string[] = []

let name: string
let url: string

beforeEach(async () => {
  name = `${prefix}_${randomUUID().slice(0, 8)}`
  made.push(name)
  await asAdmin(`create database ${name}`)
  url = onDatabase(adminUrl, name)
})

afterAll(async () => {
  for (const database of made) await asAdmin(`drop database ${database} with (force)`)
})

/** An ordinary owner, as managed databases give out. */
async function ownedBy(role: string, attributes: string): Promise<string> {
  await asAdmin(`create role ${role} login password 'secret' ${attributes}`)
  await asAdmin(`alter database ${name} owner to ${role}`)
  const owned = new URL(url)
  owned.username = role
  owned.password = 'secret'
  return owned.href
}

it('migrate prepares an empty database once', async () => {
  const { applied } = await migrate(url)
  expect(applied).toContain('0000_foundation')
  expect(await migrate(url)).toEqual({ applied: [] })
})

it('two simultaneous migrates do the work once', async () => {
  const results = await Promise.all([migrate(url), migrate(url)])
  expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
})

it('pending migrations are listed until they are applied', async () => {
  await migrate(url)
  const db = await openDatabase(url)
  const before = await listPendingMigrations(db)
  await withClient(url, (client) => client.query('delete from drizzle.__drizzle_migrations'))
  const after = await listPendingMigrations(db)
  await db.close()
  expect([before, after[0]]).toEqual([[], '0000_foundation'])
})

it('migrate works for an owner who is not a superuser', async () => {
  const ownerUrl = await ownedBy(`${name}_owner`, 'createrole')
  await migrate(ownerUrl)
  await migrate(ownerUrl)
  const db = await openDatabase(ownerUrl)
  const companyId = newId()
  await db.onPlatform((tx) => tx.insert(companies).values({ id: companyId, name: 'Northwind' }))
  await db.inCompany(companyId, (tx) => tx.insert(products).values({ companyId, id: newId(), title: 'Tee' }))
  const jobs = await db.pool.query('select count(*) from pgboss.job')
  await db.close()
  expect(jobs.rowCount).toBe(1)
})

it('migrate names the missing privilege of an owner who may not create roles', async () => {
  const ownerUrl = await ownedBy(`${name}_owner`, '')
  await expect(migrate(ownerUrl)).rejects.toThrow('give it CREATEROLE')
})

it('migrate updates the app role when the password in DATABASE_URL changes', async () => {
  const ownerUrl = await ownedBy(`${name}_owner`, 'createrole')
  await migrate(ownerUrl)
  await asAdmin(`alter role ${name}_owner password 'changed'`)
  const changedUrl = ownerUrl.replace(':secret@', ':changed@')
  await expect(openDatabase(changedUrl)).rejects.toThrow('run npm run migrate')
  await migrate(changedUrl)
  await openDatabase(changedUrl).then((db) => db.close())
})
