import { asMessage } from '#contract/i18n.ts'
import { fulfillOrder, resendOrder } from './request-fulfillment.ts'
import { sellerFulfillmentOrderId } from './amazon-order-id.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { customerAddresses } from '#server/platform/db/schema/customers.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import {
  createSubmissionFixture,
  type SubmissionCompany,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { claimAttempts } from './submission-queries.ts'
import { submitDueAttempts, hasDueSubmissions } from './submit-attempts.ts'

let test: SubmissionFixture
let fixture: SubmissionCompany
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())
beforeEach(async () => {
  test.amazon.meanwhile = () => {}
  test.amazon.offers = null
  fixture = await test.company()
})

const attemptOf = async (orderId: string) => (await fixture.attempts(orderId)).at(-1)
const calls = () => test.amazon.asked.filter(({ account }) => account.id === fixture.accountId).map(({ call }) => call)
const live = () => test.amazon.live().filter(({ accountId }) => accountId === fixture.accountId)
const later = (seconds: number) => new Date(test.clock.now().getTime() + seconds * 1000)
const isWaiting = () => fixture.job.transaction((tx) => hasDueSubmissions(tx, fixture.companyId, test.clock.now()))
const openCodes = async (orderId: string) =>
  (await fixture.attention(orderId)).filter(({ resolvedAt }) => !resolvedAt).map(({ code }) => code)
const lost = () => new Unavailable('Amazon did not answer', { mayHaveHappened: true })

describe('submitting attempts', () => {
  it('quotes, stores the terms and submits once', async () => {
    const order = await fixture.ask()
    const { id, orderNumber, items } = order
    expect(await isWaiting()).toBe(true)
    expect(await fixture.send()).toMatchObject({ accepted: 1, waiting: 0 })
    expect(await isWaiting()).toBe(false)
    expect(calls()).toEqual(['preview', 'submit'])
    expect(live()).toMatchObject([
      {
        externalId: sellerFulfillmentOrderId(order, 1),
        submission: {
          orderNumber,
          speed: 'standard',
          destination: { name: 'Ana Ruiz', line1: '1 Main St', city: 'Seattle', country: 'US', phone: '+12065550100' },
          lines: [{ itemId: items[0]?.id, sku: fixture.sku, quantity: 2 }],
          constraints: { blankBox: false, blocksAmazonLogistics: false },
        },
      },
    ])
    expect(await attemptOf(id)).toMatchObject({
      status: 'submitted',
      submittedAt: test.clock.now(),
      acceptedAt: test.clock.now(),
      shippingCost: '7.95',
      estimatedShipDate: later(2 * 86_400),
      estimatedDeliveryDate: later(5 * 86_400),
    })
    expect(await fixture.row(id)).toMatchObject({ status: 'sent_to_fulfillment' })
    expect(await fixture.send()).toMatchObject({ accepted: 0 })
  })

  it('stops at the last moment when the shop has put the order on hold, and can send it once it is released', async () => {
    const { id } = await fixture.ask()
    const setHold = (channelHold: 'on_hold' | null) =>
      fixture.job.transaction((tx) =>
        tx
          .update(orders)
          .set({ channelHold, channelHoldReason: channelHold && 'Fraud review.' })
          .where(eq(orders.id, id)),
      )
    await setHold('on_hold')
    expect(await fixture.send()).toMatchObject({ accepted: 0, stopped: 1 })
    expect(live()).toEqual([])
    expect(await attemptOf(id)).toMatchObject({ status: 'cancelled', submittedAt: null })
    expect(await fixture.row(id)).toMatchObject({ status: 'placed' })
    expect(await openCodes(id)).toEqual([])
    await setHold(null)
    await fulfillOrder(fixture.ctx, { orderId: id, insists: false })
    expect(await fixture.send()).toMatchObject({ accepted: 1 })
  })

  it('submits each order once when two workers run at the same time', async () => {
    for (let made = 0; made < 3; made += 1) await fixture.ask(1)
    const [one, other] = await Promise.all([fixture.send(), submitDueAttempts(fixture.job)])
    expect(one.accepted + other.accepted).toBe(3)
    expect(calls().filter((call) => call === 'submit')).toHaveLength(3)
    expect(live()).toHaveLength(3)
  })

  it('starts with single requests', async () => {
    const [bulk, urgent] = [await fixture.ask(1), await fixture.ask(1)]
    await fixture.ctx.transaction((tx) =>
      tx.update(fulfillments).set({ isBulk: true }).where(eq(fulfillments.orderId, bulk.id)),
    )
    const turn = { companyId: fixture.companyId, now: test.clock.now(), lease: later(120), limit: 1 }
    const claim = () => fixture.job.transaction((tx) => claimAttempts(tx, turn))
    const [first, second] = [await claim(), await claim()]
    expect(first).toMatchObject([{ id: (await attemptOf(urgent.id))?.id }])
    expect(second).toMatchObject([{ id: (await attemptOf(bulk.id))?.id }])
  })

  it('does not submit an order that Amazon can’t ship', async () => {
    const problem = 'Amazon has too few of it.'
    const dates = { earliestShipDate: null, latestShipDate: null, earliestArrivalDate: null, latestArrivalDate: null }
    test.amazon.offers = [
      { speed: 'standard', isFulfillable: false, fee: null, ...dates, problems: [asMessage(problem)] },
    ]
    const { id } = await fixture.ask()
    expect(await fixture.send()).toMatchObject({ refused: 1 })
    expect(live()).toEqual([])
    expect(await attemptOf(id)).toMatchObject({ status: 'unfulfillable', submittedAt: null, error: problem })
    expect(await openCodes(id)).toEqual(['unfulfillable'])
  })

  it('leaves a refused order to a person, who resends it under the next id', async () => {
    const order = await fixture.ask()
    const { id } = order
    test.amazon.failNext('submit', new Rejected('Amazon does not know the street.', { code: 'bad_address' }))
    expect(await fixture.send()).toMatchObject({ refused: 1 })
    expect(await fixture.row(id)).toMatchObject({ status: 'placed' })
    expect(await openCodes(id)).toEqual(['bad_address'])
    await resendOrder(fixture.ctx, { orderId: id, insists: false })
    await fixture.send()
    expect(live().map(({ externalId }) => externalId)).toEqual([sellerFulfillmentOrderId(order, 2)])
    expect(await openCodes(id)).toEqual([])
  })
})

