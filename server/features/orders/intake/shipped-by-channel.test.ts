import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderStatus } from '#contract/order-status.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { createIntakeFixture, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { webhookOf } from '#server/testing/shop-webhooks.ts'
import { raiseAttention } from '../attention/attention.ts'
import { updateResolved } from '../actions/dismiss-attention.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

const channel = { name: 'My Shop', config: { platform: 'woocommerce', autoFulfill: true } } as const
const createFixture = () => createIntakeFixture(test.deps, { channel })

const lines = [{ sku: 'TEE-L', quantity: 2, unitPrice: '19.00' }]

const wordsOf = ({ shop }: IntakeFixture): string => {
  const { id, webhookSecret } = shop
  const { body } = webhookOf(
    { id, webhookSecret, platform: 'woocommerce', apiKey: '' },
    { externalOrderId: '7', lines },
  )
  return body
}

const completed = JSON.stringify({ id: 7, status: 'completed', date_modified_gmt: '2026-11-01T10:05:00' })

async function ingest(fixture: IntakeFixture, ...bodies: string[]) {
  await fixture.deliverAll(bodies)
  await fixture.processInbox()
}

const shipped = { code: 'shipped_by_channel', reason: 'My Shop says that it has shipped the order itself.' }

describe('an order that its shop has shipped by itself', () => {
  it('waits for a person and is not sent automatically', async () => {
    const fixture = await createFixture()
    await ingest(fixture, wordsOf(fixture))
    expect(await fixture.orders()).toMatchObject([{ fulfillAfter: expect.any(String) }])
    await ingest(fixture, completed)
    expect(await fixture.open()).toEqual([shipped])
    const [order] = await fixture.orders()
    expect(order).toMatchObject({ status: 'placed', fulfillAfter: null })
    expect((await fixture.timelineOf(order?.id ?? '')).at(-1)).toMatchObject({
      event: 'order.shipped_by_channel',
      description: shipped.reason,
      actorName: 'My Shop',
    })
  })

  it('raises attention once, also when it was dismissed', async () => {
    const fixture = await createFixture()
    await ingest(fixture, wordsOf(fixture), completed)
    const [item] = await fixture.attention()
    const resolved = { at: new Date(), resolution: 'It came back' }
    await fixture.ctx.transaction((tx) => updateResolved(tx, fixture.companyId, item?.id ?? '', resolved))
    await ingest(fixture, completed)
    expect(await fixture.attention()).toHaveLength(1)
  })

  it('is resolved with all other attention once the shop cancels it', async () => {
    const fixture = await createFixture()
    await ingest(fixture, wordsOf(fixture), completed)
    const [order] = await fixture.orders()
    const trouble = { orderId: order?.id ?? '', code: 'bad_address', reason: 'Postal code is missing' } as const
    await fixture.ctx.transaction((tx) => raiseAttention(tx, fixture.companyId, new Date(), [trouble]))
    await ingest(fixture, JSON.stringify({ id: 7, status: 'cancelled', date_paid_gmt: '2026-11-01T10:00:00' }))
    expect(await fixture.orders()).toMatchObject([{ status: 'cancelled' }])
    expect(await fixture.open()).toEqual([])
  })

  it.each([
    ['in one go', (order: string) => [[completed, order]]],
    ['when the event arrives first', (order: string) => [[completed], [order]]],
  ])('comes in as such: %s', async (_how, batchesWith) => {
    const fixture = await createFixture()
    for (const batch of batchesWith(wordsOf(fixture))) await ingest(fixture, ...batch)
    expect(await fixture.orders()).toMatchObject([{ status: 'placed', fulfillAfter: null }])
    expect(await fixture.open()).toEqual([shipped])
    expect(await fixture.ctx.transaction((tx) => tx.select().from(notifications))).toEqual([])
  })

  it('is ignored when it was never to be sent', async () => {
    const fixture = await createFixture()
    await ingest(fixture, completed)
    expect(await fixture.orders()).toEqual([])
    expect(await fixture.deliveries()).toMatchObject([
      { isProcessed: true, error: 'The order has already shipped, so there is nothing to send.' },
    ])
  })

  it.each<OrderStatus>(['sent_to_fulfillment', 'shipped', 'delivered', 'cancelled'])(
    'is ignored as an echo of our own report once it is %s',
    async (status) => {
      const fixture = await createFixture()
      await ingest(fixture, wordsOf(fixture))
      await fixture.ctx.transaction((tx) => tx.update(orders).set({ status }))
      await ingest(fixture, completed)
      expect(await fixture.open()).toEqual([])
    },
  )
})
