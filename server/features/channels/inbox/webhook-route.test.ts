import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleOrderEvent } from '#contract/public-api-manual.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestApp, manualClock, inactiveTrigger } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { anAddress, deliver, signDelivery } from '#server/testing/shop-webhooks.ts'
import { deliveriesReceived } from './webhook-route.ts'
import { hasWaitingDeliveries } from './intake-queries.ts'
import { decryptContent } from './delivery-content.ts'

const clock = manualClock()
const lines: string[] = []
const triggered: string[] = []
const workerTrigger = {
  ...inactiveTrigger,
  trigger: (companyId: string, worker: string) => void triggered.push(`${worker} ${companyId}`),
}

let test: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let channel: Awaited<ReturnType<typeof buildChannel>>

beforeAll(async () => {
  const log = createLog({ LOG_LEVEL: 'warn' }, 'test', { write: (line) => void lines.push(line) })
  test = await createTestApp({ clock, workerTrigger, log })
})
afterAll(() => test.close())

beforeEach(async () => {
  companyId = (await buildCompany(test.deps.db)).id
  channel = await buildChannel(test.deps, companyId)
})

const body = JSON.stringify(sampleOrderEvent)
const send = (sent: { id?: string; body?: string | Buffer; type?: string; headers?: Record<string, string> } = {}) => {
  const headers = signDelivery(channel.webhookSecret, { at: clock.now(), body, ...sent })
  const type = sent.type === undefined ? {} : { 'content-type': sent.type }
  return deliver(test.app, channel.id, { headers: { ...headers, ...type, ...sent.headers }, body: sent.body ?? body })
}
const stored = () =>
  test.deps.db.inCompany(companyId, (tx) => tx.select().from(webhookEvents).orderBy(webhookEvents.createdAt))
const contentOf = ({ id, payload }: { id: string; payload: string }) =>
  decryptContent(test.deps.vault, { companyId, id }, payload)
const hasWaiting = () => test.deps.db.inCompany(companyId, (tx) => hasWaitingDeliveries(tx, companyId))

const heardAt = async () => {
  const find = channels.lastHeardAt
  const [found] = await test.deps.db.inCompany(companyId, (tx) => tx.select({ find }).from(channels))
  return found?.find
}

describe('a signed delivery', () => {
  it('shows that the channel is there, which is written at most once a minute and never by a forgery', async () => {
    await deliver(test.app, channel.id, {
      headers: signDelivery(`whsec_${'x'.repeat(32)}`, { at: clock.now(), body }),
      body,
    })
    expect(await heardAt()).toBeNull()
    await send({ id: 'msg_1' })
    const first = clock.now()
    clock.advance(59)
    await send({ id: 'msg_2' })
    expect(await heardAt()).toEqual(first)
    clock.advance(1)
    await send({ id: 'msg_3' })
    expect(await heardAt()).toEqual(clock.now())
  })

  it('is stored encrypted, answered 202, and triggers the intake', async () => {
    const at = clock.now()
    const signature = new Webhook(channel.webhookSecret).sign('msg_1', at, body)
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at.getTime() / 1000),
      'webhook-signature': signature,
    }
    const reply = await deliver(test.app, channel.id, { headers, body })
    expect(reply.statusCode).toBe(202)
    expect(reply.json()).toEqual({ received: true })
    const [event] = await stored()
    expect(event).toMatchObject({
      channelId: channel.id,
      deliveryId: 'msg_1',
      source: 'webhook',
      isVerified: true,
      isProcessed: false,
      error: null,
      createdAt: at,
    })
    expect(event?.payload).not.toContain('Main St')
    expect(await heardAt()).toEqual(at)
    expect(event && contentOf(event).body.toString()).toBe(body)
    expect(triggered).toContain(`orders.take-in ${companyId}`)
    expect(await hasWaiting()).toBe(true)
  })

  it('is stored with the headers that describe it, without credentials', async () => {
    const headers = {
      'x-shopify-topic': 'orders/create',
      cookie: 'a=b',
      authorization: 'Bearer x',
      'x-real-ip': '1.1.1.1',
    }
    expect((await send({ headers })).statusCode).toBe(202)
    const [event] = await stored()
    const storedHeaders = event && contentOf(event).headers
    expect(storedHeaders).toMatchObject({ 'x-shopify-topic': 'orders/create' })
    expect(Object.keys(storedHeaders ?? {}).filter((name) => name in headers)).toEqual(['x-shopify-topic'])
  })

  it('is accepted whatever its content type', async () => {
    const types = ['application/x-www-form-urlencoded', 'text/xml', 'nonsense', 'application/json; charset=utf-16', ' ']
    for (const type of types) expect((await send({ type })).statusCode, type).toBe(202)
  })

  it('is stored once, however often it comes', async () => {
    expect((await send({ id: 'same' })).statusCode).toBe(202)
    const again = await send({ id: 'same' })
    expect([again.statusCode, again.json()]).toEqual([200, { received: true }])
    expect(await stored()).toHaveLength(1)
  })

  it('is stored once when it comes twice at the same instant', async () => {
    const replies = await Promise.all([send({ id: 'twin' }), send({ id: 'twin' }), send({ id: 'twin' })])
    expect(replies.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1)
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    expect(await stored()).toHaveLength(1)
  })

  it('may have the same id as a delivery of another channel', async () => {
    const other = await buildChannel(test.deps, companyId)
    expect((await send({ id: 'shared' })).statusCode).toBe(202)
    const headers = signDelivery(other.webhookSecret, { id: 'shared', at: clock.now(), body })
    expect((await deliver(test.app, other.id, { headers, body })).statusCode).toBe(202)
  })

  it('waits while the channel is inactive', async () => {
    const setActive = (isActive: boolean) =>
      test.deps.db.inCompany(companyId, (tx) =>
        tx.update(channels).set({ isActive }).where(eq(channels.id, channel.id)),
      )
    await setActive(false)
    expect((await send()).statusCode).toBe(202)
    expect(await stored()).toHaveLength(1)
    expect(await hasWaiting()).toBe(false)
    await setActive(true)
    expect(await hasWaiting()).toBe(true)
  })
})

