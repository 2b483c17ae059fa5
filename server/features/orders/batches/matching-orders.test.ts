import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mostMatchingOrders, type OrderBatch } from '#contract/order-batches.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { auditedChanges, buildChannel } from '#server/testing/channels.ts'
import { buildFulfillment } from '#server/testing/stock.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { hashEmail } from '../intake/buyers.ts'
import { runBatches } from './run-batches.ts'

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

const place = async (change: Parameters<typeof buildOrder>[2] = {}) =>
  (await buildOrder(server.deps, companyId, { channelId, ...change })).id

const later = () => new Date(Date.now() + 60_000).toISOString()

const start = (filter: object, { listedAt = later(), ...input }: { listedAt?: string; action?: string } = {}) =>
  ops.post('/api/order-batches', { action: 'acknowledge', ...input, matching: { filter, listedAt } })

const run = () =>
  runBatches(
    companyContext(server.deps, { actor: { type: 'job', name: 'orders.run-batches' }, origin: noOrigin }, companyId),
  )

const idsOf = (batch: OrderBatch) => batch.results.map(({ orderId }) => orderId)

it('a batch takes all orders that match the filter, newest first', async () => {
  const older = await place({ placedAt: new Date('2026-03-01T12:00:00Z') })
  await place({ status: 'shipped' })
  const newer = await place({ placedAt: new Date('2026-03-03T12:00:00Z') })
  await place({ placedAt: new Date('2026-02-01T12:00:00Z') })
  const reply = await start({ status: 'placed', from: '2026-03-01' })
  expect(reply.statusCode, reply.body).toBe(202)
  expect(idsOf(reply.json<OrderBatch>())).toEqual([newer, older])
  await run()
  const ended = (await ops.get(`/api/order-batches/${reply.json<OrderBatch>().id}`)).json<OrderBatch>()
  expect(ended.results.map(({ status }) => status)).toEqual(['acknowledged', 'acknowledged'])
})

it('a search is followed, also one by a customer’s email address, and is not logged', async () => {
  const { id: own, customer } = await buildOrder(server.deps, companyId, { channelId, customer: { firstName: 'Zoe' } })
  await server.deps.db.inCompany(companyId, (tx) =>
    tx
      .update(customers)
      .set({ emailHash: hashEmail({ vault: server.deps.vault, companyId }, 'zoe@example.com') })
      .where(eq(customers.id, customer?.id ?? '')),
  )
  await place({ customer: { firstName: 'Bo' } })
  expect(idsOf((await start({ search: 'zoe' })).json<OrderBatch>())).toEqual([own])
  expect(idsOf((await start({ search: 'zoe@example.com', status: 'placed' })).json<OrderBatch>())).toEqual([own])
  const changes = await auditedChanges(server.deps.db, companyId, 'order-batch.start')
  expect(JSON.stringify(changes)).not.toContain('zoe')
  expect(changes).toMatchObject([
    { changes: { after: { orders: 1, filter: {}, isSearched: true } } },
    { changes: { after: { orders: 1, filter: { status: 'placed' }, isSearched: true } } },
  ])
})

it('orders that came in after the list was read are left out', async () => {
  const seen = await place()
  const listedAt = new Date().toISOString()
  await place()
  expect(idsOf((await start({}, { listedAt })).json<OrderBatch>())).toEqual([seen])
})

it('nothing begins when no order matches any more, at a foreign channel, or for neither ids nor a filter', async () => {
  await place()
  const none = await start({ status: 'delivered' })
  expect([none.statusCode, none.body]).toEqual([
    409,
    expect.stringContaining('No orders match anymore. Reload the list.'),
  ])
  const foreign = await buildChannel(server.deps, (await buildCompany(server.deps.db)).id)
  expect((await start({ channelId: foreign.id })).statusCode).toBe(404)
  expect((await ops.post('/api/order-batches', { action: 'acknowledge' })).statusCode).toBe(422)
})

it('a batch has at most a thousand orders', async () => {
  await place()
  await server.deps.db.inCompany(companyId, (tx) =>
    tx.execute(sql`
      insert into orders (company_id, id, order_number, channel_id, external_order_id, placed_at)
      select company_id, new_id(), order_number || n, channel_id, external_order_id || n, placed_at
      from orders, generate_series(1, ${mostMatchingOrders}::int) as n`),
  )
  const reply = await start({})
  expect([reply.statusCode, reply.body]).toEqual([409, expect.stringContaining('More than 1,000 orders match')])
})

it('orders are cancelled, or Amazon is asked to stop them, with the reason', async () => {
  const open = await place()
  const sentOrder = await buildOrder(server.deps, companyId, { channelId, status: 'sent_to_fulfillment' })
  await buildFulfillment(server.deps.db, companyId, sentOrder, { status: 'planning' })
  const sent = sentOrder.id
  const delivered = await place({ status: 'delivered' })
  const reply = await ops.post('/api/order-batches', {
    action: 'cancel',
    reason: 'Recalled',
    orderIds: [open, sent, delivered],
  })
  await run()
  const ended = (await ops.get(`/api/order-batches/${reply.json<OrderBatch>().id}`)).json<OrderBatch>()
  expect(ended.results.map(({ status, outcome, message }) => [status, outcome, message])).toEqual([
    ['cancelled', 'done', null],
    ['sent_to_fulfillment', 'done', null],
    ['delivered', 'refused', 'The order has been delivered.'],
  ])
  expect(await auditedChanges(server.deps.db, companyId, 'order.cancel')).toMatchObject([
    { actor_name: 'Ana Ruiz', changes: { after: { status: 'cancelled', reason: 'R•••' } } },
    { actor_name: 'Ana Ruiz', changes: { after: { purpose: 'cancel_order', reason: 'R•••' } } },
  ])
})
