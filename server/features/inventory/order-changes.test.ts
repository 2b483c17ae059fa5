import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#server/platform/context.ts'
import { fulfillmentItems } from '#server/platform/db/schema/fulfillment.ts'
import { orderItems } from '#server/platform/db/schema/orders.ts'
import { stockHolds, stockLevels } from '#server/platform/db/schema/stock.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { buildFulfillment, buildOrderWithLines, changeSettings, countStock } from '#server/testing/stock.ts'
import {
  acceptHolds,
  applyOrderChanges,
  type ChangedOrders,
  releaseUnfulfillable,
  releaseWaitingHolds,
} from './holds.ts'
import { onThresholdChange } from './levels.ts'

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
  await count(10, '08:00')
})

type Order = Awaited<ReturnType<typeof buildOrderWithLines>>
type Held = { leaving: Order; staying: Order }

const at = (time: string) => new Date(`2026-03-01T${time}:00Z`)
const count = (available: number, time: string) =>
  countStock(test.db, companyId, skuId, { available, readAt: at(time) })
const order = (...quantities: number[]) =>
  buildOrderWithLines(
    test.db,
    companyId,
    quantities.map((quantity) => ({ skuId, quantity })),
  )
const follow = (changed: Omit<ChangedOrders, 'companyId' | 'at'>) =>
  test.db.inCompany(companyId, (tx) => applyOrderChanges(tx, { companyId, at: at('08:30'), ...changed }))

async function level() {
  const [row] = await test.db.inCompany(companyId, (tx) =>
    tx.select().from(stockLevels).where(eq(stockLevels.skuId, skuId)),
  )
  return row
}

describe('orders that change together', () => {
  it('hold what their current lines need, and released units serve new orders', async () => {
    await changeSettings(test.db, companyId, { lowStockThreshold: 0 })
    await count(10, '08:10')
    const [leaving, shrinking, coming] = [await order(4), await order(3, 2), await order(9)]
    await follow({ placed: [leaving.id, shrinking.id] })
    expect(await level()).toMatchObject({ qtyHeld: 9 })
    const [less, gone] = shrinking.items
    await test.db.inCompany(companyId, (tx) =>
      tx
        .update(orderItems)
        .set({ quantity: 1 })
        .where(eq(orderItems.id, less?.id ?? '')),
    )
    const lines = await follow({
      placed: [coming.id],
      revised: [shrinking.id],
      removedLines: [gone?.id ?? ''],
      cancelled: [leaving.id],
    })
    expect(lines).toMatchObject([
      { orderId: coming.id, quantity: 9, isCovered: true, lacking: 0 },
      { orderId: shrinking.id, orderItemId: less?.id, quantity: 1, isCovered: true, lacking: 0 },
    ])
    expect(await level()).toMatchObject({ qtyHeld: 10, lowSince: at('08:30') })
  })

  it('queue behind older holds', async () => {
    const [here, coming] = [await order(4), await order(7)]
    expect(await follow({ placed: [coming.id], revised: [here.id] })).toMatchObject([
      { orderId: coming.id, isCovered: false, lacking: 1 },
      { orderId: here.id, isCovered: true, lacking: 0 },
    ])
  })

  it('release their units even when nobody else wants them', async () => {
    const leaving = await order(4)
    await follow({ placed: [leaving.id] })
    expect(await follow({ cancelled: [leaving.id] })).toEqual([])
    expect(await level()).toMatchObject({ qtyHeld: 0 })
  })

  it.each<[string, (held: Held) => Omit<ChangedOrders, 'companyId' | 'at'>]>([
    ['as many come as go', ({ leaving, staying }) => ({ revised: [staying.id], cancelled: [leaving.id] })],
    [
      'a line goes with them',
      ({ leaving }) => ({ cancelled: [leaving.id], removedLines: [leaving.items[0]?.id ?? ''] }),
    ],
  ])('release their units also when %s', async (_, changed) => {
    const held = { leaving: await order(4), staying: await order(1) }
    await follow({ placed: [held.leaving.id, held.staying.id] })
    await follow(changed(held))
    expect(await level()).toMatchObject({ qtyHeld: 1 })
  })

  it('may be an empty list', async () => {
    expect(await follow({})).toEqual([])
  })
})

describe('units that are not sent', () => {
  async function accepted(wanted: number, sent: number) {
    const placed = await order(wanted)
    await follow({ placed: [placed.id] })
    const { id: fulfillmentId } = await buildFulfillment(test.db, companyId, placed, { quantity: sent })
    const acceptance = { companyId, fulfillmentId, acceptedAt: at('09:00') }
    await test.db.inCompany(companyId, (tx) => acceptHolds(tx, acceptance))
    return { orderId: placed.id, fulfillmentId }
  }

  const leaveOut = (fulfillmentId: string, cancelledQuantity: number, unfulfillableQuantity: number) =>
    test.db.inCompany(companyId, async (tx) => {
      await tx.update(fulfillmentItems).set({ cancelledQuantity, unfulfillableQuantity })
      await releaseUnfulfillable(tx, { companyId, fulfillmentId, at: at('10:00') })
    })

  it('are free once Amazon cannot fulfill them, and the others stay held', async () => {
    const { fulfillmentId } = await accepted(6, 6)
    await leaveOut(fulfillmentId, 1, 2)
    expect(await level()).toMatchObject({ qtyHeld: 3 })
  })

  it('are all free when Amazon ships none', async () => {
    const { fulfillmentId } = await accepted(6, 6)
    await leaveOut(fulfillmentId, 0, 6)
    expect(await level()).toMatchObject({ qtyHeld: 0 })
    const holds = await test.db.inCompany(companyId, (tx) => tx.select().from(stockHolds))
    expect(holds).toMatchObject([{ ending: 'cancelled', endedAt: at('10:00') }])
  })

  it('are free when nothing more of the order will be sent, and accepted units stay held', async () => {
    const { orderId } = await accepted(6, 2)
    expect(await level()).toMatchObject({ qtyHeld: 6 })
    await test.db.inCompany(companyId, (tx) => releaseWaitingHolds(tx, { companyId, orderId, at: at('10:00') }))
    expect(await level()).toMatchObject({ qtyHeld: 2 })
  })
})

it('a new threshold re-evaluates every SKU and notifies the browsers', async () => {
  await count(12, '08:10')
  expect(await level()).toMatchObject({ lowSince: null })
  const topics: string[] = []
  const publishChange = (_: unknown, topic: string) => Promise.resolve(void topics.push(topic))
  const ctx = { companyId, clock: { now: () => at('11:00') }, publishChange } as unknown as CompanyContext
  await changeSettings(test.db, companyId, { lowStockThreshold: 12 })
  await test.db.inCompany(companyId, (tx) => onThresholdChange(tx, ctx))
  expect(await level()).toMatchObject({ lowSince: at('11:00') })
  expect(topics).toEqual(['inventory'])
})
