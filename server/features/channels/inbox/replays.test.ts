import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { processInbox } from '#server/features/orders/intake/process-inbox.ts'
import { createMetaShops } from '#server/integrations/meta/channel.ts'
import { shopifyDelivery, shopifyOrder } from '#server/integrations/website/shopify/fixtures/webhook.ts'
import { wooDelivery, wooOrder } from '#server/integrations/website/woocommerce/fixtures/webhook.ts'
import { type CompanyContext, companyContext, noOrigin, platformContext } from '#server/platform/context.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { createTestApp, manualClock, noPorts } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { accountId, appSecret } from '#server/testing/meta-shop-fixture.ts'
import { deliver } from '#server/testing/shop-webhooks.ts'
import { purgeDeliveries } from './deliveries.ts'

/** A second after the orders of the fixtures last changed. */
const receivedAt = new Date('2026-09-20T10:15:03Z')
const daySeconds = 24 * 3600

let clock: ReturnType<typeof manualClock>
let test: Awaited<ReturnType<typeof createTestApp>>
let ctx: CompanyContext
let channel: Awaited<ReturnType<typeof buildChannel>>

beforeAll(async () => {
  clock = manualClock(receivedAt)
  const meta_shops = createMetaShops({ graphUrl: 'http://127.0.0.1:9', appSecret, version: '1.0.0', fetch })
  test = await createTestApp({
    clock: { now: () => clock.now() },
    ports: { ...noPorts, channels: { ...noPorts.channels, meta_shops } },
  })
})
afterAll(() => test.close())

async function connect(overrides: Parameters<typeof buildChannel>[2]) {
  clock = manualClock(receivedAt)
  const { id: companyId } = await buildCompany(test.deps.db)
  ctx = companyContext(test.deps, { actor: { type: 'job', name: 'orders.take-in' }, origin: noOrigin }, companyId)
  channel = await buildChannel(test.deps, companyId, overrides)
}

const stored = () => ctx.transaction((tx) => tx.select().from(webhookEvents).orderBy(webhookEvents.id))
const verified = async () => (await stored()).filter(({ isVerified }) => isVerified)
const notesOfOrders = async () => {
  await processInbox(ctx)
  return (await ctx.transaction((tx) => tx.select().from(orders))).map(({ notes }) => notes)
}

type Sent = { payload?: object; topic?: string; id?: string }

const platforms = {
  shopify: {
    updated: 'orders/updated',
    created: 'orders/create',
    deleted: 'orders/delete',
    other: 'products/update',
    order: (changes: object = {}) => shopifyOrder(changes),
    noted: (note: string) => shopifyOrder({ note }),
    changedAt: (at: Date) => shopifyOrder({ updated_at: at.toISOString() }),
    delivery: (secret: string, { id, ...sent }: Sent) =>
      shopifyDelivery({ secret, ...sent, ...(id ? { webhookId: id } : {}) }),
  },
  woocommerce: {
    updated: 'order.updated',
    created: 'order.created',
    deleted: 'order.deleted',
    other: 'product.updated',
    order: (changes: object = {}) => wooOrder(changes),
    noted: (note: string) => wooOrder({ customer_note: note }),
    changedAt: (at: Date) => wooOrder({ date_modified_gmt: at.toISOString().slice(0, 19) }),
    delivery: (secret: string, { id, ...sent }: Sent) =>
      wooDelivery({ secret, ...sent, ...(id ? { deliveryId: id } : {}) }),
  },
} as const