describe('a webhook URL', () => {
  const post = (channelId: string) => deliver(test.app, channelId, { body })
  const notFound = { status: 404, title: 'Not Found' }

  it('is not found for an unknown channel, a malformed id, or a channel type without an adapter', async () => {
    const unbuilt = await buildChannel(test.deps, companyId, { type: 'ebay' })
    for (const id of ['0199a1b2-0000-7000-8000-000000000000', 'abc', '%00', unbuilt.id]) {
      expect((await post(id)).json(), id).toMatchObject(notFound)
    }
    expect(await stored()).toEqual([])
  })

  it('is not found once the company is deactivated, even if it was cached', async () => {
    expect((await send()).statusCode).toBe(202)
    await test.deps.db.onPlatform((tx) =>
      tx.update(companies).set({ isActive: false }).where(eq(companies.id, companyId)),
    )
    expect((await send()).json()).toMatchObject(notFound)
    expect(await stored()).toHaveLength(1)
  })

  it('accepts only POST from websites', async () => {
    const url = `/api/webhooks/${channel.id}`
    const answers = await Promise.all(
      (['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'] as const).map((method) => test.app.http.inject({ method, url })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([405, 405, 404, 404, 404])
    expect(answers[0]?.headers['allow']).toBe('POST')
    expect(await stored()).toEqual([])
  })
})

it('answers the unsigned greeting of WooCommerce, and stores nothing', async () => {
  const woo = await buildChannel(test.deps, companyId, { config: { platform: 'woocommerce' } })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await deliver(test.app, woo.id, { headers, body: 'webhook_id=12' })
  expect([reply.statusCode, reply.json()]).toEqual([200, { received: true }])
  expect((await deliver(test.app, channel.id, { headers, body: 'webhook_id=12' })).statusCode).toBe(401)
  expect(await stored()).toMatchObject([{ channelId: channel.id, isVerified: false }])
})

describe('Meta’s verification request', () => {
  const ask = (channelId: string, query: Record<string, string>) =>
    test.app.http.inject({ method: 'GET', url: `/api/webhooks/${channelId}`, query, remoteAddress: anAddress() })

  it('is answered with its challenge when the verify token is the channel’s secret', async () => {
    const meta = await buildChannel(test.deps, companyId, { type: 'meta_shops', webhookSecret: 'a secret of the shop' })
    const question = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444' }
    const right = await ask(meta.id, { ...question, 'hub.verify_token': 'a secret of the shop' })
    expect([right.statusCode, right.body]).toEqual([200, '1158201444'])
    expect(right.headers['content-type']).toBe('text/plain; charset=utf-8')
    for (const wrong of [
      { ...question, 'hub.verify_token': 'a secret of the shoq' },
      { ...question, 'hub.verify_token': '' },
      { ...question, 'hub.verify_token': 'a secret of the shop', 'hub.mode': 'unsubscribe' },
      { ...question, 'hub.verify_token': 'a secret of the shop', 'hub.challenge': '<script>' },
      {},
    ]) {
      expect((await ask(meta.id, wrong)).statusCode, JSON.stringify(wrong)).toBe(403)
    }
    const website = { ...question, 'hub.verify_token': channel.webhookSecret }
    expect((await ask(channel.id, website)).statusCode).toBe(405)
  })
})

it('receiving logs and counts deliveries with the reason of a refusal, without their content', async () => {
  deliveriesReceived.reset()
  lines.length = 0
  await send({ id: 'a' })
  triggered.length = 0
  await send({ id: 'a' })
  await deliver(test.app, channel.id, { body })
  expect(triggered).toEqual([])
  const { values } = await deliveriesReceived.get()
  expect(values.map(({ labels: { kind, outcome }, value }) => [kind, outcome, value])).toEqual([
    ['standard', 'stored', 1],
    ['standard', 'repeated', 1],
    ['standard', 'refused', 1],
  ])
  const [line = '', ...others] = lines
  expect(JSON.parse(line)).toMatchObject({
    msg: 'refused a delivery',
    companyId,
    channelId: channel.id,
    kind: 'standard',
    reason: expect.stringContaining('webhook-id'),
  })
  expect(line).not.toContain('Main St')
  expect(others).toEqual([])
})
