import { sellerFulfillmentOrderId } from './amazon-order-id.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decryptMessage } from '#server/features/channels/messages/enqueue-message.ts'
import { channelDeliveries } from '#server/platform/db/schema/webhooks.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import { buildChannel } from '#server/testing/channels.ts'
import {
  createSubmissionFixture,
  type SubmissionCompany,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { cancelAndResend, cancelOrder, closeShippedOrder } from './request-cancellation.ts'
import { fulfillOrder } from './request-fulfillment.ts'

let test: SubmissionFixture
let fixture: SubmissionCompany
beforeAll(async () => void (test = await createSubmissionFixture()))
afterAll(() => test.close())
beforeEach(async () => {
  test.amazon.meanwhile = () => {}
  test.amazon.cancelBehaviour = 'obeys'
  fixture = await test.company()
})

const cancel = (orderId: string, reason?: string) => cancelOrder(fixture.ctx, { orderId, reason })
const live = () => test.amazon.live().filter(({ accountId }) => accountId === fixture.accountId)
const calls = () => test.amazon.asked.filter(({ account }) => account.id === fixture.accountId).map(({ call }) => call)
const statuses = async (orderId: string) => (await fixture.attempts(orderId)).map(({ status }) => status)
const openCodes = async (orderId: string) =>
  (await fixture.attention(orderId)).filter(({ resolvedAt }) => !resolvedAt).map(({ code }) => code)
const held = async () => {
  const { rows } = await fixture.ctx.transaction((tx) =>
    tx.execute<{ held: number }>(sql`select qty_held as held from stock_levels where sku_id = ${fixture.skuId}`),
  )
  return rows[0]?.held
}

async function ask(given: Parameters<typeof fixture.sell>[0] = {}) {
  const order = await fixture.sell(given)
  await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
  return order
}

async function send(given: Parameters<typeof fixture.sell>[0] = {}) {
  const order = await ask(given)
  await fixture.send()
  return order
}

/** Runs everything that is due, as the sweep does every minute. */
async function minutes(count: number) {
  for (let passed = 0; passed < count; passed += 1) {
    test.clock.advance(60)
    await fixture.send()
    await fixture.follow()
  }
}

describe('cancelling an order that was not submitted', () => {
  it('happens at once, with messages to channel and customer', async () => {
    const shop = await buildChannel(test.deps, fixture.companyId, {
      config: { webhookUrl: 'https://shop.example.com/hook' },
    })
    const attention = [{ code: 'not_enough_stock', reason: 'None left.' } as const]
    const { id } = await fixture.sell({ channelId: shop.id, attention })
    expect(await held()).toBe(2)
    expect(await cancel(id, 'Bought twice')).toMatchObject({
      status: 'cancelled',
      transit: null,
      needsAttention: false,
    })
    expect(await held()).toBe(0)
    expect(await fixture.row(id)).toMatchObject({ cancelledAt: test.clock.now(), fulfillAfter: null })
    expect((await fixture.timeline(id)).at(-1)).toMatchObject({
      event: 'order.cancelled',
      reason: 'Bought twice',
      actorName: 'Olive',
    })
    expect(await fixture.audit(id)).toMatchObject([
      { action: 'order.cancel', changes: { before: { status: 'placed' } } },
    ])
    const messages = await fixture.ctx.transaction((tx) => tx.select().from(channelDeliveries))
    expect(messages).toMatchObject([{ eventType: 'order.cancelled' }])
    expect(messages.map(({ id, payload }) => decryptMessage(fixture.ctx, id, payload).reason)).toEqual(['Bought twice'])
    const written = await fixture.ctx.transaction((tx) => tx.select().from(notifications))
    expect(written).toMatchObject([{ type: 'order_cancelled' }, { type: 'order_cancelled' }])
    expect(written.map(({ method }) => method).sort()).toEqual(['email', 'sms'])
    await expect(cancel(id)).rejects.toMatchObject({ code: 'conflict', message: 'The order has been cancelled.' })
  })

  it('happens at once when it was about to be submitted', async () => {
    const { id } = await ask()
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', transit: null })
    expect(await statuses(id)).toEqual(['cancelled'])
    await minutes(5)
    expect(calls()).toEqual([])
    expect(await held()).toBe(0)
  })

  it('prevents the submission when it happens while Amazon quotes', async () => {
    const { id } = await ask()
    test.amazon.meanwhile = async ({ call }) => void (call === 'preview' && (await cancel(id)))
    expect(await fixture.send()).toMatchObject({ left: 1 })
    expect(await fixture.row(id)).toMatchObject({ status: 'cancelled' })
    expect(live()).toEqual([])
  })
})

describe('an order that its channel shipped itself', () => {
  const reason = 'The shop says that it has shipped the order itself.'
  const sellShipped = async () => {
    const shop = await buildChannel(test.deps, fixture.companyId, {
      config: { webhookUrl: 'https://shop.example.com/hook' },
    })
    return fixture.sell({ channelId: shop.id, attention: [{ code: 'shipped_by_channel', reason }] })
  }

  it('is closed: its units are free, and neither the customer nor the channel is told that it is cancelled', async () => {
    const { id } = await sellShipped()
    expect(await held()).toBe(2)
    expect(await closeShippedOrder(fixture.ctx, { orderId: id })).toMatchObject({ needsAttention: false })
    expect(await held()).toBe(0)
    expect((await fixture.timeline(id)).at(-1)).toMatchObject({
      event: 'order.closed',
      description: 'Closed here: shipped by the shop. Neither the customer nor the shop was notified.',
    })
    expect(await fixture.ctx.transaction((tx) => tx.select().from(channelDeliveries))).toEqual([])
    expect(await fixture.ctx.transaction((tx) => tx.select().from(notifications))).toEqual([])
    expect(await fixture.audit(id)).toMatchObject([{ action: 'order.close-shipped' }])
  })

  it('is not closed when the channel does not say so, or when it was sent to Amazon', async () => {
    const other = await fixture.sell()
    await expect(closeShippedOrder(fixture.ctx, { orderId: other.id })).rejects.toThrow(
      'The channel has not reported the order as shipped.',
    )
    const sent = await send()
    await expect(closeShippedOrder(fixture.ctx, { orderId: sent.id })).rejects.toThrow(
      'The order has been sent to fulfillment.',
    )
  })
})

describe('cancelling an order that Amazon may have', () => {
  it('takes effect once Amazon has confirmed it', async () => {
    const { id } = await send()
    expect(await cancel(id)).toMatchObject({ status: 'sent_to_fulfillment', transit: 'cancelling' })
    await expect(cancel(id)).rejects.toThrow('Amazon has already been asked to cancel it.')
    expect(await fixture.send()).toMatchObject({ stopping: 1 })
    expect(await fixture.row(id)).toMatchObject({ status: 'sent_to_fulfillment' })
    await minutes(1)
    expect(await fixture.row(id)).toMatchObject({ status: 'cancelled' })
    expect(await held()).toBe(0)
  })

  it('tells the channel the reason that was given when Amazon was asked', async () => {
    const shop = await buildChannel(test.deps, fixture.companyId, {
      config: { webhookUrl: 'https://shop.example.com/hook' },
    })
    const { id } = await send({ channelId: shop.id })
    await cancel(id, 'Bought twice')
    await fixture.send()
    await minutes(1)
    const messages = await fixture.ctx.transaction((tx) => tx.select().from(channelDeliveries))
    const told = messages.filter(({ eventType }) => eventType === 'order.cancelled')
    expect(told.map((one) => decryptMessage(fixture.ctx, one.id, one.payload).reason)).toEqual(['Bought twice'])
  })

  it('is sent to Amazon right after acceptance when it happens during the submission', async () => {
    const { id } = await ask()
    test.amazon.meanwhile = async ({ call }) => void (call === 'submit' && (await cancel(id)))
    expect(await fixture.send()).toMatchObject({ accepted: 1, stopping: 1 })
    expect(calls()).toEqual(['preview', 'submit', 'cancel'])
    await minutes(1)
    expect(await fixture.row(id)).toMatchObject({ status: 'cancelled' })
    expect(live()).toEqual([])
  })

  it.each([true, false])(
    'ends well when the answer was lost, whether Amazon has it or not (%s)',
    async (afterActing) => {
      const { id } = await ask()
      test.amazon.failNext('submit', new Unavailable('Amazon did not answer', { mayHaveHappened: true }), {
        afterActing,
      })
      await fixture.send()
      expect(await cancel(id)).toMatchObject({ status: 'placed', transit: 'cancelling' })
      expect(await fixture.send()).toMatchObject({ stopping: 0, stopped: 0 })
      await minutes(3)
      // A submission that is not visible after three minutes may still appear; after ten it won't.
      expect(await fixture.row(id)).toMatchObject({ status: afterActing ? 'cancelled' : 'placed' })
      await minutes(17)
      expect(await fixture.row(id)).toMatchObject({ status: 'cancelled' })
      expect(await statuses(id)).toEqual(['cancelled'])
      expect(live()).toEqual([])
      expect(calls().filter((call) => call === 'submit')).toHaveLength(1)
    },
  )

  it('is not confirmed merely because Amazon does not show the order yet', async () => {
    const order = await send()
    const { id } = order
    const stored = test.amazon.fulfillments.find(({ externalId }) => externalId === sellerFulfillmentOrderId(order, 1))
    if (stored) stored.accountId = 'out of sight'
    await cancel(id)
    expect(await fixture.send()).toMatchObject({ waiting: 1, stopped: 0 })
    if (stored) stored.accountId = fixture.accountId
    await minutes(3)
    expect(await fixture.row(id)).toMatchObject({ status: 'cancelled' })
  })

  it.each([
    ['refuses', () => void (test.amazon.cancelBehaviour = 'too_late')],
    ['says no in words unknown to us', () => test.amazon.failNext('cancel', new Rejected('Not now.'))],
  ])('is dropped and a person is told when Amazon %s', async (_how, refuse) => {
    const order = await send()
    const { id } = order
    test.amazon.advance(sellerFulfillmentOrderId(order, 1), 'planning')
    refuse()
    await cancel(id)
    expect(await fixture.send()).toMatchObject({ refused: 1 })
    expect(await fixture.row(id)).toMatchObject({ status: 'sent_to_fulfillment' })
    expect(await fixture.attempts(id)).toMatchObject([
      { status: 'planning', cancelRequestedAt: null, cancelPurpose: null },
    ])
    expect(await openCodes(id)).toEqual(['cancel_refused'])
    expect(live()).toHaveLength(1)
  })

  it('waits until Amazon is reachable', async () => {
    const { id } = await send()
    await cancel(id)
    test.amazon.failNext('cancel', new Unavailable('Amazon is down'))
    expect(await fixture.send()).toMatchObject({ waiting: 1 })
    await minutes(2)
    expect(await fixture.row(id)).toMatchObject({ status: 'cancelled' })
  })
})

describe('cancelling and resending an order', () => {
  const again = (orderId: string) => cancelAndResend(fixture.ctx, { orderId, shippingSpeed: 'expedited' })

  it('creates the next attempt only once Amazon has confirmed the end of the first', async () => {
    const order = await send()
    const { id } = order
    expect(await again(id)).toMatchObject({ transit: 'resending' })
    await fixture.send()
    expect(await fixture.attempts(id)).toHaveLength(1)
    await minutes(2)
    expect(await fixture.attempts(id)).toMatchObject([
      { status: 'cancelled' },
      { status: 'submitted', shippingSpeed: 'expedited' },
    ])
    expect(live().map(({ externalId }) => externalId)).toEqual([sellerFulfillmentOrderId(order, 2)])
  })

  it('resends at once when the first was not submitted', async () => {
    const order = await ask()
    const { id } = order
    await again(id)
    await fixture.send()
    expect(live().map(({ externalId }) => externalId)).toEqual([sellerFulfillmentOrderId(order, 2)])
    expect(await statuses(id)).toEqual(['cancelled', 'submitted'])
  })

  it('keeps the first attempt when Amazon ships it anyway', async () => {
    const order = await send()
    const { id } = order
    test.amazon.cancelBehaviour = 'ignores'
    await again(id)
    await fixture.send()
    test.amazon.advance(sellerFulfillmentOrderId(order, 1), 'shipped')
    await minutes(3)
    expect(await statuses(id)).toEqual(['shipped'])
    expect(live()).toHaveLength(1)
  })

  it('is refused while Amazon has nothing of the order', async () => {
    const { id } = await fixture.sell()
    await expect(again(id)).rejects.toMatchObject({ code: 'conflict', message: 'The order is placed.' })
  })
})

it('an order of another company is not found', async () => {
  const other = await test.company()
  const { id } = await other.sell()
  await expect(cancel(id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await other.row(id)).toMatchObject({ status: 'placed' })
})
