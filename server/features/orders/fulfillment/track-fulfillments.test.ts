import { sellerFulfillmentOrderId } from './amazon-order-id.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import {
  createSubmissionFixture,
  type SubmissionCompany,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { raiseAttention } from '../attention/attention.ts'
import { hasDueTracking } from './track-fulfillments.ts'
import { fulfillOrder } from './request-fulfillment.ts'
import { readFulfillmentSettings, updateFulfillmentSettings } from './settings.ts'
import { hasStuckFulfillments, findStuckFulfillments } from './stuck-fulfillments.ts'

let test: SubmissionFixture
let fixture: SubmissionCompany
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())
beforeEach(async () => {
  test.amazon.meanwhile = () => {}
  fixture = await test.company()
})

async function sent() {
  const order = await fixture.sell()
  await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
  await fixture.send()
  return { ...order, externalId: sellerFulfillmentOrderId(order, 1) }
}

const later = (seconds: number) => new Date(test.clock.now().getTime() + seconds * 1000)
const attemptOf = async ({ id }: { id: string }) => (await fixture.attempts(id)).at(-1)
const openCodes = async ({ id }: { id: string }) =>
  (await fixture.attention(id)).filter(({ resolvedAt }) => !resolvedAt).map(({ code }) => code)
const calls = (call: string) =>
  test.amazon.asked.filter((asked) => asked.call === call && asked.account.id === fixture.accountId).length
const isWaiting = () => fixture.job.transaction((tx) => hasDueTracking(tx, fixture.companyId, test.clock.now()))
/** Sets the time of the last change back. */
const unchangedSince = ({ id }: { id: string }, seconds: number) =>
  fixture.job.transaction((tx) =>
    tx
      .update(fulfillments)
      .set({ updatedAt: later(-seconds), nextCheckAt: test.clock.now() })
      .where(eq(fulfillments.orderId, id)),
  )

describe('tracking fulfillments', () => {
  it('reads less often the longer nothing changes, and soon after a change', async () => {
    const order = await sent()
    await unchangedSince(order, 3600)
    expect(await fixture.follow()).toEqual({ read: 1, waiting: 0, forgotten: 0 })
    expect(await attemptOf(order)).toMatchObject({ nextCheckAt: later(1800), checkedAt: test.clock.now() })
    test.amazon.advance(order.externalId, 'planning')
    await unchangedSince(order, 3600)
    await fixture.follow()
    expect(await attemptOf(order)).toMatchObject({ nextCheckAt: later(30) })
    expect(await fixture.follow()).toMatchObject({ read: 0 })
  })

  it('polls changes once a minute and reads those at once', async () => {
    const order = await sent()
    await unchangedSince(order, 8 * 3600)
    await fixture.follow()
    expect(await isWaiting()).toBe(false)
    test.clock.advance(59)
    expect(await isWaiting()).toBe(false)
    test.clock.advance(2)
    expect(await isWaiting()).toBe(true)
    const reads = calls('read')
    await fixture.follow()
    expect([calls('listChanged'), calls('read') - reads]).toEqual([2, 0])
    test.clock.advance(61)
    test.amazon.advance(order.externalId, 'processing')
    await fixture.follow()
    expect(await attemptOf(order)).toMatchObject({ status: 'processing' })
  })

  it('reads a listed change at most once more, although polls overlap', async () => {
    const order = await sent()
    test.amazon.advance(order.externalId, 'planning')
    await unchangedSince(order, 0)
    for (let minutes = 0; minutes < 3; minutes += 1) {
      await fixture.follow()
      await fixture.job.transaction((tx) =>
        tx
          .update(fulfillments)
          .set({ nextCheckAt: later(4 * 3600) })
          .where(eq(fulfillments.orderId, order.id)),
      )
      test.clock.advance(61)
    }
    expect([calls('listChanged'), calls('read')]).toEqual([3, 2])
  })

  it.each([
    [new Unavailable('Amazon is down'), 30],
    [new Unavailable('Too many calls', { retryAfterSeconds: 120 }), 120],
    [new Rejected('Amazon says no'), 900],
  ])('postpones the read when Amazon can’t answer: %s', async (error, seconds) => {
    const order = await sent()
    await unchangedSince(order, 0)
    test.amazon.failNext('read', error)
    expect(await fixture.follow()).toEqual({ read: 0, waiting: 1, forgotten: 0 })
    expect(await attemptOf(order)).toMatchObject({
      status: 'submitted',
      error: error.message,
      nextCheckAt: later(seconds),
    })
    test.clock.advance(seconds)
    expect(await fixture.follow()).toMatchObject({ read: 1 })
    expect(await attemptOf(order)).toMatchObject({ error: null })
  })

  it('reads nothing from an account that Amazon refuses', async () => {
    const order = await sent()
    await unchangedSince(order, 0)
    test.amazon.failNext('read', new Unauthorized('The token has expired'))
    expect(await fixture.follow()).toMatchObject({ waiting: 1 })
    const [account] = await fixture.job.transaction((tx) =>
      tx.select().from(amazonIntegrations).where(eq(amazonIntegrations.id, fixture.accountId)),
    )
    expect(account).toMatchObject({ isActive: false, authorizationError: 'The token has expired' })
    test.clock.advance(3600)
    expect(await isWaiting()).toBe(false)
    expect(await fixture.follow()).toEqual({ read: 0, waiting: 0, forgotten: 0 })
  })

  it('sends nothing in place of an order that Amazon no longer shows, tells a person, and goes on when it appears again', async () => {
    const order = await sent()
    const [forgotten] = test.amazon.fulfillments.splice(-1)
    await unchangedSince(order, 0)
    expect(await fixture.follow()).toMatchObject({ forgotten: 1 })
    expect(await openCodes(order)).toEqual(['submission_unanswered'])
    expect(await fixture.attempts(order.id)).toMatchObject([{ status: 'submitted', nextCheckAt: later(900) }])
    if (forgotten) test.amazon.fulfillments.push(forgotten)
    test.clock.advance(900)
    await fixture.follow()
    expect(await openCodes(order)).toEqual([])
  })

  it('reads the others when one can’t be parsed, and fails afterwards', async () => {
    const [bad, good] = [await sent(), await sent()]
    await unchangedSince(bad, 0)
    await unchangedSince(good, 0)
    test.amazon.advance(good.externalId, 'planning')
    test.amazon.failNext('read', new TypeError('a fault of ours'))
    await expect(fixture.follow()).rejects.toThrow('a fault of ours')
    expect(await attemptOf(bad)).toMatchObject({ status: 'submitted' })
    expect(await attemptOf(good)).toMatchObject({ status: 'planning' })
  })
})