describe('a lost answer', () => {
  it('is looked up before the attempt is submitted again', async () => {
    const order = await fixture.ask()
    const { id } = order
    test.amazon.failNext('submit', lost(), { afterActing: true })
    expect(await fixture.send()).toMatchObject({ waiting: 1 })
    expect(await attemptOf(id)).toMatchObject({ status: 'pending', error: 'Amazon did not answer' })
    expect(await fixture.row(id)).toMatchObject({ status: 'placed' })
    expect(await fixture.send()).toMatchObject({ accepted: 0, waiting: 0 })
    test.clock.advance(60)
    expect(await fixture.send()).toMatchObject({ accepted: 1 })
    expect(calls()).toEqual(['preview', 'submit', 'read'])
    expect(live().map(({ externalId }) => externalId)).toEqual([sellerFulfillmentOrderId(order, 1)])
    expect(await attemptOf(id)).toMatchObject({ status: 'submitted', error: null })
  })

  it('never leads to another attempt while the outcome is unknown, however often somebody resends', async () => {
    const order = await fixture.ask()
    const { id } = order
    test.amazon.failNext('submit', lost())
    await fixture.send()
    await resendOrder(fixture.ctx, { orderId: id, insists: true })
    await resendOrder(fixture.ctx, { orderId: id, insists: true })
    expect(await fixture.attempts(id)).toHaveLength(1)
    expect((await fixture.timeline(id)).at(-1)).toMatchObject({ event: 'fulfillment.resent', actorName: 'Olive' })
    expect(await fixture.send()).toMatchObject({ accepted: 1 })
    expect(calls()).toEqual(['preview', 'submit', 'read', 'submit'])
    expect(live().map(({ externalId }) => externalId)).toEqual([sellerFulfillmentOrderId(order, 1)])
  })

  it('is left to the running call: resending starts nothing beside it', async () => {
    const { id } = await fixture.ask()
    test.amazon.meanwhile = async ({ call }) => {
      if (call !== 'submit') return
      await resendOrder(fixture.ctx, { orderId: id, insists: false })
      expect(await submitDueAttempts(fixture.job)).toMatchObject({ accepted: 0, waiting: 0 })
    }
    await fixture.send()
    expect(calls()).toEqual(['preview', 'submit'])
  })

  it('adopts the order that Amazon has, whatever it answers to the second submission', async () => {
    const { id } = await fixture.ask()
    test.amazon.failNext('submit', lost())
    await fixture.send()
    test.clock.advance(60)
    test.amazon.failNext('submit', new Rejected('No.'))
    test.amazon.meanwhile = ({ call, externalId }) => {
      if (call === 'submit' && externalId) test.amazon.put(externalId, { status: 'received' })
    }
    expect(await fixture.send()).toMatchObject({ accepted: 1 })
    expect(await attemptOf(id)).toMatchObject({ status: 'received' })
  })

  it('adopts what was sent before the order came in a second time, and sends only what is missing', async () => {
    const order = await fixture.ask(3)
    const name = sellerFulfillmentOrderId(order, 1)
    const lines = [{ itemId: 'as it was called', sku: fixture.sku, quantity: 2, cancelled: 0, unfulfillable: 0 }]
    test.amazon.put(name, { lines })
    test.amazon.advance(name, 'shipped')
    expect(await fixture.send()).toMatchObject({ accepted: 1 })
    expect(test.amazon.fulfillments.find(({ externalId }) => externalId === name)?.submission).toBeNull()
    expect(await attemptOf(order.id)).toMatchObject({ status: 'shipped' })
    expect(await fixture.row(order.id)).toMatchObject({
      status: 'shipped',
      partialReason: '1 of 3 units are still to be sent.',
    })
    await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
    await fixture.send()
    expect(test.amazon.fulfillments.at(-1)).toMatchObject({
      externalId: sellerFulfillmentOrderId(order, 2),
      submission: { lines: [{ quantity: 1 }] },
    })
  })

  it('does not adopt an order that somebody else sent under the same id', async () => {
    const order = await fixture.ask()
    const { id } = order
    const lines = [{ itemId: 'somebody’s', sku: 'THEIRS', quantity: 1, cancelled: 0, unfulfillable: 0 }]
    test.amazon.put(sellerFulfillmentOrderId(order, 1), { status: 'shipped', lines })
    expect(await fixture.send()).toMatchObject({ refused: 1 })
    expect(await attemptOf(id)).toMatchObject({ status: 'unfulfillable', errorCode: 'id_taken' })
    expect(await fixture.row(id)).toMatchObject({ status: 'placed' })
  })
})

