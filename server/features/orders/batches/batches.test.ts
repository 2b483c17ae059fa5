import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderBatch } from '#contract/order-batches.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { orderBatches } from '#server/platform/db/schema/order-batches.ts'
import { orderEvents, orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { auditedChanges, buildChannel } from '#server/testing/channels.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { runBatches, hasBatchesToRun } from './run-batches.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let channelId: string
let ops: Browser

beforeAll(async () => {
  server = await createTestApp()
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  channelId = (await buildChannel(server.deps, companyId)).id
  ops = await server.as('ops', companyId)
})
afterAll(() => server.close())

const place = async (...changes: Parameters<typeof buildOrder>[2][]) => {
  const placed: string[] = []
  for (const change of changes) placed.push((await buildOrder(server.deps, companyId, { channelId, ...change })).id)
  return placed
}

async function start(input: object): Promise<OrderBatch> {
  const reply = await ops.post('/api/order-batches', input)
  if (reply.statusCode !== 202) throw new Error(reply.body)
  return reply.json<OrderBatch>()
}

const contextOf = () =>
  companyContext(server.deps, { actor: { type: 'job', name: 'orders.run-batches' }, origin: noOrigin }, companyId)
const run = () => runBatches(contextOf())
const read = async ({ id }: Pick<OrderBatch, 'id'>) => (await ops.get(`/api/order-batches/${id}`)).json<OrderBatch>()
const isAwake = () => contextOf().transaction((tx) => hasBatchesToRun(tx, companyId, new Date()))

const ordersOf = (orderIds: readonly string[]) =>
  contextOf().transaction((tx) => tx.select().from(orders).where(inArray(orders.id, orderIds)).orderBy(asc(orders.id)))

describe('a batch of orders', () => {
  it('is applied one by one, with a result for each and the name of the user who started it', async () => {
    const [first = '', shipped = '', last = ''] = await place({}, { status: 'shipped' }, {})
    const begun = await start({ action: 'acknowledge', orderIds: [first, shipped, last, first] })
    expect(begun).toMatchObject({
      action: 'acknowledge',
      startedBy: 'Ana Ruiz',
      finishedAt: null,
      total: 3,
      counts: { waiting: 3, sending: 0, done: 0, refused: 0 },
    })
    expect(await isAwake()).toBe(true)
    expect(await run()).toEqual({ done: 2, sending: 0, refused: 1 })
    const ended = await read(begun)
    expect(ended.finishedAt).toBe(server.deps.clock.now().toISOString())
    expect(ended.counts).toEqual({ waiting: 0, sending: 0, done: 2, refused: 1 })
    expect(ended.results.map(({ orderId, outcome, status, message }) => [orderId, outcome, status, message])).toEqual([
      [first, 'done', 'acknowledged', null],
      [shipped, 'refused', 'shipped', 'The order has shipped.'],
      [last, 'done', 'acknowledged', null],
    ])
    const entries = await contextOf().transaction((tx) =>
      tx.select().from(orderEvents).where(eq(orderEvents.event, 'order.acknowledged')),
    )
    expect(entries.map(({ actorName, userId }) => [actorName, userId])).toEqual([
      ['Ana Ruiz', ops.user.id],
      ['Ana Ruiz', ops.user.id],
    ])
    expect(await auditedChanges(server.deps.db, companyId, 'order.acknowledge')).toHaveLength(2)
    expect(await auditedChanges(server.deps.db, companyId, 'order-batch.start')).toMatchObject([
      { actor_name: 'Ana Ruiz', changes: { after: { action: 'acknowledge', orders: 3 } } },
    ])
    expect(await isAwake()).toBe(false)
  })

  it('holds orders with a reason and releases them', async () => {
    const orderIds = await place({}, {})
    expect((await ops.post('/api/order-batches', { action: 'hold', orderIds })).statusCode).toBe(422)
    await start({ action: 'hold', orderIds, reason: 'Fraud check' })
    await run()
    expect((await ordersOf(orderIds)).map(({ holdReason }) => holdReason)).toEqual(['Fraud check', 'Fraud check'])
    const again = await start({ action: 'hold', orderIds, reason: 'Again' })
    await start({ action: 'release', orderIds })
    await run()
    expect((await read(again)).results.map(({ message }) => message)).toEqual([
      'The order is already on hold.',
      'The order is already on hold.',
    ])
    expect((await ordersOf(orderIds)).map(({ heldAt }) => heldAt)).toEqual([null, null])
  })

  it('applies each order once, however many workers run', async () => {
    const orderIds = await place({}, {}, {}, {}, {}, {})
    const batch = await start({ action: 'acknowledge', orderIds })
    const tallies = await Promise.all([run(), run(), run()])
    expect(tallies.reduce((sum, { done }) => sum + done, 0)).toBe(6)
    expect((await read(batch)).counts).toMatchObject({ done: 6, refused: 0 })
    expect(await auditedChanges(server.deps.db, companyId, 'order.acknowledge')).toHaveLength(6)
    expect(await run()).toEqual({ done: 0, sending: 0, refused: 0 })
  })

  it('does not make a small batch of somebody else wait', async () => {
    const many = await start({ action: 'acknowledge', orderIds: await place({}, {}, {}, {}) })
    const [mine = ''] = await place({})
    const few = await start({ action: 'acknowledge', orderIds: [mine] })
    await run()
    const entries = await contextOf().transaction((tx) =>
      tx.select().from(orderEvents).where(eq(orderEvents.event, 'order.acknowledged')).orderBy(asc(orderEvents.id)),
    )
    expect(entries.findIndex(({ orderId }) => orderId === mine)).toBe(1)
    expect([(await read(many)).finishedAt, (await read(few)).finishedAt]).not.toContain(null)
  })

  it('goes on with the others when one fails by an error of ours', async () => {
    const [broken = '', whole = ''] = await place({}, {})
    const batch = await start({ action: 'hold', orderIds: [broken, whole], reason: 'Fraud check' })
    const ctx = contextOf()
    let isFirst = true
    const announce: typeof ctx.publishChange = async (tx, topic) => {
      if (isFirst) {
        isFirst = false
        throw new TypeError('Nobody is there')
      }
      await ctx.publishChange(tx, topic)
    }
    expect(await runBatches({ ...ctx, publishChange: announce })).toEqual({ done: 1, sending: 0, refused: 1 })
    expect((await read(batch)).results.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['refused', 'Something went wrong on our side. Try this order again.'],
      ['done', null],
    ])
    expect((await ordersOf([broken, whole])).map(({ holdReason }) => holdReason)).toEqual([null, 'Fraud check'])
  })
})

