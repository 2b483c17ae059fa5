import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { restoreOrder } from '../actions/restore-order.ts'

const clock = manualClock(new Date('2026-03-02T09:10:00Z'))
let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps({ clock })
})
afterAll(() => test.close())

const cancelled = (minute: number) => orderEventBody('order.cancelled', minute, { externalOrderId: '1' })

async function takeInOf(world: IntakeFixture, ...news: string[]) {
  await world.deliverAll(news)
  await world.processInbox()
}

/** An order that its channel cancelled at 9:03 and a person took up again at 9:10. */
async function restoredWorld() {
  const world = await createIntakeFixture(test.deps, { channel: { config: { autoFulfill: true } } })
  await takeInOf(world, orderEventBody('order.created', 1, anOrder('1')), cancelled(3))
  const [order] = await world.orders()
  expect(order).toMatchObject({ status: 'cancelled' })
  expect(await restoreOrder(world.ctx, { orderId: order?.id ?? '' })).toMatchObject({ status: 'placed' })
  return world
}

describe('an order that a person has restored', () => {
  it('is not cancelled by the earlier cancellation', async () => {
    const world = await restoredWorld()
    await takeInOf(world, cancelled(3))
    await takeInOf(world, cancelled(4))
    expect(await world.orders()).toMatchObject([{ status: 'placed', fulfillAfter: expect.any(String) }])
    expect(await world.held()).toEqual({ MUG: 1, 'TEE-L': 2 })
  })

  it('is cancelled by a later cancellation', async () => {
    const world = await restoredWorld()
    await takeInOf(world, cancelled(20))
    expect(await world.orders()).toMatchObject([{ status: 'cancelled', fulfillAfter: null }])
    expect(await world.held()).toEqual({ MUG: 0, 'TEE-L': 0 })
  })

  it.each([
    ['is told of once more, since nobody had heard of it', 'pending', 'skipped', 'skipped', 'pending', 'pending'],
    ['is not told of twice', 'sent', 'sent', 'sent'],
  ] as const)('and that is cancelled again %s', async (_what, became, ...expected) => {
    const world = await createIntakeFixture(test.deps)
    await takeInOf(world, orderEventBody('order.created', 1, anOrder('1')))
    await takeInOf(world, cancelled(3))
    const about = eq(notifications.type, 'order_cancelled')
    await world.ctx.transaction((tx) => tx.update(notifications).set({ status: became }).where(about))
    const [{ id: orderId } = { id: '' }] = await world.orders()
    await restoreOrder(world.ctx, { orderId })
    await takeInOf(world, cancelled(20))
    const rows = await world.ctx.transaction((tx) => tx.select().from(notifications).where(about))
    expect(rows.map(({ status }) => status).toSorted()).toEqual(expected.toSorted())
  })

  it('follows its channel without a reopening', async () => {
    const world = await restoredWorld()
    await takeInOf(world, orderEventBody('order.updated', 12, anOrder('1', { notes: 'Ring twice' })))
    expect(await world.open()).toEqual([])
    expect(await world.orders()).toMatchObject([{ status: 'placed', fulfillAfter: expect.any(String) }])
  })

  it('raises attention for each cancellation when Amazon once had it', async () => {
    const world = await restoredWorld()
    const [{ id: orderId } = { id: '' }] = await world.orders()
    const sent = { companyId: world.companyId, id: newId(), orderId, attempt: 1, status: 'received' } as const
    await world.ctx.transaction((tx) => tx.insert(fulfillments).values(sent))
    await takeInOf(world, cancelled(20))
    expect(await world.open()).toMatchObject([{ code: 'cancelled_by_channel' }])
    await world.ctx.transaction(async (tx) => {
      await tx.update(fulfillments).set({ status: 'cancelled' })
      await tx.update(orders).set({ status: 'cancelled', cancelledAt: clock.now() })
      await tx.update(attentionItems).set({ resolvedAt: clock.now(), resolution: 'The order was cancelled.' })
    })
    clock.advance(30 * 60)
    await restoreOrder(world.ctx, { orderId })
    await takeInOf(world, cancelled(20))
    expect(await world.open()).toEqual([])
    await takeInOf(world, cancelled(50))
    expect(await world.open()).toMatchObject([{ code: 'cancelled_by_channel' }])
  })
})
