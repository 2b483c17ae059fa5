import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addNote } from '#server/features/orders/actions/actions.ts'
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
  const world = await createPurgeFixture(test.deps)
  const { id } = await ingestPersonalOrder(world, '1')
  await closeOrder(world, id, purgeStart)
  world.clock.advance(30 * day)
  await world.purge()
  const again = anOrder('1', { notes: 'Ring twice', customer: { email: 'ana@example.com', phone: '+12065550111' } })
  await world.deliverAll([orderEventBody('order.updated', 50, again), orderEventBody('order.created', 0, again)])
  await world.processInbox()
  const people = await world.ctx.transaction((tx) => tx.select().from(customers))
  expect(people).toMatchObject([{ email: null, phone: null }])
  const [order] = await world.ctx.transaction((tx) => tx.select().from(orders).where(eq(orders.id, id)))
  expect(order).toMatchObject({ customerName: null, notes: null })
  await expect(addNote(world.ctx, { orderId: id, text: 'Ana called' })).rejects.toThrow('erased')
  await world.purge()
  expect(await countRemaining(world.deps, world.companyId)).toEqual(nothingRemaining())
})

it('an erased order can be cancelled without a reason, and keeps no resolution text', async () => {
  const world = await createPurgeFixture(test.deps)
  const { id: orderId } = await ingestPersonalOrder(world, '1')
  const [{ companyId, ctx }, attentionId] = [world, newId()]
  await ctx.transaction(async (tx) => {
    const item = { id: attentionId, code: 'totals_differ', reason: 'A cent', raisedAt: purgeStart } as const
    await tx.insert(attentionItems).values({ companyId, orderId, ...item })
    await tx.update(orders).set({ erasedAt: purgeStart }).where(eq(orders.id, orderId))
  })
  await dismissAttention(ctx, { attentionId, reason: 'Ana agreed' })
  await expect(cancelOrder(ctx, { orderId, reason: 'Ana moved' })).rejects.toThrow('erased')
  expect(await cancelOrder(ctx, { orderId })).toMatchObject({ status: 'cancelled' })
  expect(JSON.stringify(await world.timelineOf(orderId))).not.toMatch(/Ana (agreed|moved)/)
  await world.purge()
  expect((await world.attention()).filter(({ resolution }) => resolution !== null)).toEqual([])
})