describe('stopping a batch', () => {
  it('leaves orders alone that have not begun', async () => {
    const orderIds = await place({}, {})
    const batch = await start({ action: 'acknowledge', orderIds })
    const stopped = (await ops.post(`/api/order-batches/${batch.id}/stop`)).json<OrderBatch>()
    expect(stopped.finishedAt).not.toBeNull()
    expect(stopped.results.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['refused', 'Stopped by Ana Ruiz.'],
      ['refused', 'Stopped by Ana Ruiz.'],
    ])
    expect(await run()).toEqual({ done: 0, sending: 0, refused: 0 })
    expect((await ordersOf(orderIds)).map(({ status }) => status)).toEqual(['placed', 'placed'])
    expect(await auditedChanges(server.deps.db, companyId, 'order-batch.stop')).toMatchObject([
      { changes: { after: { leftAlone: 2 } } },
    ])
  })

  it('changes nothing and is not audited once everything is done', async () => {
    const batch = await start({ action: 'acknowledge', orderIds: await place({}) })
    await run()
    const ended = await read(batch)
    expect((await ops.post(`/api/order-batches/${batch.id}/stop`)).json()).toEqual(ended)
    expect(await auditedChanges(server.deps.db, companyId, 'order-batch.stop')).toEqual([])
  })
})

describe('a batch of another company', () => {
  it('is not started when an order is not of the company', async () => {
    const elsewhere = (await buildCompany(server.deps.db)).id
    const foreign = await buildOrder(server.deps, elsewhere)
    const [own = ''] = await place({})
    for (const orderId of [foreign.id, newId()]) {
      const reply = await ops.post('/api/order-batches', { action: 'acknowledge', orderIds: [own, orderId] })
      expect([reply.statusCode, reply.body.includes(orderId)]).toEqual([404, false])
    }
    expect(await contextOf().transaction((tx) => tx.select().from(orderBatches))).toEqual([])
  })

  it('can be neither read nor stopped by others', async () => {
    const batch = await start({ action: 'acknowledge', orderIds: await place({}) })
    const stranger = await server.as('ops')
    expect((await stranger.get(`/api/order-batches/${batch.id}`)).statusCode).toBe(404)
    expect((await stranger.post(`/api/order-batches/${batch.id}/stop`)).statusCode).toBe(404)
    expect((await read(batch)).counts.waiting).toBe(1)
  })

  it('takes at most 500 orders', async () => {
    const orderIds = Array.from({ length: 501 }, () => newId())
    const reply = await ops.post('/api/order-batches', { action: 'acknowledge', orderIds })
    expect([reply.statusCode, reply.body]).toEqual([422, expect.stringContaining('Choose up to 500 orders at a time')])
  })
})
