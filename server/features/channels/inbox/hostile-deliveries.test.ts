import { request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { companies } from '#server/platform/db/schema/companies.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { anAddress, deliver, signDelivery } from '#server/testing/shop-webhooks.ts'
import { decryptContent } from './delivery-content.ts'

const clock = manualClock()
const body = '{"type":"order.created","data":{"externalOrderId":"1042"}}'
const mebibyte = 1_048_576
const longest = 8 * mebibyte

let test: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let channel: Awaited<ReturnType<typeof buildChannel>>

beforeAll(async () => {
  test = await createTestApp({ clock })
  await test.app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

beforeEach(async () => {
  companyId = (await buildCompany(test.deps.db)).id
  channel = await buildChannel(test.deps, companyId)
})

type Sent = { secret?: string; at?: Date; signed?: string | Buffer; body?: string | Buffer; id?: string; from?: string }

/** Valid by default; each test changes one thing. */
function send(sent: Sent = {}, headers: Record<string, string> = {}) {
  const sentBody = sent.body ?? body
  const { id, secret = channel.webhookSecret, at = clock.now(), signed = sentBody, from } = sent
  const signature = signDelivery(secret, { ...(id ? { id } : {}), at, body: signed })
  return deliver(test.app, channel.id, {
    headers: { ...signature, ...headers },
    body: sentBody,
    ...(from ? { from } : {}),
  })
}

const stored = () => test.deps.db.inCompany(companyId, (tx) => tx.select().from(webhookEvents))
const genuine = async () => (await stored()).filter(({ isVerified }) => isVerified)
const bodyOf = ({ id, payload }: { id: string; payload: string }) =>
  decryptContent(test.deps.vault, { companyId, id }, payload).body

const secondsFromNow = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)

describe('a delivery without a valid signature', () => {
  const forgeries: [string, () => ReturnType<typeof send>][] = [
    ['a wrong signature', () => send({}, { 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` })],
    ['a signature of another length', () => send({}, { 'webhook-signature': 'v1,YQ==' })],
    ['a signature that is none', () => send({}, { 'webhook-signature': 'v1' })],
    ['an altered body', () => send({ signed: body, body: body.replace('1042', '1043') })],
    ['a byte more', () => send({ signed: body, body: `${body} ` })],
    ['another id than was signed', () => send({}, { 'webhook-id': 'msg_other' })],
    ['an old timestamp', () => send({ at: secondsFromNow(-301) })],
    ['a timestamp of the future', () => send({ at: secondsFromNow(301) })],
    ['a timestamp that is none', () => send({}, { 'webhook-timestamp': 'now' })],
    ['an empty secret', () => send({ secret: 'whsec_' })],
    ['thousands of signatures', () => send({}, { 'webhook-signature': 'v1,YWFh '.repeat(1_900) })],
    ['no signature at all', () => deliver(test.app, channel.id, { body })],
  ]

  it.each(forgeries)('is refused with 401 and stored apart: %s', async (_name, forge) => {
    const reply = await forge()
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(reply.body).not.toContain(channel.webhookSecret)
    const events = await stored()
    expect(events).toMatchObject([{ isVerified: false, isProcessed: false, deliveryId: null, externalOrderId: null }])
    expect(events[0]?.error).toBe(reply.json<{ detail: string }>().detail)
  })

  it('is refused when another channel of the company signed it', async () => {
    const other = await buildChannel(test.deps, companyId)
    expect((await send({ secret: other.webhookSecret })).statusCode).toBe(401)
    expect(await genuine()).toEqual([])
  })

  it('does not replace the genuine delivery with that id', async () => {
    expect((await send({ id: 'msg_1', secret: 'whsec_AAAA' })).statusCode).toBe(401)
    expect((await send({ id: 'msg_1' })).statusCode).toBe(202)
    expect((await send({ id: 'msg_1', secret: 'whsec_AAAA' })).statusCode).toBe(401)
    expect((await send({ id: 'msg_1' })).statusCode).toBe(200)
    expect(await genuine()).toHaveLength(1)
  })

  it('is stored up to 4 KB, and up to 100 of them per channel', async () => {
    await test.deps.db.inCompany(companyId, (tx) =>
      tx.execute(sql`
        insert into webhook_events (company_id, id, channel_id, payload, created_at)
        select ${companyId}, new_id(), ${channel.id}, 'sealed', ${clock.now().toISOString()}::timestamptz - n * interval '1 second'
        from generate_series(1, 120) as n`),
    )
    await send({ signed: body, body: Buffer.alloc(mebibyte, 'x') })
    const events = await stored()
    expect(events).toHaveLength(100)
    const newest = events.find(({ createdAt }) => createdAt.getTime() === clock.now().getTime())
    expect(newest && bodyOf(newest)).toEqual(Buffer.alloc(4_096, 'x'))
  })

  it('is rate limited after 60 tries from one address, without affecting others or genuine deliveries', async () => {
    const from = anAddress()
    const forged = () => send({ signed: 'else', from })
    const tries = await Promise.all(Array.from({ length: 60 }, forged))
    expect(new Set(tries.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
    const tooMany = await forged()
    expect(tooMany.statusCode).toBe(429)
    expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(0)
    expect(await stored()).toHaveLength(60)
    expect((await send({ signed: 'else' })).statusCode).toBe(401)
    expect((await send({ from })).statusCode).toBe(202)
  })
})

it('made-up channels are looked up until their network is over the limit; a channel that exists always is', async () => {
  const from = anAddress()
  const onPlatform = vi.spyOn(test.deps.db, 'onPlatform')
  const tries = await Promise.all(Array.from({ length: 400 }, () => deliver(test.app, newId(), { body, from })))
  const lookUps = onPlatform.mock.calls.length
  onPlatform.mockRestore()
  expect(lookUps).toBeLessThanOrEqual(70)
  expect(tries.filter(({ statusCode }) => statusCode === 404)).toHaveLength(60)
  expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(340)
  expect((await send({ from })).statusCode).toBe(202)
})

describe('a rotated secret', () => {
  it('is valid beside the new one until the overlap ends', async () => {
    const previousWebhookSecret = 'the secret before this one'
    const overlap = { previousWebhookSecret, previousWebhookSecretExpiresAt: secondsFromNow(3600) }
    channel = await buildChannel(test.deps, companyId, overlap)
    const old = () => send({ secret: previousWebhookSecret, at: clock.now() })
    expect((await old()).statusCode).toBe(202)
    expect((await send({ at: clock.now() })).statusCode).toBe(202)
    clock.advance(3599)
    expect((await old()).statusCode).toBe(202)
    clock.advance(1)
    expect((await old()).statusCode).toBe(401)
    expect((await send({ at: clock.now() })).statusCode).toBe(202)
  })

  it('is invalid at once without an overlap', async () => {
    const previousWebhookSecret = 'the secret before this one'
    channel = await buildChannel(test.deps, companyId, { previousWebhookSecret })
    expect((await send({ secret: previousWebhookSecret })).statusCode).toBe(401)
  })
})

describe('an unusual body', () => {
  const bodies: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['8 MiB of [', Buffer.alloc(longest, '[')],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0xed, 0xa0, 0x80])],
    ['NUL', Buffer.from('{"type":"\0"}')],
    ['gzip', Buffer.from('1f8b0800000000000003', 'hex')],
  ]

  it.each(bodies)(
    'is stored byte by byte without being parsed when the channel signed it: %s',
    async (_name, strange) => {
      const reply = await send({ body: strange }, { 'content-encoding': 'gzip' })
      expect(reply.statusCode).toBe(202)
      const [event] = await genuine()
      expect(event && bodyOf(event).equals(strange)).toBe(true)
    },
  )

  it.each([longest + 1, 10 * mebibyte])('is refused with 413 when it has %i bytes, signed or not', async (size) => {
    const reply = await send({ body: Buffer.alloc(size, '[') })
    expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([413, 'The body is too large.'])
    expect(await stored()).toEqual([])
  })

  it('may have an id of any length: two ids with a common beginning are different', async () => {
    const name = 'x'.repeat(8_000)
    for (const id of [`${name}1`, `${name}2`]) expect((await send({ id })).statusCode).toBe(202)
    expect((await send({ id: `${name}1` })).statusCode).toBe(200)
    expect(await genuine()).toHaveLength(2)
  })
})

describe('over a real connection', () => {
  function post(headers: Record<string, string>, chunks: (string | Buffer)[]) {
    const { port } = test.app.http.server.address() as AddressInfo
    return new Promise<{ status: number | undefined }>((resolve, reject) => {
      const sent = request(
        { port, host: '127.0.0.1', method: 'POST', path: `/api/webhooks/${channel.id}`, headers, agent: false },
        (answer: IncomingMessage) => {
          answer.resume().on('end', () => resolve({ status: answer.statusCode }))
        },
      )
      sent.on('error', reject)
      for (const chunk of chunks) sent.write(chunk)
      sent.end()
    })
  }

  it('headers of 32 KB are refused before they are read, and the server goes on', async () => {
    expect(await post({ 'webhook-signature': 'v'.repeat(32 * 1024) }, [body])).toEqual({ status: 431 })
    const headers = signDelivery(channel.webhookSecret, { at: clock.now(), body })
    expect(await post(headers, [body])).toEqual({ status: 202 })
  })

  it('a chunked body without a length or type is accepted', async () => {
    const headers = signDelivery(channel.webhookSecret, { at: clock.now(), body })
    expect(await post(headers, [body.slice(0, 10), body.slice(10)])).toEqual({ status: 202 })
    expect(await genuine()).toHaveLength(1)
  })

  /** Sends the headers of a long body and its first bytes (or chunk) only: an answer comes if the server does not wait for the rest. */
  async function postUnfinished(channelId: string, headers: Record<string, string>): Promise<string> {
    const { port } = test.app.http.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST /api/webhooks/${channelId} HTTP/1.1\r\n${lines.join('')}\r\n4\r\n[[[[\r\n`)
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    return answer
  }

  const long = { 'content-length': String(longest) }
  const madeUp = () => newId()

  it('a long body for a made-up channel is refused before it is read, and the connection ends', async () => {
    for (const headers of [long, { 'transfer-encoding': 'chunked' }]) {
      const answer = await postUnfinished(madeUp(), headers)
      expect(answer).toMatch(/^HTTP\/1\.1 404 /)
      expect(answer.toLowerCase()).toContain('connection: close')
    }
    expect(await postUnfinished('abc', long)).toMatch(/^HTTP\/1\.1 404 /)
  })

  it('a long body for a deactivated company is refused before it is read, also if its channel was cached', async () => {
    expect((await send()).statusCode).toBe(202)
    const setActive = (isActive: boolean) =>
      test.deps.db.onPlatform((tx) => tx.update(companies).set({ isActive }).where(eq(companies.id, companyId)))
    await setActive(false)
    const signed = { ...long, ...signDelivery(channel.webhookSecret, { at: clock.now(), body }) }
    expect(await postUnfinished(channel.id, signed)).toMatch(/^HTTP\/1\.1 404 /)
    expect(await postUnfinished(channel.id, signed)).toMatch(/^HTTP\/1\.1 404 /)
    await setActive(true)
    expect((await send()).statusCode).toBe(202)
  })

  it('a long body without a signature is refused before it is read, and stored without it', async () => {
    for (const platform of ['standard', 'shopify', 'woocommerce'] as const) {
      channel = await buildChannel(test.deps, companyId, { config: { platform } })
      expect(await postUnfinished(channel.id, long), platform).toMatch(/^HTTP\/1\.1 401 /)
    }
    const meta = await buildChannel(test.deps, companyId, { type: 'meta_shops' })
    expect(await postUnfinished(meta.id, long)).toMatch(/^HTTP\/1\.1 401 /)
    const events = await stored()
    expect(events).toHaveLength(4)
    expect(events.map((event) => [event.isVerified, bodyOf(event).length])).toEqual(
      Array.from({ length: 4 }, () => [false, 0]),
    )
  })

  it('reading stops at 8 MiB of an endless body', async () => {
    const pieces = Array.from({ length: 10 }, () => Buffer.alloc(mebibyte, '['))
    const headers = signDelivery(channel.webhookSecret, { at: clock.now(), body })
    const answer = await post(headers, pieces).catch((error: NodeJS.ErrnoException) => error.code)
    expect([{ status: 413 }, 'ECONNRESET', 'EPIPE']).toContainEqual(answer)
    expect(await stored()).toEqual([])
  })
})
