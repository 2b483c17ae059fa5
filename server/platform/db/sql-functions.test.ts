import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
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