describe('a submission without an answer', () => {
  it('raises attention once after a quarter of an hour, until Amazon answers', async () => {
    const order = await fixture.sell()
    await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
    test.amazon.failNext('submit', new Unavailable('No answer', { mayHaveHappened: true }), { afterActing: true })
    await fixture.send()
    const isStuck = () => fixture.job.transaction((tx) => hasStuckFulfillments(tx, fixture.companyId, test.clock.now()))
    test.clock.advance(14 * 60)
    expect(await isStuck()).toBe(false)
    test.clock.advance(2 * 60)
    expect(await isStuck()).toBe(true)
    expect(await findStuckFulfillments(fixture.job)).toEqual({ found: 1, healing: 0 })
    expect(await isStuck()).toBe(false)
    expect(await openCodes(order)).toEqual(['submission_unanswered'])
    await fixture.send()
    expect(await attemptOf(order)).toMatchObject({ status: 'submitted' })
    expect(await openCodes(order)).toEqual([])
  })
})

it('attention is raised for attempts without a connected account, and not for attempts that wait in the queue', async () => {
  const order = await fixture.sell()
  await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
  test.clock.advance(16 * 60)
  expect(await findStuckFulfillments(fixture.job)).toEqual({ found: 0, healing: 0 })
  await fixture.ctx.transaction((tx) => tx.update(amazonIntegrations).set({ isActive: false }))
  expect(await findStuckFulfillments(fixture.job)).toEqual({ found: 1, healing: 0 })
  expect(await fixture.attention(order.id)).toMatchObject([
    { code: 'submission_unanswered', reason: expect.stringContaining('can’t be sent to Amazon') as string },
  ])
  expect(await findStuckFulfillments(fixture.job)).toEqual({ found: 0, healing: 0 })
})

describe('an overdue fulfillment', () => {
  const days = (count: number) => test.clock.advance(count * 86_400)

  it('is found without a ship date of Amazon', async () => {
    const order = await sent()
    await fixture.job.transaction((tx) => tx.update(fulfillments).set({ estimatedShipDate: null }))
    days(2.9)
    expect(await findStuckFulfillments(fixture.job)).toEqual({ found: 0, healing: 0 })
    days(0.2)
    expect(await findStuckFulfillments(fixture.job)).toEqual({ found: 1, healing: 0 })
    await fixture.follow()
    expect(await openCodes(order)).toEqual(['stuck_in_planning'])
  })

  it('is not resent automatically when its channel has cancelled it', async () => {
    const order = await sent()
    await updateFulfillmentSettings(fixture.ctx, { healStuckOrders: true })
    const raised = [{ orderId: order.id, code: 'cancelled_by_channel' as const, reason: 'The shop cancelled it.' }]
    await fixture.job.transaction((tx) => raiseAttention(tx, fixture.companyId, test.clock.now(), raised))
    days(3)
    expect(await findStuckFulfillments(fixture.job)).toEqual({ found: 1, healing: 0 })
    expect(await attemptOf(order)).toMatchObject({ cancelRequestedAt: null })
  })
})

describe('fulfillment settings', () => {
  it('belong to one company, and each change is audited', async () => {
    expect(await readFulfillmentSettings(fixture.ctx)).toEqual({ healStuckOrders: false })
    expect(await updateFulfillmentSettings(fixture.ctx, { healStuckOrders: true })).toEqual({ healStuckOrders: true })
    await updateFulfillmentSettings(fixture.ctx, { healStuckOrders: true })
    await updateFulfillmentSettings(fixture.ctx, {})
    expect(await readFulfillmentSettings(fixture.ctx)).toEqual({ healStuckOrders: true })
    expect(await readFulfillmentSettings((await test.company()).ctx)).toEqual({ healStuckOrders: false })
    const entries = await fixture.ctx.transaction((tx) =>
      tx
        .select({ changes: auditLog.changes, actorName: auditLog.actorName })
        .from(auditLog)
        .where(and(eq(auditLog.companyId, fixture.companyId), eq(auditLog.action, 'fulfillment.configure'))),
    )
    const changes = { before: { healStuckOrders: false }, after: { healStuckOrders: true } }
    expect(entries).toEqual([{ changes, actorName: 'Olive' }])
  })
})
