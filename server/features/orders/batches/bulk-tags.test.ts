import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { BellItem } from '#contract/bell.ts'
import type { OrderBatch } from '#contract/order-batches.ts'
import { mostTagsOfOrder } from '#contract/order-tags.ts'
import type { OrderRow } from '#contract/orders.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { createTestApp, manualClock, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import { buildOrder, buildTag } from '#server/testing/order-fixture.ts'
import { runBatches } from './run-batches.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser

beforeAll(async () => {
  server = await createTestApp({ clock })
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  ops = await server.as('ops', companyId)
})
afterAll(() => server.close())

const place = async (change: Parameters<typeof buildOrder>[2] = {}) =>
  (await buildOrder(server.deps, companyId, change)).id

const placed = { status: 'placed' }

const start = (input: object, filter: object = placed) =>
  ops.post('/api/order-batches', {
    ...input,
    matching: { filter, listedAt: new Date(Date.now() + 60_000).toISOString() },
  })

const run = () =>
  runBatches(
    companyContext(server.deps, { actor: { type: 'job', name: 'orders.run-batches' }, origin: noOrigin }, companyId),
  )

/** Starts a batch, carries it out, and returns its outcomes by order. */
async function carryOut(input: object, filter?: object) {
  const reply = await start(input, filter)
  expect(reply.statusCode, reply.body).toBe(202)
  await run()
  const { finishedAt, results } = (
    await ops.get(`/api/order-batches/${reply.json<OrderBatch>().id}`)
  ).json<OrderBatch>()
  expect(finishedAt).not.toBeNull()
  return new Map(results.map(({ orderId, outcome, message }) => [orderId, [outcome, message]]))
}

const rowOf = async (orderId: string) => {
  const rows = (await ops.get('/api/orders')).json<OrderRow[]>()
  return rows.find(({ id }) => id === orderId)
}
const tagsOf = async (orderId: string) => (await rowOf(orderId))?.tags.map(({ name }) => name)

const bellOf = async (person: Browser) => (await person.get('/api/bell')).json<{ items: BellItem[] }>().items

it('all orders that match a filter are tagged and untagged, as the person who started it', async () => {
  const [gift, rush] = [
    await buildTag(server.deps.db, companyId, 'Gift'),
    await buildTag(server.deps.db, companyId, 'Rush'),
  ]
  const [one, two, shipped] = [await place(), await place(), await place({ status: 'shipped' })]
  await ops.post('/api/order-tags/changes', { orderIds: [one, shipped], add: [rush], remove: [] })
  const outcomes = await carryOut({ action: 'tag', tags: { add: [gift], remove: [rush] } })
  expect(outcomes).toEqual(
    new Map([
      [one, ['done', null]],
      [two, ['done', null]],
    ]),
  )
  expect([await tagsOf(one), await tagsOf(two), await tagsOf(shipped)]).toEqual([['Gift'], ['Gift'], ['Rush']])
  const audited = await auditedChanges(server.deps.db, companyId, 'order.tag')
  expect(audited.slice(-2)).toMatchObject([{ actor_name: 'Ana Ruiz' }, { actor_name: 'Ana Ruiz' }])
  expect(await auditedChanges(server.deps.db, companyId, 'order-batch.start')).toMatchObject([
    { changes: { after: { action: 'tag', orders: 2, tags: { add: [gift], remove: [rush] }, filter: placed } } },
  ])
})

it('an order with too many tags keeps its own, and the result says so', async () => {
  const tags: string[] = []
  for (let n = 0; n < mostTagsOfOrder; n++) tags.push(await buildTag(server.deps.db, companyId))
  const [full, free] = [await place(), await place()]
  await ops.post('/api/order-tags/changes', { orderIds: [full], add: tags, remove: [] })
  const late = await buildTag(server.deps.db, companyId, 'Late')
  const outcomes = await carryOut({ action: 'tag', tags: { add: [late], remove: [] } })
  expect(outcomes.get(full)).toEqual(['refused', 'An order can have up to 10 tags. Its tags were not changed.'])
  expect(outcomes.get(free)).toEqual(['done', null])
  expect(await tagsOf(full)).toHaveLength(mostTagsOfOrder)
})

it('all orders that match a filter are assigned, and the person hears of them once', async () => {
  const bo = await server.as('ops', companyId)
  const [one, two, his] = [await place(), await place(), await place()]
  await ops.post('/api/order-assignments', { orderIds: [his], userId: bo.user.id })
  clock.advance(1)
  const outcomes = await carryOut({ action: 'assign', assigneeId: bo.user.id })
  expect([...outcomes.values()]).toEqual([
    ['done', null],
    ['done', null],
    ['done', null],
  ])
  for (const orderId of [one, two, his]) expect((await rowOf(orderId))?.assignee?.id).toBe(bo.user.id)
  expect(await bellOf(bo)).toMatchObject([
    { kind: 'assigned', orders: 2, order: null, actorName: 'Ana Ruiz' },
    { kind: 'assigned', orders: 1 },
  ])
  expect((await bellOf(ops)).map(({ kind, batch }) => [kind, batch?.action])).toEqual([['batch_finished', 'assign']])
  await carryOut({ action: 'assign', assigneeId: null }, { assignee: bo.user.id })
  expect((await rowOf(one))?.assignee).toBeNull()
  expect(await bellOf(bo)).toHaveLength(2)
})

it('nothing begins for unknown tags or people, without any, or for somebody who is Read Only', async () => {
  await place()
  const other = (await buildCompany(server.deps.db)).id
  const foreign = await buildTag(server.deps.db, other)
  const own = await buildTag(server.deps.db, companyId)
  const reader = await server.as('readonly', companyId)
  const stranger = await server.as('ops', other)
  const statusOf = async (input: object) => (await start(input)).statusCode
  expect(await statusOf({ action: 'tag', tags: { add: [foreign], remove: [] } })).toBe(404)
  expect(await statusOf({ action: 'tag', tags: { add: [own], remove: [own] } })).toBe(422)
  expect(await statusOf({ action: 'tag', tags: { add: [], remove: [] } })).toBe(422)
  expect(await statusOf({ action: 'tag' })).toBe(422)
  expect(await statusOf({ action: 'assign' })).toBe(422)
  expect(await statusOf({ action: 'assign', assigneeId: reader.user.id })).toBe(409)
  expect(await statusOf({ action: 'assign', assigneeId: stranger.user.id })).toBe(404)
  const refused = await reader.post('/api/order-batches', { action: 'assign', assigneeId: null, orderIds: [newOrder] })
  expect(refused.statusCode).toBe(403)
  expect(await auditedChanges(server.deps.db, companyId, 'order-batch.start')).toEqual([])
})

const newOrder = '019c0000-0000-7000-8000-000000000000'
