import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inventorySnapshots, stockLevels } from '#server/platform/db/schema/stock.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { changeSettings, countStock } from '#server/testing/stock.ts'
import { recordCounts } from './record-counts.ts'

let test: TestDatabase
let companyId: string
let skuId: string

beforeAll(async () => {
  test = await createTestDatabase()
  companyId = (await buildCompany(test.db)).id
})
afterAll(() => test.drop())
beforeEach(async () => {
  skuId = (await buildSku(test.db, companyId)).id
})

const at = (time: string) => new Date(`2026-03-01T${time}:00Z`)
const count = (one: Parameters<typeof countStock>[3]) => countStock(test.db, companyId, skuId, one)

async function level(id = skuId) {
  const [row] = await test.db.inCompany(companyId, (tx) =>
    tx.select().from(stockLevels).where(eq(stockLevels.skuId, id)),
  )
  return row
}

async function snapshots() {
  const rows = await test.db.inCompany(companyId, (tx) =>
    tx
      .select()
      .from(inventorySnapshots)
      .where(and(eq(inventorySnapshots.companyId, companyId), eq(inventorySnapshots.skuId, skuId)))
      .orderBy(asc(inventorySnapshots.capturedAt), asc(inventorySnapshots.id)),
  )
  return rows.map(({ capturedAt, qtyAvailable, qtyReserved, qtyInbound, source }) => ({
    at: capturedAt.toISOString().slice(11, 16),
    quantities: [qtyAvailable, qtyReserved, qtyInbound],
    source,
  }))
}

describe('a count', () => {
  it('updates the level and adds a row of history', async () => {
    expect(await count({ available: 12, reserved: 3, inbound: 40, readAt: at('08:00') })).toBe(1)
    expect(await level()).toMatchObject({ qtyAvailable: 12, qtyReserved: 3, qtyInbound: 40, qtyFree: 12 })
    expect(await level()).toMatchObject({ source: 'amazon', readAt: at('08:00') })
    expect(await snapshots()).toEqual([{ at: '08:00', quantities: [12, 3, 40], source: 'amazon' }])
  })

  it('that repeats the last one updates the level’s read time and adds no history', async () => {
    await count({ available: 12, readAt: at('08:00') })
    expect(await count({ available: 12, readAt: at('08:30') })).toBe(0)
    expect((await level())?.readAt).toEqual(at('08:30'))
    expect(await snapshots()).toHaveLength(1)
  })

  it('of zero is history when it is the first', async () => {
    expect(await count({ available: 0 })).toBe(0)
    expect(await snapshots()).toHaveLength(1)
  })

  it('leaves quantities alone that it did not count', async () => {
    await count({ available: 12, reserved: 3, inbound: 40, readAt: at('08:00') })
    await count({ available: 9, source: 'sheet', readAt: at('09:00') })
    expect(await level()).toMatchObject({ qtyAvailable: 9, qtyReserved: 3, qtyInbound: 40, source: 'sheet' })
    expect(await snapshots()).toEqual([
      { at: '08:00', quantities: [12, 3, 40], source: 'amazon' },
      { at: '09:00', quantities: [9, 3, 40], source: 'sheet' },
    ])
  })

  it('changes no level of another company', async () => {
    const other = await buildCompany(test.db)
    const foreign = await buildSku(test.db, other.id)
    expect(await countStock(test.db, companyId, foreign.id, { available: 5 })).toBe(0)
    const [theirs] = await test.db.inCompany(other.id, (tx) => tx.select().from(stockLevels))
    expect(theirs).toMatchObject({ qtyAvailable: 0, readAt: null })
  })

  it('accepts untyped nulls and any number of SKUs', async () => {
    const more = await buildSku(test.db, companyId)
    const counts = sql`select id as sku_id, 7 as qty_available, null as qty_reserved, null as qty_inbound
      from skus where id in (${skuId}, ${more.id})`
    const batch = { companyId, source: 'upload' as const, readAt: at('08:00'), counts }
    expect(await test.db.inCompany(companyId, (tx) => recordCounts(tx, batch))).toBe(2)
    expect([(await level())?.qtyAvailable, (await level(more.id))?.qtyAvailable]).toEqual([7, 7])
  })
})

