import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SentMessage } from '#contract/channel-deliveries.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { orderEvents } from '#server/platform/db/schema/orders.ts'
import { channelDeliveries } from '#server/platform/db/schema/webhooks.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { auditedChanges, buildChannel } from '#server/testing/channels.ts'
import { createChannelPushFixture, outgoingPorts } from '#server/testing/channel-push-fixture.ts'
import { buildOrderWithLines } from '#server/testing/stock.ts'
import { startFakeWebsite, type FakeWebsite } from '#server/testing/fake-website.ts'
import { sendMessages } from './send-messages.ts'
import { enqueueChannelMessage, type ChannelMessage } from './enqueue-message.ts'
import { hasDueMessages } from './queries.ts'
import { idFrom } from '#server/platform/ids.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let site: FakeWebsite
const clock = manualClock()

beforeAll(async () => {
  site = await startFakeWebsite()
  server = await createTestApp({ clock, ports: outgoingPorts() })
})
afterAll(async () => {
  await server.close()
  await site.close()
})
beforeEach(() => {
  site.forget()
  site.behave({ status: 200 })
})

/** A company with one order of its channel, and the messages about it. */
async function shop(config = {}) {
  const own = await createChannelPushFixture(server.deps, site, config)
  const { ctx, companyId, channel, sku } = own
  const addOrder = () =>
    buildOrderWithLines(server.deps.db, companyId, [{ skuId: sku.id, quantity: 2 }], { channelId: channel.id })
  const order = await addOrder()
  const all = () => ctx.transaction((tx) => tx.select().from(channelDeliveries).orderBy(asc(channelDeliveries.id)))
  return {
    ...own,
    order,
    addOrder,
    tell: (message: Partial<ChannelMessage> = {}) =>
      ctx.transaction((tx) =>
        enqueueChannelMessage(tx, ctx, { orderId: order.id, type: 'order.shipped', cause: 'shipped:1', ...message }),
      ),
    send: () => sendMessages(ctx),
    isDue: () => ctx.transaction((tx) => hasDueMessages(tx, companyId, clock.now())),
    all,
    first: async () => (await all())[0],
    timeline: () => ctx.transaction((tx) => tx.select().from(orderEvents).where(eq(orderEvents.orderId, order.id))),
    attention: () => ctx.transaction((tx) => tx.select().from(attentionItems)),
  }
}

const packages = [{ carrier: 'UPS', trackingNumber: '1Z', items: [{ sku: 'TEE', externalItemId: '9', quantity: 2 }] }]

