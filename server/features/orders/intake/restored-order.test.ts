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

async function ingest(fixture: IntakeFixture, ...bodies: string[]) {
  await fixture.deliverAll(bodies)
  await fixture.processInbox()
}

/** An order that its channel cancelled at 9:03 and a person restored at 9:10. */
async function createRestoredOrder() {
  const fixture = await createIntakeFixture(test.deps, { channel: { config: { autoFulfill: true } } })
  await ingest(fixture, orderEventBody('order.created', 1, anOrder('1')), cancelled(3))
  const [order] = await fixture.orders()
  expect(order).toMatchObject({ status: 'cancelled' })
  expect(await restoreOrder(fixture.ctx, { orderId: order?.id ?? '' })).toMatchObject({ status: 'placed' })
  return fixture
}

describe('an order that a person has restored', () => {
  it('is not cancelled by the earlier cancellation', async () => {
    const fixture = await createRestoredOrder()
    await ingest(fixture, cancelled(3))
    await ingest(fixture, cancelled(4))
    expect(await fixture.orders()).toMatchObject([{ status: 'placed', fulfillAfter: expect.any(String) }])
    expect(await fixture.held()).toEqual({ MUG: 1, 'TEE-L': 2 })
  })

  it('is cancelled by a later cancellation', async () => {
    const fixture = await createRestoredOrder()
    await ingest(fixture, cancelled(20))
    expect(await fixture.orders()).toMatchObject([{ status: 'cancelled', fulfillAfter: null }])
    expect(await fixture.held()).toEqual({ MUG: 0, 'TEE-L': 0 })
  })

  it.each([
    ['sends the message again, since it had not been sent', 'pending', 'skipped', 'skipped', 'pending', 'pending'],
    ['sends no message twice', 'sent', 'sent', 'sent'],
  ] as const)('and that is cancelled again %s', async (_what, became, ...expected) => {
    const fixture = await createIntakeFixture(test.deps)
    await ingest(fixture, orderEventBody('order.created', 1, anOrder('1')))
    await ingest(fixture, cancelled(3))
    const about = eq(notifications.type, 'order_cancelled')
    await fixture.ctx.transaction((tx) => tx.update(notifications).set({ status: became }).where(about))
    const [{ id: orderId } = { id: '' }] = await fixture.orders()
    await restoreOrder(fixture.ctx, { orderId })
    await ingest(fixture, cancelled(20))
    const rows = await fixture.ctx.transaction((tx) => tx.select().from(notifications).where(about))
    expect(rows.map(({ status }) => status).toSorted()).toEqual(expected.toSorted())
  })

  it('follows its channel without a reopening', async () => {
    const fixture = await createRestoredOrder()
    await ingest(fixture, orderEventBody('order.updated', 12, anOrder('1', { notes: 'Ring twice' })))
    expect(await fixture.open()).toEqual([])
    expect(await fixture.orders()).toMatchObject([{ status: 'placed', fulfillAfter: expect.any(String) }])
  })

  it('raises attention for each cancellation when Amazon once had it', async () => {
    const fixture = await createRestoredOrder()
    const [{ id: orderId } = { id: '' }] = await fixture.orders()
    const sent = { companyId: fixture.companyId, id: newId(), orderId, attempt: 1, status: 'received' } as const
    await fixture.ctx.transaction((tx) => tx.insert(fulfillments).values(sent))
    await ingest(fixture, cancelled(20))
    expect(await fixture.open()).toMatchObject([{ code: 'cancelled_by_channel' }])
    await fixture.ctx.transaction(async (tx) => {
      await tx.update(fulfillments).set({ status: 'cancelled' })
      await tx.update(orders).set({ status: 'cancelled', cancelledAt: clock.now() })
      await tx.update(attentionItems).set({ resolvedAt: clock.now(), resolution: 'The order was cancelled.' })
    })
    clock.advance(30 * 60)
    await restoreOrder(fixture.ctx, { orderId })
    await ingest(fixture, cancelled(20))
    expect(await fixture.open()).toEqual([])
    await ingest(fixture, cancelled(50))
    expect(await fixture.open()).toMatchObject([{ code: 'cancelled_by_channel' }])
  })
})