describe('a count that comes late', () => {
  beforeEach(async () => {
    await count({ available: 5, readAt: at('10:00') })
    await count({ available: 8, readAt: at('10:20') })
  })

  it('adds history and leaves the level alone', async () => {
    expect(await count({ available: 6, inbound: 2, readAt: at('10:10') })).toBe(0)
    expect(await level()).toMatchObject({ qtyAvailable: 8, qtyInbound: 0, readAt: at('10:20') })
    expect((await snapshots()).map((row) => [row.at, row.quantities[0]])).toEqual([
      ['10:00', 5],
      ['10:10', 6],
      ['10:20', 8],
    ])
  })

  it('is compared with the history at its time, not with the level', async () => {
    await count({ available: 5, readAt: at('10:10') })
    expect(await snapshots()).toHaveLength(2)
    await count({ available: 8, readAt: at('10:10') })
    await count({ available: 8, readAt: at('10:10') })
    expect((await snapshots()).map((row) => [row.at, row.quantities[0]])).toEqual([
      ['10:00', 5],
      ['10:10', 8],
      ['10:20', 8],
    ])
  })

  it('still updates when Amazon reported the SKU, unless that is older', async () => {
    await count({ available: 6, readAt: at('10:10'), seenAt: at('10:30') })
    expect(await level()).toMatchObject({ qtyAvailable: 8, readAt: at('10:20'), seenAt: at('10:30') })
    await count({ available: 6, readAt: at('10:10'), seenAt: at('10:25') })
    expect((await level())?.seenAt).toEqual(at('10:30'))
    await count({ available: 6, readAt: at('10:10') })
    expect((await level())?.seenAt).toEqual(at('10:30'))
  })

  it('may be older than all others', async () => {
    await count({ available: 1, readAt: at('09:00') })
    expect((await snapshots())[0]).toMatchObject({ at: '09:00', quantities: [1, 0, 0] })
    expect(await level()).toMatchObject({ qtyAvailable: 8 })
  })

  it('is not late at the same time as the last one', async () => {
    expect(await count({ available: 9, readAt: at('10:20') })).toBe(1)
    expect(await level()).toMatchObject({ qtyAvailable: 9 })
  })
})

describe('since when a SKU is low', () => {
  it('is set when it becomes low, kept while it stays low, and cleared above', async () => {
    const lowSince = async () => (await level())?.lowSince ?? null
    await count({ available: 11, readAt: at('08:00') })
    expect(await lowSince()).toBeNull()
    await count({ available: 10, readAt: at('08:10') })
    expect(await lowSince()).toEqual(at('08:10'))
    await count({ available: 0, readAt: at('08:20') })
    expect(await lowSince()).toEqual(at('08:10'))
    await count({ available: 11, readAt: at('08:30') })
    expect(await lowSince()).toBeNull()
    await count({ available: 3, readAt: at('08:40') })
    expect(await lowSince()).toEqual(at('08:40'))
  })

  it('depends on the company’s own threshold', async () => {
    const strict = await buildCompany(test.db)
    await changeSettings(test.db, strict.id, { lowStockThreshold: 2 })
    const sku = await buildSku(test.db, strict.id)
    const lowSince = async () => {
      const [row] = await test.db.inCompany(strict.id, (tx) => tx.select().from(stockLevels))
      return row?.lowSince ?? null
    }
    await countStock(test.db, strict.id, sku.id, { available: 3, readAt: at('08:00') })
    expect(await lowSince()).toBeNull()
    await countStock(test.db, strict.id, sku.id, { available: 2, readAt: at('08:10') })
    expect(await lowSince()).toEqual(at('08:10'))
  })
})
