import { inspect } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { newId } from '../ids.ts'
import { afterCommit, openDatabase, type Database, type Tx } from './client.ts'
import { prepared, preparedVariants } from './prepared.ts'
import { products, skus } from './schema/catalogue.ts'
import { companies } from './schema/companies.ts'

let test: TestDatabase
/** With one connection, so that whatever stays on it would be seen by the next. */
let db: Database
let mine: string
let theirs: string

beforeAll(async () => {
  test = await createTestDatabase()
  db = await openDatabase(test.url, { max: 1 })
  mine = (await buildCompany(db)).id
  theirs = (await buildCompany(db)).id
  await buildSku(db, mine, { sku: 'MINE' })
  await buildSku(db, theirs, { sku: 'THEIRS' })
})

afterAll(async () => {
  await db.close()
  await test.drop()
})

const codes = prepared<{ sku: string }>(() => sql`select sku from skus where sku like ${sql.placeholder('pattern')}`)
/** More often than PostgreSQL tries plans of their own before it settles for one that serves all. */
const often = Array.from({ length: 10 })

it('a scoped read shows only the company’s own rows, by any kind of statement', async () => {
  for (const _ of often) {
    expect(await db.readCompany(mine, (tx) => codes(tx, { pattern: '%' }))).toEqual([{ sku: 'MINE' }])
    expect(await db.readCompany(theirs, (tx) => codes(tx, { pattern: '%' }))).toEqual([{ sku: 'THEIRS' }])
    expect(await db.readCompany(mine, (tx) => tx.select({ sku: skus.sku }).from(skus))).toEqual([{ sku: 'MINE' }])
    expect((await db.readCompany(theirs, (tx) => tx.execute(sql`select sku from skus`))).rows).toEqual([
      { sku: 'THEIRS' },
    ])
  }
})

it('a platform read sees companies, and rows of the company it names', async () => {
  const both = async (tx: Tx) => [(await tx.select().from(companies)).length, (await tx.select().from(skus)).length]
  expect(await db.readPlatform(both)).toEqual([2, 0])
  expect(await db.readPlatform(both, mine)).toEqual([2, 1])
  expect(await db.readCompany(mine, both)).toEqual([1, 1])
})

it('a scoped read leaves no settings on the connection', async () => {
  await db.readPlatform((tx) => tx.select().from(skus), mine)
  const { rows } = await db.pool.query(`
    select current_setting('app.company_id', true) as company, current_setting('app.scope', true) as scope,
      current_setting('transaction_read_only') as "readOnly", current_setting('plan_cache_mode') as plans`)
  expect(rows).toEqual([{ company: '', scope: '', readOnly: 'off', plans: 'auto' }])
  expect((await db.pool.query('select from skus')).rowCount).toBe(0)
})

it('a scoped read cannot write, and runs no commit callbacks', async () => {
  const write = db.readCompany(mine, (tx) =>
    tx.insert(products).values({ companyId: mine, id: newId(), title: 'Smuggled' }),
  )
  await expect(write).rejects.toMatchObject({ code: '25006' })
  const lock = db.readCompany(mine, (tx) => tx.select().from(skus).for('update'))
  await expect(lock).rejects.toMatchObject({ code: '25006' })
  const follow = db.readCompany(mine, async (tx) => afterCommit(tx, () => {}))
  await expect(follow).rejects.toThrow('no such transaction')
})

it('statements that are sent at once get their own results', async () => {
  const answers = await db.readCompany(mine, (tx) =>
    Promise.all([
      codes(tx, { pattern: 'MI%' }),
      codes(tx, { pattern: 'TH%' }),
      tx.execute<{ n: number }>(sql`select 7 as n`).then(({ rows }) => rows),
      tx.select({ sku: skus.sku }).from(skus).where(eq(skus.sku, 'MINE')),
    ]),
  )
  expect(answers).toEqual([[{ sku: 'MINE' }], [], [{ n: 7 }], [{ sku: 'MINE' }]])
})

it('a scoped read continues after a failed statement, whose error contains no values', async () => {
  const failing = db.readCompany(mine, (tx) => tx.execute(sql`select ${'Private'}::text::int`))
  const failure: unknown = await failing.catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: '22P02' })
  expect(inspect(failure, { depth: 5 })).not.toContain('$1')
  const half = db.readCompany(mine, async (tx) => {
    await tx.execute(sql`select 1 / 0`).catch(() => {})
    return codes(tx, { pattern: '%' })
  })
  expect(await half).toEqual([{ sku: 'MINE' }])
})

it('a statement after the end of a scoped read is refused', async () => {
  const left: { tx?: Tx } = {}
  await db.readCompany(mine, async (tx) => {
    left.tx = tx
  })
  await expect(left.tx?.execute(sql`select 1`)).rejects.toMatchObject({
    cause: { message: 'This transaction has ended' },
  })
})

it('refuses a company that is no id', async () => {
  await expect(db.readCompany('*', async () => {})).rejects.toThrow('A company is named by a UUID')
  await expect(db.readPlatform(async () => {}, '*')).rejects.toThrow('A company is named by a UUID')
})

it('goes on with a new connection after the database ended one', async () => {
  const work = db.readCompany(mine, (tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
  await expect(work).rejects.toThrow('terminating connection')
  expect(await db.readCompany(mine, (tx) => codes(tx, { pattern: '%' }))).toEqual([{ sku: 'MINE' }])
})

it('a prepared statement is planned once per variant', async () => {
  const forms = preparedVariants<{ sku: string }, { isExact: boolean }>(
    ({ isExact }) => sql`select sku from skus where sku ${isExact ? sql`=` : sql`<>`} ${sql.placeholder('code')}`,
  )
  for (const [n] of often.entries()) {
    await db.readCompany(mine, (tx) => forms({ isExact: n % 2 === 0 })(tx, { code: `${n}` }))
  }
  const { rows } = await db.pool.query(
    `select custom_plans::int, generic_plans::int from pg_prepared_statements where statement ~ 'where sku (=|<>)'`,
  )
  expect(rows).toEqual([
    { custom_plans: 0, generic_plans: 5 },
    { custom_plans: 0, generic_plans: 5 },
  ])
})
