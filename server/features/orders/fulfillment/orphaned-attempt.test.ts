import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSubmissionFixture, type SubmissionFixture } from '#server/testing/fulfillment-fixture.ts'
import { resendOrder } from './request-fulfillment.ts'
import { sellerFulfillmentOrderId } from './amazon-order-id.ts'
import { submitDueAttempts } from './submit-attempts.ts'

let test: SubmissionFixture
beforeAll(async () => {
  test = await createSubmissionFixture()
})
afterAll(() => test.close())

/** An order from before the restore, and what Amazon has of it by attempt number. */
async function ask(atAmazon: Record<number, 'shipped' | 'cancelled'>) {
  const fixture = await test.company()
  const order = await fixture.ask()
  const sku = { itemId: 'of the database before', sku: fixture.sku, quantity: 2, cancelled: 0, unfulfillable: 0 }
  for (const [attempt, status] of Object.entries(atAmazon)) {
    test.amazon.put(sellerFulfillmentOrderId(order, Number(attempt)), { lines: [sku] })
    test.amazon.advance(sellerFulfillmentOrderId(order, Number(attempt)), status)
  }
  const gate = { restoredAt: test.clock.now(), closedBy: null }
  const submitted = () =>
    test.amazon.fulfillments.flatMap(({ externalId, submission }) => (submission ? [externalId] : []))
  return { ...fixture, order, submitted, send: () => submitDueAttempts({ ...fixture.job, gate }) }
}

it('after a restore, an order that Amazon has under the id of a later attempt is not shipped again but resumed', async () => {
  const { order, send, ...fixture } = await ask({ 2: 'shipped' })
  expect(await send()).toMatchObject({ refused: 1 })
  expect(await fixture.attempts(order.id)).toMatchObject([
    {
      errorCode: 'id_taken',
      error: expect.stringContaining(`Amazon has this order as ${sellerFulfillmentOrderId(order, 2)}`),
    },
  ])
  await resendOrder(fixture.ctx, { orderId: order.id, insists: false })
  expect(await send()).toMatchObject({ accepted: 1 })
  expect(await fixture.row(order.id)).toMatchObject({ status: 'shipped' })
  expect(fixture.submitted()).not.toContain(sellerFulfillmentOrderId(order, 1))
})

it('after a restore, an order is sent when Amazon has cancelled the later id, or has its own', async () => {
  const later = await ask({ 2: 'cancelled' })
  expect(await later.send()).toMatchObject({ accepted: 1 })
  expect(later.submitted()).toContain(sellerFulfillmentOrderId(later.order, 1))
  const own = await ask({ 1: 'shipped', 2: 'shipped' })
  expect(await own.send()).toMatchObject({ accepted: 1 })
  expect(own.submitted()).not.toContain(sellerFulfillmentOrderId(own.order, 1))
})

it('no later id is looked up on a database that was never restored', async () => {
  const fixture = await test.company()
  const order = await fixture.ask()
  test.amazon.asked.length = 0
  await fixture.send()
  expect(test.amazon.asked.filter(({ externalId }) => externalId === sellerFulfillmentOrderId(order, 2))).toEqual([])
})