describe('while Amazon is unavailable, submission', () => {
  it('waits as Amazon asks, else twice as long each time, and says so once', async () => {
    const { id } = await fixture.ask()
    const throttled = new Unavailable('Amazon asks for patience', { retryAfterSeconds: 45 })
    const pauses: number[] = []
    for (const error of [throttled, down(), down(), down(), down(), down(), down(), down()]) {
      test.amazon.failNext('preview', error)
      expect(await fixture.send()).toMatchObject({ waiting: 1 })
      const next = (await attemptOf(id))?.nextCheckAt ?? test.clock.now()
      const pause = (next.getTime() - test.clock.now().getTime()) / 1000
      pauses.push(pause)
      test.clock.advance(pause)
    }
    expect(pauses).toEqual([45, 45, 90, 180, 300, 300, 300, 300])
    expect(await attemptOf(id)).toMatchObject({ status: 'pending', submittedAt: null })
    const waits = (await fixture.timeline(id)).filter(({ event }) => event === 'fulfillment.waiting')
    expect(waits).toMatchObject([{ reason: 'Amazon asks for patience' }])
    expect(await fixture.send()).toMatchObject({ accepted: 1 })
  })

  it('goes on with the others when one fails, and fails at the end', async () => {
    for (let made = 0; made < 3; made += 1) await fixture.ask(1)
    let isFirst = true
    test.amazon.meanwhile = ({ call }) => {
      if (call !== 'preview' || !isFirst) return
      isFirst = false
      throw new Error('A fault of ours')
    }
    await expect(fixture.send()).rejects.toThrow('A fault of ours')
    expect(live()).toHaveLength(2)
    test.clock.advance(120)
    expect(await fixture.send()).toMatchObject({ accepted: 1 })
  })

  it('makes no call to a refused account until somebody authorizes it again', async () => {
    const { id } = await fixture.ask()
    test.amazon.failNext('preview', new Unauthorized('Amazon no longer knows this authorisation'))
    expect(await fixture.send()).toMatchObject({ waiting: 1 })
    const [account] = await fixture.ctx.transaction((tx) => tx.select().from(amazonIntegrations))
    expect(account).toMatchObject({ isActive: false, authorizationError: 'Amazon no longer knows this authorisation' })
    test.clock.advance(3600)
    expect(await isWaiting()).toBe(false)
    expect(await fixture.send()).toMatchObject({ waiting: 0 })
    expect(await attemptOf(id)).toMatchObject({ status: 'pending' })
    await fixture.ctx.transaction((tx) => tx.update(amazonIntegrations).set({ isActive: true }))
    expect(await isWaiting()).toBe(true)
    expect(await fixture.send()).toMatchObject({ accepted: 1 })
  })

  it('waits for an account that was disconnected after the claim', async () => {
    const { id } = await fixture.ask()
    let hasGone = false
    const unlucky = {
      ...fixture.job,
      transaction: async <T>(work: Parameters<typeof fixture.job.transaction<T>>[0]) => {
        const result = await fixture.job.transaction(work)
        if (!hasGone) await fixture.job.transaction((tx) => tx.update(amazonIntegrations).set({ isActive: false }))
        hasGone = true
        return result
      },
    }
    expect(await submitDueAttempts(unlucky)).toMatchObject({ waiting: 1 })
    expect(calls()).toEqual([])
    expect(await attemptOf(id)).toMatchObject({
      status: 'pending',
      error: '“Harbor Home” has not been authorized at Amazon yet.',
    })
  })

  it('waits while Amazon won’t say whether it has the order', async () => {
    const { id } = await fixture.ask()
    test.amazon.failNext('submit', lost(), { afterActing: true })
    await fixture.send()
    test.clock.advance(60)
    test.amazon.failNext('read', new Rejected('No.'))
    expect(await fixture.send()).toMatchObject({ waiting: 1, refused: 0 })
    expect(await attemptOf(id)).toMatchObject({ status: 'pending', error: 'No.' })
  })

  it('stores what is in the way of an order that can’t be sent any more', async () => {
    const { id } = await fixture.ask()
    await fixture.ctx.transaction((tx) => tx.update(customerAddresses).set({ country: 'ZZ' }))
    expect(await fixture.send()).toMatchObject({ waiting: 1 })
    expect((await attemptOf(id))?.error).toContain('ZZ isn’t a valid country code')
  })
})

const down = () => new Unavailable('Amazon is down')