describe.each(['shopify', 'woocommerce'] as const)('a recorded delivery of %s', (platform) => {
  const { updated, created, deleted, other, order, noted, changedAt, delivery } = platforms[platform]

  beforeEach(() => connect({ config: { platform } }))

  async function send(sent: Sent = {}): Promise<number> {
    const { headers, body } = delivery(channel.webhookSecret, { topic: updated, payload: order(), ...sent })
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    return (await deliver(test.app, channel.id, { headers: given as Record<string, string>, body })).statusCode
  }

  it('is not processed again under another id or topic, which are not signed', async () => {
    expect(await send({ id: 'first' })).toBe(202)
    for (const topic of [updated, created, deleted, other, 'anything']) {
      expect(await send({ id: `replay as ${topic}`, topic }), topic).toBe(200)
    }
    expect(await verified()).toHaveLength(1)
  })

  it('does not take an order back to an earlier state of the same second', async () => {
    await send({ id: 'a', payload: noted('Ring once') })
    await send({ id: 'b', payload: noted('Ring twice') })
    expect(await notesOfOrders()).toEqual(['Ring twice'])
    expect(await send({ id: 'c', payload: noted('Ring once') })).toBe(200)
    expect(await notesOfOrders()).toEqual(['Ring twice'])
  })

  it('does not hide the honest one behind a topic that carries no order', async () => {
    expect(await send({ id: 'replay', topic: other })).toBe(202)
    expect(await send({ id: 'honest', topic: created })).toBe(200)
    expect(await notesOfOrders()).toHaveLength(1)
  })

  it('does not hide a deletion, whose body is only an id, behind another topic', async () => {
    const payload = { id: order().id }
    await send()
    expect(await send({ payload, topic: other })).toBe(202)
    expect(await send({ payload, topic: deleted })).toBe(202)
    expect(await send({ payload, topic: deleted, id: 'replay' })).toBe(200)
    expect(await send({ payload, topic: 'made up', id: 'replay' })).toBe(200)
    await processInbox(ctx)
    const [placed] = await ctx.transaction((tx) => tx.select().from(orders))
    expect(placed?.status).toBe('cancelled')
  })

  it('counts with a later state though it is called a creation, since its repetition as an update is dropped', async () => {
    await send({ payload: order({ ...noted('Ring once'), ...earlier(platform) }), topic: updated })
    expect(await notesOfOrders()).toEqual(['Ring once'])
    expect(await send({ payload: noted('Ring twice'), topic: created })).toBe(202)
    expect(await send({ payload: noted('Ring twice'), topic: updated, id: 'another' })).toBe(200)
    expect(await notesOfOrders()).toEqual(['Ring twice'])
  })

  it('is refused by its age once its row is deleted', async () => {
    await send()
    await processInbox(ctx)
    clock.advance(30 * daySeconds + 60)
    await purgeDeliveries(platformContext(test.deps, { actor: { type: 'system', name: 'test' }, origin: noOrigin }))
    expect(await stored()).toEqual([])
    expect(await send({ id: 'replay' })).toBe(200)
    expect(await stored()).toMatchObject([
      { isVerified: false, error: expect.stringContaining('last changed more than 29 days ago') },
    ])
    await processInbox(ctx)
    expect(await stored()).toMatchObject([{ isProcessed: false }])
  })

  it('is taken in up to 29 days after its order changed', async () => {
    const daysAgo = (days: number) => new Date(receivedAt.getTime() - days * daySeconds * 1000)
    expect(await send({ payload: changedAt(daysAgo(28.9)) })).toBe(202)
    expect(await send({ payload: changedAt(daysAgo(29.1)) })).toBe(200)
    expect(await verified()).toHaveLength(1)
  })
})

/** Changes of an order's body: it last changed a minute before that of the fixture. */
const earlier = (platform: keyof typeof platforms) =>
  platform === 'shopify' ? { updated_at: '2026-09-20T06:14:59-04:00' } : { date_modified_gmt: '2026-09-20T10:14:59' }

describe('a delivery that Meta signed', () => {
  const signed = (id: unknown) => {
    const body = JSON.stringify({
      object: 'commerce_account',
      entry: [{ id, time: 1_789_899_363, changes: [{ field: 'commerce_orders', value: { order_id: '1' } }] }],
    })
    const headers = { 'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}` }
    return { headers, body }
  }
  const send = async (id: unknown) => (await deliver(test.app, channel.id, signed(id))).statusCode

  it('is refused unless it names the channel’s own account', async () => {
    await connect({ type: 'meta_shops', config: { commerceAccountId: accountId } })
    expect([await send('a shop of another company'), await send(undefined)]).toEqual([401, 401])
    expect(await verified()).toEqual([])
    expect(await stored()).toMatchObject([{ error: 'It is for another commerce account.' }, { isVerified: false }])
    expect(await send(accountId)).toBe(202)
  })

  it('is refused by a channel without an account', async () => {
    await connect({ type: 'meta_shops', config: { commerceAccountId: null } })
    expect(await send(accountId)).toBe(401)
  })
})
