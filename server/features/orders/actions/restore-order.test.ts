import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '#server/platform/db/schema/orders.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { createOrderFixture, type OrderFixture } from '#server/testing/order-fixture.ts'
import { countStock } from '#server/testing/stock.ts'
import { restoreOrder } from './restore-order.ts'

const clock = manualClock()
let test: Awaited<ReturnType<typeof createTestDeps>>
let fixture: OrderFixture
beforeAll(async () => {
  test = await createTestDeps({ clock })
  fixture = await createOrderFixture(test.deps)
})
afterAll(() => test.close())

const cancelled = { status: 'cancelled', cancelledAt: new Date('2026-03-02T09:30:00Z') } as const

async function stocked(available: number): Promise<string> {
  const { id } = await buildSku(test.deps.db, fixture.companyId)
  await countStock(test.deps.db, fixture.companyId, id, { available })
  return id
}

const heldOf = (skuId: string) =>
  fixture.ctx.transaction(async (tx) => {
    const [level] = await tx.select().from(stockLevels).where(eq(stockLevels.skuId, skuId))
    return level?.qtyHeld
  })

const openCodes = async (orderId: string) =>
  (await fixture.attention(orderId)).filter(({ resolvedAt }) => !resolvedAt).map(({ code }) => code)

describe('restoring a cancelled order', () => {
  it('places it, holds its units and schedules it after the channel’s delay', async () => {
    const { id: channelId } = await buildChannel(test.deps, fixture.companyId, { config: { autoFulfill: true } })
    const skuId = await stocked(5)
    const { id: orderId } = await fixture.build({
      ...cancelled,
      channelId,
      items: [{ skuId, sku: 'TEE', quantity: 2 }],
    })
    expect(await restoreOrder(fixture.ctx, { orderId })).toMatchObject({ status: 'placed', needsAttention: false })
    expect(await fixture.row(orderId)).toMatchObject({
      cancelledAt: null,
      closedAt: null,
      restoredAt: clock.now(),
      fulfillAfter: expect.any(Date),
    })
    expect(await heldOf(skuId)).toBe(2)
    expect((await fixture.timeline(orderId)).at(-1)).toMatchObject({ event: 'order.restored', actorName: 'Olive' })
    expect(await fixture.audit(orderId)).toMatchObject([
      { action: 'order.restore', changes: { before: { status: 'cancelled' }, after: { status: 'placed' } } },
    ])
  })

  it('checks stock, SKU codes and amounts again', async () => {
    const skuId = await stocked(1)
    const items = [
      { skuId, sku: 'TEE', quantity: 2 },
      { skuId: null, sku: 'NOBODYS' },
    ]
    const { id: orderId } = await fixture.build({ ...cancelled, items, subtotal: '1.00', total: '1.00' })
    expect(await restoreOrder(fixture.ctx, { orderId })).toMatchObject({ needsAttention: true })
    expect((await openCodes(orderId)).toSorted()).toEqual(['not_enough_stock', 'totals_differ', 'unmapped_sku'])
    expect((await fixture.timeline(orderId)).at(-1)?.reason).toMatch(/TEE \(2 ordered\)/)
  })

  it('resolves a reopening by the channel, and raises that the channel shipped it', async () => {
    const attention = [
      { code: 'reopened_by_channel', reason: 'Taken up again' } as const,
      { code: 'shipped_by_channel', reason: 'Shipped by itself' } as const,
    ]
    const { id: orderId } = await fixture.build({ ...cancelled, items: [{ skuId: await stocked(5) }], attention })
    await restoreOrder(fixture.ctx, { orderId })
    expect(await openCodes(orderId)).toEqual(['shipped_by_channel'])
  })

  it('is refused once the customer has been erased', async () => {
    const { id: orderId } = await fixture.build(cancelled)
    await fixture.ctx.transaction((tx) =>
      tx.update(orders).set({ erasedAt: clock.now() }).where(eq(orders.id, orderId)),
    )
    await expect(restoreOrder(fixture.ctx, { orderId })).rejects.toMatchObject({ code: 'conflict' })
  })
})
