import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stockHolds, stockLevels } from '#server/platform/db/schema/stock.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { buildFulfillment, buildOrderWithLines, changeSettings, countStock } from '#server/testing/stock.ts'
import { acceptHolds, holdUnits, releaseHolds } from './holds.ts'

let test: TestDatabase
let companyId: string
let skuId: string

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())
beforeEach(async () => {
  companyId = (await buildCompany(test.db)).id
  skuId = (await buildSku(test.db, companyId)).id
})

type Order = Awaited<ReturnType<typeof buildOrderWithLines>>

const at = (time: string) => new Date(`2026-03-01T${time}:00Z`)
const count = (available: number, time: string) =>
  countStock(test.db, companyId, skuId, { available, readAt: at(time) })
const order = (quantity: number) => buildOrderWithLines(test.db, companyId, [{ skuId, quantity }])
const hold = ({ id }: Order) =>
  test.db.inCompany(companyId, (tx) => holdUnits(tx, { companyId, orderId: id, at: at('08:00') }))
const accept = (fulfillmentId: string, time: string) =>
  test.db.inCompany(companyId, (tx) => acceptHolds(tx, { companyId, fulfillmentId, acceptedAt: at(time) }))
const release = (of: { orderId: string } | { fulfillmentId: string }) =>
  test.db.inCompany(companyId, (tx) => releaseHolds(tx, { companyId, at: at('12:00'), ...of }))

async function level() {
  const [row] = await test.db.inCompany(companyId, (tx) =>
    tx.select().from(stockLevels).where(eq(stockLevels.skuId, skuId)),
  )
  return row
}

const holds = () =>
  test.db.inCompany(companyId, (tx) => tx.select().from(stockHolds).orderBy(asc(stockHolds.createdAt)))

describe('holding units', () => {
  it('reduces the available units and says whether they were there', async () => {
    await count(5, '08:00')
    const [first, second] = [await order(3), await order(3)]
    expect(await hold(first)).toEqual([
      {
        orderId: first.id,
        orderItemId: first.items[0]?.id,
        skuId,
        sku: 'as-sold',
        quantity: 3,
        isCovered: true,
        lacking: 0,
      },
    ])
    expect(await hold(second)).toMatchObject([{ isCovered: false }])
    expect(await level()).toMatchObject({ qtyAvailable: 5, qtyHeld: 6, qtyFree: 0 })
  })

  it('respects the larger buffer, the SKU’s or the company’s', async () => {
    const [own, common] = [
      await buildSku(test.db, companyId, { safetyBuffer: 3 }),
      await buildSku(test.db, companyId, { safetyBuffer: 1 }),
    ]
    await changeSettings(test.db, companyId, { safetyBuffer: 2 })
    const isCovered = async (id: string) => {
      await countStock(test.db, companyId, id, { available: 4 })
      const lines = await hold(await buildOrderWithLines(test.db, companyId, [{ skuId: id, quantity: 2 }]))
      return lines.map((line) => line.isCovered)
    }
    expect([await isCovered(own.id), await isCovered(common.id)]).toEqual([[false], [true]])
  })

  it('does nothing the second time and returns the same, though other orders came since', async () => {
    await count(1, '08:00')
    const [first, second] = [await order(1), await order(1)]
    await hold(first)
    await hold(second)
    expect([await hold(first), await hold(second)]).toMatchObject([[{ isCovered: true }], [{ isCovered: false }]])
    expect(await holds()).toHaveLength(2)
  })

  it('covers an order once the one before it is cancelled', async () => {
    await count(1, '08:00')
    const [first, second] = [await order(1), await order(1)]
    await hold(first)
    await hold(second)
    await release({ orderId: first.id })
    expect(await hold(second)).toMatchObject([{ isCovered: true }])
  })

  it('skips lines whose SKU is not mapped yet', async () => {
    const unknown = await buildOrderWithLines(test.db, companyId, [{ skuId: null as never, quantity: 1 }])
    expect(await hold(unknown)).toEqual([])
  })

  it('gives the last unit to exactly one of two orders at the same instant', async () => {
    for (let round = 0; round < 10; round += 1) {
      const sku = await buildSku(test.db, companyId)
      await countStock(test.db, companyId, sku.id, { available: 1 })
      const both = await Promise.all(
        [1, 2].map(() => buildOrderWithLines(test.db, companyId, [{ skuId: sku.id, quantity: 1 }])),
      )
      const answers = await Promise.all(both.map(hold))
      expect(answers.flat().filter((line) => line.isCovered)).toHaveLength(1)
    }
  })

  it('never deadlocks for orders that have the same SKUs in another sequence', async () => {
    const skus = await Promise.all(Array.from({ length: 6 }, () => buildSku(test.db, companyId)))
    const lines = skus.map(({ id }) => ({ skuId: id, quantity: 1 }))
    const orders = await Promise.all(
      Array.from({ length: 8 }, (_, n) => buildOrderWithLines(test.db, companyId, n % 2 ? lines : lines.toReversed())),
    )
    await Promise.all(orders.map(hold))
    expect(await holds()).toHaveLength(48)
  })

  it('makes a SKU low like a sale', async () => {
    await count(11, '07:00')
    const one = await order(1)
    await hold(one)
    expect((await level())?.lowSince).toEqual(at('08:00'))
    await release({ orderId: one.id })
    expect((await level())?.lowSince).toBeNull()
  })
})

