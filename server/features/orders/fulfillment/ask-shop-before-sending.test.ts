import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OrderData } from '#contract/intake.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orderItems, type orders } from '#server/platform/db/schema/orders.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import type { ChannelAdapter, FetchedOrder } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { noPorts } from '#server/testing/app.ts'
import { buildChannel } from '#server/testing/channels.ts'
import {
  createSubmissionFixture,
  type SubmissionCompany,
  type SubmissionFixture,
} from '#server/testing/fulfillment-fixture.ts'
import { anOrder } from '#server/testing/intake-fixture.ts'
import { fulfillOrder } from './request-fulfillment.ts'

let test: SubmissionFixture
let company: SubmissionCompany
let answer: () => Promise<FetchedOrder>
const asked: string[] = []

const shop: ChannelAdapter = {
  ...noPorts.channels.woocommerce_rest,
  fetchOrder: (_connection, id) => {
    asked.push(id)
    return answer()
  },
}

beforeAll(async () => {
  test = await createSubmissionFixture()
  Object.assign(test.deps.ports.channels, { woocommerce_rest: shop })
})
afterAll(() => test.close())
beforeEach(async () => {
  asked.length = 0
  company = await test.company()
})

const says = (found: FetchedOrder) => void (answer = () => Promise.resolve(found))
const fails = (error: Error) => void (answer = () => Promise.reject(error))
const named = { externalOrderId: '7', eventAt: null }
const paid = (hold: OrderData['hold'] = null): FetchedOrder => ({
  kind: 'order',
  event: { eventType: 'order.updated', eventAt: null, order: OrderData.parse({ ...anOrder('7'), hold }) },
})
const onHold = { code: 'on_hold', reason: 'The shop put the order on hold.' } as const

/** A paid order of a connected shop for which a fulfillment is requested. */
async function askForShipment(columns: Partial<typeof orders.$inferInsert> = {}) {
  const { deps } = test
  const { companyId } = company
  const { id: channelId } = await buildChannel(deps, companyId, {
    type: 'woocommerce',
    accountId: 'https://shop.example',
    credentials: '{}',
    name: 'Harbor',
  })
  const { id } = await company.sell({ channelId, externalOrderId: '7', ...columns })
  await fulfillOrder(company.ctx, { orderId: id, insists: false })
  return id
}

const sentToAmazon = () => test.amazon.live().filter(({ accountId }) => accountId === company.accountId).length
const deliveries = () => company.ctx.transaction((tx) => tx.select().from(webhookEvents))

describe('before an order of a connected shop is sent', () => {
  it('the shop is asked, and an order that it still wants is sent', async () => {
    says(paid())
    await askForShipment()
    expect(await company.send()).toMatchObject({ accepted: 1 })
    expect([asked, sentToAmazon()]).toEqual([['7'], 1])
    expect(await deliveries()).toEqual([])
  })

  it.each<[string, FetchedOrder]>([
    ['put on hold', paid(onHold)],
    ['set back to unpaid', { kind: 'held', ...named, hold: onHold }],
    ['cancelled', { kind: 'cancelled', ...named }],
  ])('an order that was %s unheard is not sent, and is taken in as the shop has it', async (_what, found) => {
    says(found)
    const id = await askForShipment()
    expect(await company.send()).toMatchObject({ accepted: 0, stopped: 1 })
    expect(sentToAmazon()).toBe(0)
    expect(await company.row(id)).toMatchObject({ status: 'placed' })
    expect(await company.attempts(id)).toMatchObject([{ status: 'cancelled', submittedAt: null }])
    expect(await deliveries()).toMatchObject([{ source: 'poll', isVerified: true, isProcessed: false }])
  })

  it.each([
    ['fewer units', [{ externalItemId: '71', sku: 'TEE-L', quantity: 1, unitPrice: '19.00' }]],
    ['another line only', [{ externalItemId: '72', sku: 'MUG', quantity: 1, unitPrice: '8.00' }]],
  ])('an order of which the shop wants %s sent by now is not sent', async (_what, items) => {
    says({
      kind: 'order',
      event: { eventType: 'order.updated', eventAt: null, order: OrderData.parse(anOrder('7', { items })) },
    })
    const id = await askForShipment()
    await company.ctx.transaction((tx) =>
      tx.update(orderItems).set({ externalItemId: '71' }).where(eq(orderItems.orderId, id)),
    )
    expect(await company.send()).toMatchObject({ accepted: 0, stopped: 1 })
    expect((await company.timeline(id)).map(({ reason }) => reason)).toContain(
      'Harbor changed the order: fewer units to ship.',
    )
    expect(await deliveries()).toHaveLength(1)
  })

  it('the shop is asked again before a submission is repeated that Amazon does not show, and then Amazon is waited for', async () => {
    says(paid())
    const id = await askForShipment()
    await company.ctx.transaction((tx) =>
      tx.update(fulfillments).set({ submittedAt: test.clock.now() }).where(eq(fulfillments.orderId, id)),
    )
    says({ kind: 'cancelled', ...named })
    expect(await company.send()).toMatchObject({ accepted: 0, stopped: 0, waiting: 1 })
    expect(sentToAmazon()).toBe(0)
    test.clock.advance(11 * 60)
    expect(await company.send()).toMatchObject({ accepted: 0, stopped: 1 })
    expect(sentToAmazon()).toBe(0)
    expect(await company.attempts(id)).toMatchObject([{ status: 'cancelled' }])
  })

  it('a cancellation that a person has overruled does not stop it', async () => {
    says({ kind: 'cancelled', ...named })
    await askForShipment({ restoredAt: test.clock.now() })
    expect(await company.send()).toMatchObject({ accepted: 1 })
  })

  it('waits for a shop that does not answer, an hour at most', async () => {
    fails(new Unavailable('The shop is down.'))
    await askForShipment()
    expect(await company.send()).toMatchObject({ accepted: 0, waiting: 1 })
    expect(sentToAmazon()).toBe(0)
    test.clock.advance(3_600)
    expect(await company.send()).toMatchObject({ accepted: 1 })
  })

  it.each([new Unauthorized('The shop does not accept this key.'), new Rejected('The shop does not like it.')])(
    'is sent as it is known here when the shop says no: %s',
    async (error) => {
      fails(error)
      await askForShipment()
      expect(await company.send()).toMatchObject({ accepted: 1 })
    },
  )
})
