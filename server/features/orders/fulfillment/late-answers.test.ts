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
let fixture: TrackingFixture
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())
beforeEach(async () => {
  test.amazon.meanwhile = () => {}
  fixture = await createTrackingFixture(test)
})

const live = () => test.amazon.live().filter(({ accountId }) => accountId === fixture.accountId)
const refuseNext = () => test.amazon.failNext('submit', new Rejected('Too few of it.', { code: 'not_enough_stock' }))

it('a rejection does not end an attempt while Amazon may still be processing an earlier submission', async () => {
  const order = await fixture.ask()
  test.amazon.failNext('submit', new Unavailable('No answer', { mayHaveHappened: true }), { afterActing: true })
  await fixture.send()
  const stored = test.amazon.fulfillments.find(({ externalId }) => externalId === externalIdOf(order))
  if (!stored) throw new Error('Amazon has not taken it')
  stored.accountId = 'out of sight'
  test.clock.advance(60)
  refuseNext()
  expect(await fixture.send()).toMatchObject({ waiting: 1, refused: 0 })
  stored.accountId = fixture.accountId
  test.clock.advance(60)
  expect(await fixture.send()).toMatchObject({ accepted: 1 })
  expect(await fixture.attempts(order.id)).toMatchObject([{ status: 'submitted' }])
})

it('a rejection ends an attempt once an earlier submission would have appeared', async () => {
  const order = await fixture.ask()
  test.amazon.failNext('submit', new Unavailable('No answer', { mayHaveHappened: true }))
  await fixture.send()
  test.clock.advance(10 * 60)
  refuseNext()
  expect(await fixture.send()).toMatchObject({ refused: 1 })
  expect(await fixture.openCodes(order)).toEqual(['unfulfillable'])
})

it('a submission by a suspended process is cancelled when the attempt has ended meanwhile, and a person is told', async () => {
  const order = await fixture.ask()
  let hasSlept = false
  test.amazon.meanwhile = async ({ call }) => {
    if (call !== 'submit' || hasSlept) return
    hasSlept = true
    await cancelOrder(fixture.ctx, { orderId: order.id })
    for (let quarter = 0; quarter < 3; quarter += 1) {
      test.clock.advance(15 * 60)
      await submitDueAttempts(fixture.job)
    }
    expect(await fixture.row(order.id)).toMatchObject({ status: 'cancelled' })
  }
  await fixture.send()
  expect(live()).toEqual([])
  expect(await fixture.openCodes(order)).toEqual(['cancel_refused'])
  expect(await fixture.row(order.id)).toMatchObject({ status: 'cancelled' })
})
