import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { openDatabase, type Database } from './client.ts'
import { executePrepared } from './prepared.ts'

let test: TestDatabase
/** With one connection, so that all share its plans. */
let db: Database

beforeAll(async () => {
  test = await createTestDatabase()
  db = await openDatabase(test.url, { max: 1 })
})

afterAll(async () => {
  await db.close()
  await test.drop()
})

/** More often than PostgreSQL tries plans of their own before it settles for one that serves all. */
const often = Array.from({ length: 10 })

const skusLike = (companyId: string, pattern: string) =>
  db.inCompany(companyId, (tx) =>
    executePrepared<{ sku: string }>(tx, sql`select sku from skus where sku like ${pattern}`),
  )

it('a prepared statement respects row-level security, whichever company used it first', async () => {
  const [mine, theirs] = [await buildCompany(db), await buildCompany(db)]
  await buildSku(db, mine.id, { sku: 'MINE' })
  await buildSku(db, theirs.id, { sku: 'THEIRS' })
  for (const _ of often) expect(await skusLike(mine.id, '%')).toEqual([{ sku: 'MINE' }])
  expect(await skusLike(theirs.id, '%')).toEqual([{ sku: 'THEIRS' }])
  expect(await skusLike(theirs.id, 'MINE')).toEqual([])
})

it('a prepared statement has one plan, whatever its values', async () => {
  const { id } = await buildCompany(db)
  for (const [n] of often.entries()) await skusLike(id, `${n}`)
  const { rows } = await db.pool.query(`select from pg_prepared_statements where statement like '%from skus%'`)
  expect(rows).toHaveLength(1)
})
