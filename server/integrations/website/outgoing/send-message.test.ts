import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelConnection, Offer, OutgoingMessage } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { bareConnection } from '#server/testing/channels.ts'
import { startFakeWebsite, type FakeWebsite } from '#server/testing/fake-website.ts'
import { createOutgoing, type OutgoingSettings } from './send-message.ts'

const secret = `whsec_${Buffer.from('the secret of our own, 32 bytes!').toString('base64')}`
const olderSecret = `whsec_${Buffer.from('the one before it, 24 bytes').toString('base64')}`

/** Near the real time, since receivers refuse old signatures; whole seconds, as HTTP dates are. */
const now = new Date(Math.floor(Date.now() / 1000) * 1000)
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toUTCString()
const settings: OutgoingSettings = { version: '1.2.3', allowsLoopback: true, clock: { now: () => now } }
const outgoing = createOutgoing(settings)

let site: FakeWebsite
let connection: ChannelConnection

beforeAll(async () => {
  site = await startFakeWebsite()
  connection = { ...bareConnection, channelId: 'c', webhookUrl: site.url, signingSecrets: [secret] }
})
afterAll(() => site.close())
beforeEach(() => {
  site.forget()
  site.behave({ status: 200 })
})

const offer = (sku: string, overrides: Partial<Offer> = {}): Offer => ({
  sku,
  externalId: null,
  items: [],
  title: 'Tee',
  description: 'Soft',
  brand: 'Harbor',
  category: 'Shirts',
  price: '19.00',
  compareAtPrice: null,
  currency: 'USD',
  sellable: 4,
  isVisible: true,
  imageUrls: [],
  link: null,
  groupId: 'g',
  ...overrides,
})

