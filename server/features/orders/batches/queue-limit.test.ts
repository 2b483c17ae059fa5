import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OrderBatch } from '#contract/order-batches.ts'
import { companyContext, noOrigin, type CompanyContext } from '#server/platform/context.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'
import { runBatches, hasBatchesToRun } from './run-batches.ts'

const line = 24

let server: Awaited<ReturnType<typeof createTestApp>>
let ops: Browser
let ctx: CompanyContext

beforeAll(async () => {
  server = await createTestApp()
})
beforeEach(async () => {
  ops = await server.as('ops')
  const companyId = ops.user.companyId ?? ''
  await buildAccount(server.deps, companyId)
  ctx = companyContext(server.deps, { actor: { type: 'job', name: 'orders.run-batches' }, origin: noOrigin }, companyId)
})
afterAll(() => server.close())

async function startSending(count: number): Promise<OrderBatch> {
  const { deps } = server
  const { id: skuId, sku } = await buildSku(deps.db, ctx.companyId, { stockHolder: 'amazon' })
  const { id: channelId } = await buildChannel(deps, ctx.companyId)
  const order = { channelId, items: [{ sku, skuId }] }
  const built = await Promise.all(Array.from({ length: count }, () => buildOrder(deps, ctx.companyId, order)))
  const reply = await ops.post('/api/order-batches', { action: 'fulfill', orderIds: built.map(({ id }) => id) })
  return reply.json<OrderBatch>()
}

const read = async ({ id }: OrderBatch) => (await ops.get(`/api/order-batches/${id}`)).json<OrderBatch>()
const isDue = () => ctx.transaction((tx) => hasBatchesToRun(tx, ctx.companyId, ctx.clock.now()))

/** Amazon answers so many of the queued submissions. */
const nextStateAfter = (count: number, changes: Partial<typeof fulfillments.$inferInsert>) =>
  ctx.transaction(async (tx) => {
    const found = await tx
      .select({ id: fulfillments.id })
      .from(fulfillments)
      .where(eq(fulfillments.status, 'pending'))
      .orderBy(fulfillments.id)
      .limit(count)
    const ids = found.map(({ id }) => id)
    await tx.update(fulfillments).set(changes).where(inArray(fulfillments.id, ids))
  })

it('a bulk fulfillment queues a few dozen orders for Amazon at a time and goes on as Amazon answers', async () => {
  const batch = await startSending(line + 2)
  expect(await runBatches(ctx)).toEqual({ done: 0, sending: line, refused: 0 })
  expect([await isDue(), (await read(batch)).counts]).toEqual([
    false,
    { waiting: 2, sending: line, done: 0, refused: 0 },
  ])
  await nextStateAfter(7, { status: 'submitted', acceptedAt: ctx.clock.now() })
  expect([await isDue(), (await read(batch)).counts.done]).toEqual([false, 7])
  await nextStateAfter(1, { status: 'unfulfillable', error: 'Amazon has none left.' })
  expect(await isDue()).toBe(true)
  expect(await runBatches(ctx)).toEqual({ done: 0, sending: 2, refused: 0 })
  await nextStateAfter(line, { status: 'planning', acceptedAt: ctx.clock.now() })
  expect((await read(batch)).finishedAt).toBeNull()
  expect(await isDue()).toBe(true)
  await runBatches(ctx)
  const ended = await read(batch)
  expect([ended.finishedAt === null, ended.counts]).toEqual([
    false,
    { waiting: 0, sending: 0, done: line + 1, refused: 1 },
  ])
  expect(ended.results.filter(({ outcome }) => outcome === 'refused').map(({ message }) => message)).toEqual([
    'Amazon has none left.',
  ])
})

it('a stopped bulk fulfillment leaves orders alone that are not queued yet, and ends with those that are', async () => {
  const batch = await startSending(line + 1)
  await runBatches(ctx)
  const stopped = (await ops.post(`/api/order-batches/${batch.id}/stop`)).json<OrderBatch>()
  expect([stopped.finishedAt, stopped.counts]).toEqual([null, { waiting: 0, sending: line, done: 0, refused: 1 }])

  const other = await startSending(1)
  expect(await isDue()).toBe(false)
  await nextStateAfter(line, { error: 'Amazon could not be reached.' })
  expect(await isDue(), 'an order that can’t be submitted blocks no other').toBe(true)
  await runBatches(ctx)
  expect((await read(other)).counts.sending).toBe(1)

  await nextStateAfter(line, { status: 'submitted', acceptedAt: ctx.clock.now() })
  await runBatches(ctx)
  expect((await read(batch)).finishedAt).not.toBeNull()
})

it('orders of a refused account do not count as queued', async () => {
  const batch = await startSending(line + 1)
  await runBatches(ctx)
  await ctx.transaction((tx) => tx.update(amazonIntegrations).set({ isActive: false }))
  await buildAccount(server.deps, ctx.companyId)
  expect(await isDue()).toBe(true)
  await runBatches(ctx)
  expect((await read(batch)).counts).toMatchObject({ waiting: 0, sending: line + 1 })
})

it('a queued order that somebody cancels is reported as refused', async () => {
  const batch = await startSending(1)
  await runBatches(ctx)
  await nextStateAfter(1, { status: 'cancelled' })
  expect((await read(batch)).results).toMatchObject([
    { outcome: 'refused', message: 'The order was cancelled before Amazon accepted it.' },
  ])
})

it('a bulk fulfillment refuses to send an order a second time', async () => {
  const batch = await startSending(2)
  await runBatches(ctx)
  const orderIds = batch.results.map(({ orderId }) => orderId)
  const again = (await ops.post('/api/order-batches', { action: 'fulfill', orderIds })).json<OrderBatch>()
  await runBatches(ctx)
  const { finishedAt, results } = await read(again)
  expect(finishedAt).not.toBeNull()
  expect(results.map(({ message }) => message)).toEqual(orderIds.map(() => 'The order is being sent to Amazon.'))
  expect(await ctx.transaction((tx) => tx.select().from(fulfillments))).toHaveLength(2)
})
