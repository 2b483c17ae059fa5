import { inspect } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { newId } from '../ids.ts'
import { afterCommit, type Tx } from './client.ts'
import { products } from './schema/catalogue.ts'
import { companies } from './schema/companies.ts'

let test: TestDatabase
const companyId = newId()

beforeAll(async () => {
  test = await createTestDatabase()
  await test.db.onPlatform((tx) => tx.insert(companies).values({ id: companyId, name: 'Northwind' }))
})

afterAll(() => test.drop())

const addProduct = (tx: Tx, title: string) => tx.insert(products).values({ companyId, id: newId(), title })

const titles = async (title: string) =>
  test.db.inCompany(companyId, async (tx) => {
    const rows = await tx.select({ title: products.title }).from(products).where(eq(products.title, title))
    return rows.length
  })

it('a transaction commits when the work succeeds', async () => {
  await test.db.inCompany(companyId, (tx) => addProduct(tx, 'Kept'))
  expect(await titles('Kept')).toBe(1)
})

it('a transaction rolls back when the work fails', async () => {
  const work = test.db.inCompany(companyId, async (tx) => {
    await addProduct(tx, 'Lost')
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await titles('Lost')).toBe(0)
})

it('a failed savepoint rolls back only itself', async () => {
  await test.db.inCompany(companyId, async (tx) => {
    await addProduct(tx, 'Outer')
    await tx
      .transaction(async (inner) => {
        await addProduct(inner, 'Inner')
        throw new Error('no')
      })
      .catch(() => {})
  })
  expect([await titles('Outer'), await titles('Inner')]).toEqual([1, 0])
})

it('a transaction with an unnoticed failed statement throws', async () => {
  const work = test.db.inCompany(companyId, async (tx) => {
    await addProduct(tx, 'Half')
    await tx.execute(sql`select 1 / 0`).catch(() => {})
  })
  await expect(work).rejects.toThrow('failed unnoticed')
  expect(await titles('Half')).toBe(0)
})

it('a statement after the end of the transaction is refused', async () => {
  const left: { tx?: Tx } = {}
  await test.db.inCompany(companyId, async (tx) => {
    left.tx = tx
  })
  const late = left.tx?.execute(sql`select 1`)
  await expect(late).rejects.toMatchObject({ cause: { message: 'This transaction has ended' } })
})

it('the error of a failed write contains no values', async () => {
  const id = newId()
  const twice = test.db.inCompany(companyId, async (tx) => {
    await tx.insert(products).values({ companyId, id, title: 'Private' })
    await tx.insert(products).values({ companyId, id, title: 'Private' })
  })
  const failure: unknown = await twice.catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: '23505', constraint: 'products_pkey' })
  expect(inspect(failure, { depth: 5 })).not.toMatch(new RegExp(`${id}|Private`))
})

it('a transaction leaves no company on the connection', async () => {
  await test.db.onPlatform(async () => {}, companyId)
  const { rows } = await test.db.pool.query(`
    select current_setting('app.company_id', true) as company, current_setting('app.scope', true) as scope`)
  expect(rows).toEqual([{ company: '', scope: '' }])
})

it('refuses a company that is no id', async () => {
  const injected = `${companyId}'; set local app.scope = 'platform`
  await expect(test.db.inCompany(injected, async () => {})).rejects.toThrow('A company is named by a UUID')
})

it('a platform transaction can name a company', async () => {
  const seen = await test.db.onPlatform(async (tx) => {
    await addProduct(tx, 'By the provider')
    return tx.select().from(companies)
  }, companyId)
  expect(seen).toHaveLength(1)
  expect(await titles('By the provider')).toBe(1)
})

it('after the database ended a connection in a transaction the next one gets a new connection', async () => {
  const work = test.db.inCompany(companyId, async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(work).rejects.toThrow('terminating connection')
  expect(await titles('Nothing')).toBe(0)
})

it('commit callbacks run after the commit, and never after a rollback', async () => {
  const seen: string[] = []
  await test.db.inCompany(companyId, async (tx) => {
    await tx.transaction(async (inner) => afterCommit(inner, () => seen.push('after')))
    seen.push('within')
  })
  const failing = test.db.inCompany(companyId, async (tx) => {
    afterCommit(tx, () => seen.push('never'))
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(seen).toEqual(['within', 'after'])
})

it('a failing commit callback affects neither the commit nor the connection', async () => {
  const work = test.db.inCompany(companyId, async (tx) => {
    await addProduct(tx, 'Committed')
    afterCommit(tx, () => {
      throw new Error('nobody listens')
    })
  })
  await expect(work).rejects.toThrow('nobody listens')
  expect(await titles('Committed')).toBe(1)
  expect(test.db.pool.idleCount).toBe(test.db.pool.totalCount)
})

it('a commit callback cannot be added after the end of the transaction', async () => {
  const left: { tx?: Tx } = {}
  await test.db.inCompany(companyId, async (tx) => {
    left.tx = tx
  })
  expect(() => left.tx && afterCommit(left.tx, () => {})).toThrow('no such transaction')
})