const shipped: OutgoingMessage = {
  id: '0199a1b2-0000-7000-8000-000000000001',
  type: 'order.shipped',
  at: new Date('2026-09-20T10:15:00Z'),
  order: { externalOrderId: '1042', orderNumber: 'LS-10001', status: 'shipped' },
  shipments: [{ carrier: 'UPS', trackingNumber: '1Z', items: [{ sku: 'TEE-L', externalItemId: null, quantity: 2 }] }],
  reason: null,
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('a message to a website', () => {
  it('about stock and prices has what the website needs to sell, and nothing more', async () => {
    await outgoing.pushOffers(connection, [offer('TEE-L', { externalId: '77', compareAtPrice: '25.00' })])
    expect(site.messages(secret)).toEqual([
      {
        type: 'inventory.updated',
        timestamp: expect.any(String),
        data: {
          items: [
            {
              sku: 'TEE-L',
              externalId: '77',
              sellable: 4,
              price: '19.00',
              compareAtPrice: '25.00',
              currency: 'USD',
              isVisible: true,
            },
          ],
        },
      },
    ])
    expect(site.received[0]?.headers['user-agent']).toBe('Lockstep/1.2.3')
  })

  it('about stock has at most 500 SKUs', async () => {
    await outgoing.pushOffers(
      connection,
      Array.from({ length: 1_001 }, (_, index) => offer(`S-${index}`)),
    )
    const items = site.messages(secret).map(({ data }) => (data['items'] as unknown[]).length)
    expect(items).toEqual([500, 500, 1])
  })

  it('about an order says what happened, when, and in which packages, under a stable id', async () => {
    await expect(outgoing.report(connection, shipped)).resolves.toEqual({ status: 200 })
    await outgoing.report(connection, shipped)
    const { id, at, type, order, shipments, reason } = shipped
    expect(site.messages(secret)[1]).toEqual({
      type,
      timestamp: at.toISOString(),
      data: { ...order, shipments, reason },
    })
    expect(site.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
  })

  it('tests the connection with a ping', async () => {
    await outgoing.test(connection)
    expect(site.messages(secret)[0]).toMatchObject({ type: 'ping', data: { channel: 'Harbor Shop' } })
  })

  it('is signed with every valid secret and with no other', async () => {
    await outgoing.report({ ...connection, signingSecrets: [secret, olderSecret] }, shipped)
    expect(site.messages(secret)).toHaveLength(1)
    expect(site.messages(olderSecret)).toHaveLength(1)
    expect(() => site.messages(`whsec_${Buffer.from('somebody else’s').toString('base64')}`)).toThrow()
  })

  it('can’t be altered on its way', async () => {
    await outgoing.report(connection, shipped)
    const { body, headers } = await site.waitForMessages(1)
    expect(() => new Webhook(secret).verify(body.replace('1042', '1043'), headers)).toThrow()
  })
})

describe('the answer of a website', () => {
  it.each([
    [401, Unauthorized],
    [403, Unauthorized],
    [404, Rejected],
    [410, Rejected],
    [422, Rejected],
    [302, Rejected],
    [429, Unavailable],
    [500, Unavailable],
    [503, Unavailable],
  ])('%i counts as %o', async (status, failure) => {
    site.behave({ status, headers: { location: 'https://example.com/' } })
    const thrown = await failureOf(outgoing.report(connection, shipped))
    expect(thrown).toBeInstanceOf(failure)
    expect((thrown as Error).message).toContain(String(status))
    expect(site.received).toHaveLength(1)
  })

  it.each([
    ['seconds', '120', 120],
    ['a date', inSeconds(90), 90],
    ['a date that is past', inSeconds(-60), 0],
    ['nonsense', 'soon', undefined],
  ])('may ask for a pause by %s', async (_, retryAfter, seconds) => {
    site.behave({ status: 503, headers: { 'retry-after': retryAfter } })
    const thrown = (await failureOf(outgoing.report(connection, shipped))) as Unavailable
    expect(thrown.retryAfterSeconds).toBe(seconds)
  })

  it('is waited for only until the timeout', async () => {
    site.behave('hang')
    const hasty = createOutgoing({ ...settings, timeoutMilliseconds: 50 })
    await expect(hasty.report(connection, shipped)).rejects.toThrow(/in time/)
  })

  it('may be missing', async () => {
    site.behave('drop')
    const thrown = await failureOf(outgoing.report(connection, shipped))
    expect(thrown).toBeInstanceOf(Unavailable)
    expect((thrown as Unavailable).mayHaveHappened).toBe(true)
  })
})

describe('a forbidden address', () => {
  const careful = createOutgoing({ ...settings, allowsLoopback: false })
  const port = () => new URL(site.url).port

  it.each([
    ['a number', () => `https://127.0.0.1:${port()}/`],
    ['another way to write it', () => `https://0x7f.1:${port()}/`],
    ['an IPv6 number', () => `https://[::1]:${port()}/`],
    ['IPv4 in IPv6', () => `https://[::ffff:127.0.0.1]:${port()}/`],
    ['a name for it', () => `https://localhost:${port()}/`],
    ['a private one', () => 'https://10.0.0.1/'],
    ['where clouds keep credentials', () => 'https://169.254.169.254/latest/meta-data'],
    ['without encryption', () => 'http://example.com/'],
    ['another scheme', () => 'file:///etc/passwd'],
  ])('is refused before anything is sent: %s', async (_what, url) => {
    const thrown = await failureOf(careful.report({ ...connection, webhookUrl: url() }, shipped))
    expect(thrown).toBeInstanceOf(Rejected)
    expect((thrown as Rejected).code).toBe('address_refused')
    expect(site.received).toHaveLength(0)
  })

  it('includes private ones also where loopback is allowed', async () => {
    const thrown = await failureOf(outgoing.report({ ...connection, webhookUrl: 'http://192.168.0.1/' }, shipped))
    expect((thrown as Rejected).code).toBe('address_refused')
  })

  it('includes a missing one', async () => {
    await expect(outgoing.test({ ...connection, webhookUrl: null })).rejects.toBeInstanceOf(Rejected)
  })
})
