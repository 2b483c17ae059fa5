import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addNote } from '#server/features/orders/teamwork/notes.ts'
import { dismissAttention } from '#server/features/orders/actions/dismiss-attention.ts'
import { cancelOrder } from '#server/features/orders/fulfillment/request-cancellation.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { anOrder, orderEventBody } from '#server/testing/intake-fixture.ts'
import {
  closeOrder,
  countRemaining,
  nothingRemaining,
  ingestPersonalOrder,
  createPurgeFixture,
  purgeStart,
} from '#server/testing/privacy-fixture.ts'

const day = 24 * 3600

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

it('an erased order stays erased when its channel sends it again, and takes no notes on its customer', async () => {
  const fixture = await createPurgeFixture(test.deps)
  const { id } = await ingestPersonalOrder(fixture, '1')
  await closeOrder(fixture, id, purgeStart)
  fixture.clock.advance(30 * day)
  await fixture.purge()
  const again = anOrder('1', { notes: 'Ring twice', customer: { email: 'ana@example.com', phone: '+12065550111' } })
  await fixture.deliverAll([orderEventBody('order.updated', 50, again), orderEventBody('order.created', 0, again)])
  await fixture.processInbox()
  const people = await fixture.ctx.transaction((tx) => tx.select().from(customers))
  expect(people).toMatchObject([{ email: null, phone: null }])
  const [order] = await fixture.ctx.transaction((tx) => tx.select().from(orders).where(eq(orders.id, id)))
  expect(order).toMatchObject({ customerName: null, notes: null })
  await expect(addNote(fixture.ctx, { orderId: id, text: 'Ana called' })).rejects.toThrow('erased')
  await fixture.purge()
  expect(await countRemaining(fixture.deps, fixture.companyId)).toEqual(nothingRemaining())
})

it('an erased order can be cancelled without a reason, and keeps no resolution text', async () => {
  const fixture = await createPurgeFixture(test.deps)
  const { id: orderId } = await ingestPersonalOrder(fixture, '1')
  const [{ companyId, ctx }, attentionId] = [fixture, newId()]
  await ctx.transaction(async (tx) => {
    const item = { id: attentionId, code: 'totals_differ', reason: 'A cent', raisedAt: purgeStart } as const
    await tx.insert(attentionItems).values({ companyId, orderId, ...item })
    await tx.update(orders).set({ erasedAt: purgeStart }).where(eq(orders.id, orderId))
  })
  await dismissAttention(ctx, { attentionId, reason: 'Ana agreed' })
  await expect(cancelOrder(ctx, { orderId, reason: 'Ana moved' })).rejects.toThrow('erased')
  expect(await cancelOrder(ctx, { orderId })).toMatchObject({ status: 'cancelled' })
  expect(JSON.stringify(await fixture.timelineOf(orderId))).not.toMatch(/Ana (agreed|moved)/)
  await fixture.purge()
  expect((await fixture.attention()).filter(({ resolution }) => resolution !== null)).toEqual([])
})