describe('acceptance by Amazon', () => {
  it('keeps the hold until a later count of Amazon', async () => {
    await count(5, '08:00')
    const one = await order(2)
    await hold(one)
    const fulfillment = await buildFulfillment(test.db, companyId, one)
    await accept(fulfillment.id, '09:00')
    expect(await level()).toMatchObject({ qtyHeld: 2, qtyFree: 3 })
    await count(5, '09:00')
    expect(await level()).toMatchObject({ qtyHeld: 2, qtyFree: 3 })
    await count(3, '09:01')
    expect(await level()).toMatchObject({ qtyHeld: 0, qtyFree: 3 })
    expect(await holds()).toMatchObject([{ ending: 'counted_by_amazon', endedAt: at('09:01') }])
  })

  it('ends with Amazon’s next count, even if somebody has counted since', async () => {
    await count(5, '08:00')
    const one = await order(2)
    await hold(one)
    await accept((await buildFulfillment(test.db, companyId, one)).id, '09:00')
    await countStock(test.db, companyId, skuId, { available: 4, source: 'sheet', readAt: at('09:30') })
    expect(await level()).toMatchObject({ qtyHeld: 2, qtyFree: 2 })
    await count(3, '09:10')
    expect(await level()).toMatchObject({ qtyAvailable: 4, qtyHeld: 0, qtyFree: 4 })
  })

  it('reported after Amazon’s own count holds nothing any more', async () => {
    await count(5, '08:00')
    const one = await order(2)
    await hold(one)
    const fulfillment = await buildFulfillment(test.db, companyId, one)
    await count(3, '09:30')
    expect(await level()).toMatchObject({ qtyFree: 1 })
    await accept(fulfillment.id, '09:00')
    expect(await level()).toMatchObject({ qtyHeld: 0, qtyFree: 3 })
  })

  it('is not undone by a late count, nor ended by a typed one', async () => {
    await count(5, '08:00')
    const one = await order(2)
    await hold(one)
    await accept((await buildFulfillment(test.db, companyId, one)).id, '09:00')
    await countStock(test.db, companyId, skuId, { available: 5, source: 'sheet', readAt: at('09:10') })
    expect(await level()).toMatchObject({ qtyHeld: 2 })
    await count(3, '09:05')
    expect(await level()).toMatchObject({ qtyAvailable: 5, qtyHeld: 0, source: 'sheet' })
  })

  it('of a part leaves the rest waiting, and is idempotent', async () => {
    await count(10, '08:00')
    const one = await order(5)
    await hold(one)
    const part = await buildFulfillment(test.db, companyId, one, { quantity: 3 })
    await accept(part.id, '09:00')
    await accept(part.id, '10:00')
    expect(await hold(one)).toMatchObject([{ quantity: 2, isCovered: true }])
    expect((await holds()).map((row) => [row.quantity, row.fulfillmentId, row.acceptedAt])).toEqual(
      expect.arrayContaining([
        [3, part.id, at('09:00')],
        [2, null, null],
      ]),
    )
    await count(7, '11:00')
    await accept(part.id, '12:00')
    await hold(one)
    expect(await level()).toMatchObject({ qtyHeld: 2, qtyFree: 5 })
  })

  it('holds units that were not held before', async () => {
    await count(5, '08:00')
    await accept((await buildFulfillment(test.db, companyId, await order(2))).id, '09:00')
    expect(await level()).toMatchObject({ qtyHeld: 2 })
  })
})

describe('cancellation', () => {
  it('frees the units, once', async () => {
    await count(5, '08:00')
    const one = await order(2)
    await hold(one)
    await release({ orderId: one.id })
    await release({ orderId: one.id })
    expect(await level()).toMatchObject({ qtyHeld: 0, qtyFree: 5 })
    expect(await holds()).toMatchObject([{ ending: 'cancelled', endedAt: at('12:00') }])
  })

  it('lets a restored order hold its units again', async () => {
    await count(5, '08:00')
    const one = await order(2)
    await hold(one)
    await release({ orderId: one.id })
    await hold(one)
    expect(await level()).toMatchObject({ qtyHeld: 2, qtyFree: 3 })
  })

  it('of a fulfillment that Amazon had counted lets the order be sent again', async () => {
    await count(5, '08:00')
    const one = await order(2)
    await hold(one)
    const first = await buildFulfillment(test.db, companyId, one)
    await accept(first.id, '09:00')
    await count(3, '10:00')
    await release({ fulfillmentId: first.id })
    expect(await level()).toMatchObject({ qtyHeld: 0, qtyFree: 3 })
    await hold(one)
    await accept((await buildFulfillment(test.db, companyId, one, { attempt: 2 })).id, '11:00')
    expect(await level()).toMatchObject({ qtyHeld: 2, qtyFree: 1 })
  })
})