describe('sending a message about an order', () => {
  it('fails a message that cannot be decrypted, and sends those behind it', async () => {
    const own = await shop()
    const other = await own.addOrder()
    await own.tell()
    await own.tell({ orderId: other.id, cause: 'shipped:2' })
    const broken = await own.first()
    await own.ctx.transaction((tx) =>
      tx
        .update(channelDeliveries)
        .set({ payload: 'no sealed text' })
        .where(eq(channelDeliveries.id, broken?.id ?? '')),
    )
    expect(await own.send()).toEqual({ delivered: 1, failed: 1 })
    expect(await own.first()).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('an error in Lockstep'),
    })
    expect(await own.attention()).toMatchObject([{ orderId: own.order.id, code: 'push_back_failed' }])
  })

  it('delivers it, and the order’s timeline shows it', async () => {
    const { order, channel, secret, ...own } = await shop()
    expect(await own.tell({ shipments: packages })).toBe(true)
    expect(await own.isDue()).toBe(true)
    expect(await own.send()).toEqual({ delivered: 1, failed: 0 })
    const message = await own.first()
    expect(site.messages(secret)).toEqual([
      {
        type: 'order.shipped',
        timestamp: clock.now().toISOString(),
        data: {
          externalOrderId: order.id,
          orderNumber: order.orderNumber,
          status: 'placed',
          shipments: packages,
          reason: null,
        },
      },
    ])
    expect(site.received[0]?.headers['webhook-id']).toBe(idFrom(channel.id, `order.shipped:${order.id}:shipped:1`))
    expect(message).toMatchObject({
      status: 'delivered',
      attempts: 1,
      responseStatus: 200,
      nextAttemptAt: null,
      deliveredAt: clock.now(),
      url: site.url,
    })
    expect(await own.timeline()).toMatchObject([
      { event: 'channel.told', description: `Shipment reported to ${channel.name}` },
    ])
    expect(await own.isDue()).toBe(false)
  })

  it('happens once, however often its cause is seen', async () => {
    const own = await shop()
    expect([await own.tell(), await own.tell()]).toEqual([true, false])
    await own.send()
    await own.tell()
    await own.send()
    expect(site.received).toHaveLength(1)
  })

  it('stores nothing for a channel without a receiver', async () => {
    const own = await shop({ webhookUrl: null })
    expect(await own.tell()).toBe(false)
    expect(await own.all()).toEqual([])
  })

  it('stores its payload encrypted', async () => {
    const own = await shop()
    await own.tell({ reason: 'the customer moved' })
    expect(JSON.stringify(await own.first())).not.toContain('moved')
  })

  it('does not happen when the transaction is rolled back', async () => {
    const { ctx, order, ...own } = await shop()
    const undone = ctx.transaction(async (tx) => {
      await enqueueChannelMessage(tx, ctx, { orderId: order.id, type: 'order.cancelled', cause: 'c' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await own.all()).toEqual([])
  })

  it('keeps the messages of an order in order, and two workers send each once', async () => {
    const { secret, ...own } = await shop()
    await own.tell({ type: 'order.acknowledged', cause: 'a' })
    await own.tell({ type: 'order.shipped', cause: 's' })
    await Promise.all([own.send(), own.send()])
    await own.send()
    expect(site.messages(secret).map(({ type }) => type)).toEqual(['order.acknowledged', 'order.shipped'])
  })
})

describe('a channel that is unavailable', () => {
  it('gets its messages later, with growing pauses, and in order', async () => {
    const { addOrder, ...own } = await shop()
    site.behave({ status: 503 })
    await own.tell()
    await own.tell({ orderId: (await addOrder()).id, cause: 'shipped:2' })
    await own.send()
    expect(site.received).toHaveLength(1)
    const waiting = await own.all()
    const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
    expect(waiting.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([inSeconds(10), inSeconds(10)])
    expect(waiting.map(({ attempts }) => attempts)).toEqual([1, 0])
    expect(await own.isDue()).toBe(false)
    clock.advance(10)
    await own.send()
    expect((await own.first())?.nextAttemptAt).toEqual(inSeconds(60))
    site.behave({ status: 200 })
    clock.advance(60)
    expect(await own.send()).toEqual({ delivered: 2, failed: 0 })
  })

  it('leads to an attention item after three days, which is resolved once the message is delivered', async () => {
    const { ctx, channel, companyId, ...own } = await shop()
    site.behave('drop')
    await own.tell()
    const start = clock.now().getTime()
    for (let tries = 0; (await own.first())?.status === 'pending' && tries < 20; tries += 1) {
      await own.send()
      clock.advance(12 * 3600)
    }
    expect(await own.first()).toMatchObject({ status: 'failed', attempts: 12, nextAttemptAt: null })
    expect((clock.now().getTime() - start) / 86_400_000).toBeGreaterThan(3)
    expect(await own.attention()).toMatchObject([{ code: 'push_back_failed', resolvedAt: null }])
    expect(await own.timeline()).toMatchObject([{ event: 'channel.not_told' }])

    site.behave({ status: 200 })
    const ops = await server.as('ops', companyId)
    const message = await own.first()
    const reply = await ops.post(`/api/channels/${channel.id}/sent/${message?.id}/resend`)
    expect(reply.json<SentMessage>()).toMatchObject({ status: 'pending', attempts: 0, error: null })
    await own.send()
    expect(await own.first()).toMatchObject({ status: 'delivered', id: message?.id })
    expect(await own.attention()).toMatchObject([{ resolvedAt: clock.now() }])
    const audited = await ctx.transaction((tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'message.resend')),
    )
    expect(audited).toHaveLength(1)
  })

  it('that refuses a message does not get it again by itself', async () => {
    const own = await shop()
    site.behave({ status: 422 })
    await own.tell()
    expect(await own.send()).toEqual({ delivered: 0, failed: 1 })
    expect(await own.first()).toMatchObject({ status: 'failed', error: expect.stringContaining('422') })
    expect(await own.attention()).toHaveLength(1)
  })

  it('that refuses our credentials shows that until it accepts them', async () => {
    const own = await shop()
    site.behave({ status: 403 })
    await own.tell()
    await own.send()
    expect((await own.channelNow())?.accessError).toContain('403')
    expect((await own.first())?.status).toBe('pending')
    site.behave({ status: 200 })
    clock.advance(10)
    await own.send()
    expect((await own.channelNow())?.accessError).toBeNull()
  })

  it('does not delay other channels', async () => {
    const { companyId, sku, ...own } = await shop()
    const deaf = await startFakeWebsite()
    deaf.behave({ status: 500 })
    const other = await buildChannel(server.deps, companyId, { config: { webhookUrl: deaf.url } })
    const line = [{ skuId: sku.id, quantity: 1 }]
    const theirs = await buildOrderWithLines(server.deps.db, companyId, line, { channelId: other.id })
    await own.tell({ orderId: theirs.id })
    await own.tell()
    expect(await own.send()).toEqual({ delivered: 1, failed: 1 })
    await deaf.close()
  })

  it('that is inactive gets its messages once it is active', async () => {
    const { ctx, ...own } = await shop()
    await own.tell()
    await ctx.transaction((tx) => tx.update(channels).set({ isActive: false }))
    expect(await own.isDue()).toBe(false)
    expect(await own.send()).toEqual({ delivered: 0, failed: 0 })
    await ctx.transaction((tx) => tx.update(channels).set({ isActive: true }))
    expect(await own.isDue()).toBe(true)
  })

  it('gets a message again whose process died', async () => {
    const own = await shop()
    await own.tell()
    const release = site.hold()
    const dying = own.send()
    await site.waitForMessages(1)
    expect(await own.isDue()).toBe(false)
    clock.advance(151)
    expect(await own.isDue()).toBe(true)
    release()
    await dying
  })
})

describe('the list of sent messages', () => {
  it('is sorted newest first, paged, for one channel', async () => {
    const { companyId, channel, order, ...own } = await shop()
    for (const cause of ['1', '2', '3']) {
      await own.tell({ cause })
      clock.advance(1)
    }
    const readonly = await server.as('readonly', companyId)
    const path = `/api/channels/${channel.id}/sent`
    const first = await readonly.get(`${path}?limit=2`)
    expect(first.headers['x-total-count']).toBe('3')
    const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? ''
    const rows = [...first.json<SentMessage[]>(), ...(await readonly.get(next)).json<SentMessage[]>()]
    const made = (await own.all()).map(({ id }) => id)
    expect(rows.map(({ id }) => id)).toEqual(made.toReversed())
    expect(rows[0]).toMatchObject({ orderNumber: order.orderNumber, status: 'pending', eventType: 'order.shipped' })
    expect(rows[0]).not.toHaveProperty('payload')
  })

  it('shows web addresses without their secret parts, also in the audit log, and accounts as they are', async () => {
    const { companyId, channel, ctx, ...own } = await shop()
    await own.tell()
    await own.tell({ cause: 'other' })
    const ops = await server.as('ops', companyId)
    const [first, second] = await own.all()
    const sendTo = (id: string | undefined, url: string) =>
      ctx.transaction((tx) =>
        tx
          .update(channelDeliveries)
          .set({ url })
          .where(eq(channelDeliveries.id, id ?? '')),
      )
    await sendTo(first?.id, 'https://hooks.example.com/catch/x7Kq2mPz?token=abc123')
    await sendTo(second?.id, 'Commerce account 42')
    const path = `/api/channels/${channel.id}/sent`
    const urls = (await ops.get(path)).json<SentMessage[]>().map(({ url }) => url)
    expect(urls.toSorted()).toEqual(['Commerce account 42', 'https://hooks.example.com/catch/••••?token=••••'])
    expect((await ops.post(`${path}/${first?.id}/resend`)).statusCode).toBe(200)
    expect(JSON.stringify(await auditedChanges(server.deps.db, companyId, 'message.resend'))).not.toContain('x7Kq2mPz')
  })

  it('is invisible to other companies, and nothing is resent without a receiver', async () => {
    const { companyId, channel, ctx, ...own } = await shop()
    await own.tell()
    const path = `/api/channels/${channel.id}/sent`
    const resend = `${path}/${(await own.first())?.id}/resend`
    const stranger = await server.as('ops', (await buildCompany(server.deps.db)).id)
    expect((await stranger.get(path)).statusCode).toBe(404)
    expect((await stranger.post(resend)).statusCode).toBe(404)
    const ops = await server.as('ops', companyId)
    await ctx.transaction((tx) => tx.update(channels).set({ config: {} }))
    expect((await ops.post(resend)).statusCode).toBe(409)
  })
})
