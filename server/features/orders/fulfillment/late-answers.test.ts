import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import {
  externalIdOf,
  createTrackingFixture,
  type TrackingFixture,
  createSubmissionFixture,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { cancelOrder } from './request-cancellation.ts'
import { submitDueAttempts } from './submit-attempts.ts'

let test: SubmissionFixture
let desk: TrackingFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())
beforeEach(async () => {
  test.amazon.meanwhile = () => {}
  desk = await createTrackingFixture(test)
})

const live = () => test.amazon.live().filter(({ accountId }) => accountId === desk.accountId)
const refuseNext = () => test.amazon.failNext('submit', new Rejected('Too few of it.', { code: 'not_enough_stock' }))

it('a rejection does not end an attempt while Amazon may still be processing an earlier submission', async () => {
  const order = await desk.ask()
  test.amazon.failNext('submit', new Unavailable('No answer', { mayHaveHappened: true }), { afterActing: true })
  await desk.send()
  const kept = test.amazon.fulfillments.find(({ externalId }) => externalId === externalIdOf(order))
  if (!kept) throw new Error('Amazon has not taken it')
  kept.accountId = 'out of sight'
  test.clock.advance(60)
  refuseNext()
  expect(await desk.send()).toMatchObject({ waiting: 1, refused: 0 })
  kept.accountId = desk.accountId
  test.clock.advance(60)
  expect(await desk.send()).toMatchObject({ accepted: 1 })
  expect(await desk.attempts(order.id)).toMatchObject([{ status: 'submitted' }])
})

it('a rejection ends an attempt once an earlier submission would have appeared', async () => {
  const order = await desk.ask()
  test.amazon.failNext('submit', new Unavailable('No answer', { mayHaveHappened: true }))
  await desk.send()
  test.clock.advance(10 * 60)
  refuseNext()
  expect(await desk.send()).toMatchObject({ refused: 1 })
  expect(await desk.openCodes(order)).toEqual(['unfulfillable'])
})

it('a submission by a suspended process is cancelled when the attempt has ended meanwhile, and a person is told', async () => {
  const order = await desk.ask()
  let hasSlept = false
  test.amazon.meanwhile = async ({ call }) => {
    if (call !== 'submit' || hasSlept) return
    hasSlept = true
    await cancelOrder(desk.ctx, { orderId: order.id })
    for (let quarter = 0; quarter < 3; quarter += 1) {
      test.clock.advance(15 * 60)
      await submitDueAttempts(desk.job)
    }
    expect(await desk.row(order.id)).toMatchObject({ status: 'cancelled' })
  }
  await desk.send()
  expect(live()).toEqual([])
  expect(await desk.openCodes(order)).toEqual(['cancel_refused'])
  expect(await desk.row(order.id)).toMatchObject({ status: 'cancelled' })
})
