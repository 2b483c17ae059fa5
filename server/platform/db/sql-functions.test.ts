import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku } from '#server/testing/builders.ts'
import { withClient } from '#server/testing/postgres.ts'
import { stockLevels } from './schema/stock.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

it('a SKU has its stock level from birth, not counted yet', async () => {
  const { db } = test.deps
  const company = await buildCompany(db)
  const sku = await buildSku(db, company.id)
  const levels = await db.inCompany(company.id, (tx) =>
    tx.select().from(stockLevels).where(eq(stockLevels.skuId, sku.id)),
  )
  expect(levels).toMatchObject([{ companyId: company.id, qtyAvailable: 0, qtyFree: 0, source: null, readAt: null }])
})

it('new_id makes ids of version 7 that sort by time', async () => {
  const { rows } = await test.deps.db.pool.query<{ id: string }>(
    'select new_id()::text as id from generate_series(1, 1000)',
  )
  const ids = rows.map(({ id }) => id)
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
  const { rows: later } = await test.deps.db.pool.query<{ id: string }>('select pg_sleep(0.005), new_id()::text as id')
  expect(ids.every((id) => id < (later[0]?.id ?? ''))).toBe(true)
})

/** Functions of the product; those of extensions are not ours. */
const ownFunctions = `
  from pg_proc where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`

describe('every function of ours', () => {
  it('has a search path that ends with pg_temp, or a body that was parsed when it was created', async () => {
    const { rows } = await test.deps.db.pool.query<{ name: string }>(`
      select proname as name ${ownFunctions} and prosqlbody is null and prokind <> 'p'
        and 'search_path=public, pg_temp' <> all (coalesce(proconfig, '{}'))`)
    expect(rows).toEqual([])
    const { rows: all } = await test.deps.db.pool.query(`select ${ownFunctions}`)
    expect(all.length).toBeGreaterThan(30)
  })

  it('names the schema of each table if it commits by itself, since PostgreSQL allows it no search path then', async () => {
    const { rows } = await test.deps.db.pool.query<{ body: string }>(
      `select prosrc as body ${ownFunctions} and prokind = 'p'`,
    )
    expect(rows).not.toEqual([])
    for (const { body } of rows) {
      const tables = [...body.matchAll(/\b(?:from|into|update|join)\s+(\S+)/gi)].map(([, table]) => table)
      expect(tables.filter((table) => !table?.startsWith('public.'))).toEqual([])
    }
  })

  it('writes to our tables though somebody makes temporary ones of the same names', async () => {
    const { db } = test.deps
    const company = await buildCompany(db)
    const product = await buildProduct(db, company.id)
    const counts = await db.inCompany(company.id, async (tx) => {
      await tx.execute(sql`create temp table stock_levels (like public.stock_levels) on commit drop`)
      await tx.execute(sql`create temp table channels (like public.channels) on commit drop`)
      await tx.execute(sql`insert into skus (company_id, id, product_id, sku)
        values (${company.id}, new_id(), ${product.id}, 'WALLED')`)
      const { rows } = await tx.execute(sql`select (select count(*)::int from public.stock_levels) as ours,
        (select count(*)::int from pg_temp.stock_levels) as temporary`)
      return rows
    })
    expect(counts).toEqual([{ ours: 1, temporary: 0 }])
  })

  it.each([
    `orders_matching(null, '%x%', null, null, null)`,
    `orders_beginning(null, 'x', 5)`,
    `(select new_id(), sales_slot(now()), words_of('x y')) as per_row`,
  ])('is inlined where it is a part of a statement: %s', async (call) => {
    const { rows } = await withClient(test.database.url, (owner) =>
      owner.query<{ 'QUERY PLAN': string }>(`explain verbose select * from ${call}`),
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/orders_matching|orders_beginning|new_id|sales_slot|words_of/)
  })
})
