import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createSubmissionFixture,
  type SubmissionCompany,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { holdOrder, releaseOrder } from './actions/actions.ts'
import { fulfillOrder } from './fulfillment/request-fulfillment.ts'
import { requestCancellation } from './fulfillment/request-cancellation.ts'
import { sellerFulfillmentOrderId } from './fulfillment/amazon-order-id.ts'
import { lockIntake, reserveOrderNumbers } from './intake/queries.ts'
import { reconcileAfterRestore } from './reconcile-after-restore.ts'

let test: SubmissionFixture
let fixture: SubmissionCompany

beforeAll(async () => {
  test = await createSubmissionFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  test.amazon.fulfillments.length = 0
  fixture = await test.company()
})

const restore = { restoredTo: new Date('2026-03-02T08:30:00Z'), foundAt: new Date('2026-03-02T09:30:00Z') }
const reconcile = () => reconcileAfterRestore(fixture.ctx, restore)

it('an unsent order that Amazon does not have is put on hold', async () => {
  const order = await fixture.sell({ fulfillAfter: test.clock.now() })
  expect(await reconcile()).toEqual({ known: 0, held: 1 })
  expect(await fixture.row(order.id)).toMatchObject({
    status: 'placed',
    fulfillAfter: null,
    holdReason: expect.stringContaining('2026-03-02 08:30 UTC'),
  })
  await expect(fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })).rejects.toThrow('on hold')
  await releaseOrder(fixture.ctx, { orderId: order.id })
  await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
  expect(await fixture.send()).toMatchObject({ accepted: 1 })
})

it('a pending attempt that Amazon does not have is ended, and its order put on hold', async () => {
  const { id } = await fixture.ask()
  expect(await reconcile()).toEqual({ known: 0, held: 1 })
  expect(await fixture.attempts(id)).toMatchObject([{ status: 'cancelled' }])
  expect(await fixture.row(id)).toMatchObject({ status: 'placed', heldAt: expect.any(Date) })
  expect(await fixture.attention(id)).toEqual([])
  expect(await fixture.send()).toMatchObject({ accepted: 0 })
  expect(test.amazon.fulfillments).toEqual([])
})

it('an order that Amazon has is resumed, and nothing is sent twice', async () => {
  const waiting = await fixture.sell()
  const pending = await fixture.ask()
  const held = await fixture.sell()
  await holdOrder(fixture.ctx, { orderId: held.id, reason: 'Fraud check' })
  for (const order of [waiting, pending]) {
    const lines = [{ itemId: 'of the database before', sku: fixture.sku, quantity: 2, cancelled: 0, unfulfillable: 0 }]
    test.amazon.put(sellerFulfillmentOrderId(order, 1), { status: 'processing', lines })
  }
  expect(await reconcile()).toEqual({ known: 2, held: 0 })
  expect(await fixture.row(held.id)).toMatchObject({ holdReason: 'Fraud check' })
  await fixture.send()
  expect(test.amazon.fulfillments.map(({ submission }) => submission)).toEqual([null, null])
  for (const { id } of [waiting, pending]) {
    expect(await fixture.attempts(id)).toMatchObject([{ status: 'processing' }])
    expect(await fixture.row(id)).toMatchObject({ status: 'sent_to_fulfillment', heldAt: null })
  }
})

it('a pending attempt that Amazon does not have is ended also when the rest was sent, or a cancellation was requested', async () => {
  const parts = await fixture.sell({ quantity: 2 })
  const orderItemId = parts.items[0]?.id ?? ''
  await fulfillOrder(fixture.ctx, { orderId: parts.id, insists: false, items: [{ orderItemId, quantity: 1 }] })
  await fixture.send()
  await fulfillOrder(fixture.ctx, { orderId: parts.id, insists: false })
  const [resent, unwanted] = [await fixture.ask(), await fixture.ask()]
  await fixture.ctx.transaction(async (tx) => {
    await requestCancellation(tx, fixture.ctx, { orderId: resent.id, purpose: 'send_again' })
    await requestCancellation(tx, fixture.ctx, { orderId: unwanted.id, purpose: 'cancel_order' })
  })
  expect(await reconcile()).toEqual({ known: 0, held: 1 })
  expect(await fixture.row(parts.id)).toMatchObject({ status: 'sent_to_fulfillment', heldAt: null })
  expect(await fixture.attempts(parts.id)).toMatchObject([{ status: 'submitted' }, { status: 'cancelled' }])
  expect(await fixture.row(resent.id)).toMatchObject({ status: 'placed', heldAt: expect.any(Date) })
  expect(await fixture.attempts(resent.id)).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }])
  expect(await fixture.row(unwanted.id)).toMatchObject({ status: 'cancelled' })
  await fixture.send()
  expect(test.amazon.fulfillments).toHaveLength(1)
})

it('reconciling can run twice, and skips order numbers that may have been given out', async () => {
  const { companyId, ctx } = fixture
  const next = () =>
    ctx.transaction(async (tx) => {
      await lockIntake(tx, companyId)
      return Number((await reserveOrderNumbers(tx, companyId, 1))[0]?.slice(3))
    })
  const before = await next()
  const { id } = await fixture.sell()
  const createdAt = new Date(restore.restoredTo.getTime() - 60_000).toISOString()
  await ctx.transaction((tx) =>
    tx.execute(sql`update orders set created_at = ${createdAt}::timestamptz where id = ${id}`),
  )
  await reconcile()
  expect(await next()).toBe(before + 1 + 1000 + 2)
  expect(await reconcile()).toEqual({ known: 0, held: 0 })
})
