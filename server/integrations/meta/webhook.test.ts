import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { NotUnderstood } from '#server/ports/channel.ts'
import sample from './fixtures/order.json' with { type: 'json' }
import { parseDelivery } from './read-orders.ts'
import { verifyDelivery } from './channel.ts'

const appSecret = 'the secret of the application'
const sign = (body: Buffer, secret = appSecret) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const receivedAt = new Date('2026-09-20T10:17:00Z')
const delivery = (body: unknown, signature?: string) => {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  return { headers: { 'x-hub-signature-256': signature ?? sign(bytes) }, body: bytes, receivedAt }
}
const changeOf = (...changes: object[]) => ({
  object: 'commerce_account',
  entry: [{ id: '1', time: 1_789_899_363, changes }],
})
const orderChange = changeOf({ field: 'commerce_orders', value: { order_id: '64000841790004' } })

/** The channel whose account the webhooks of these tests name. */
const own = { accountId: '1' }

test('a webhook is verified by its signature, and a repetition has the same id', () => {
  const first = verifyDelivery(appSecret, delivery(orderChange), own)
  expect(first).toMatchObject({ isGenuine: true, deliveryId: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(verifyDelivery(appSecret, delivery(orderChange), own)).toEqual(first)
  expect(verifyDelivery(appSecret, delivery(changeOf()), own)).not.toEqual(first)
})

test.each([
  ['the account of another channel', orderChange, { accountId: '2' }],
  ['that of another channel beside its own', { ...orderChange, entry: [...orderChange.entry, { id: '2' }] }, own],
  ['no account', { ...orderChange, entry: [{ changes: [] }] }, own],
  ['an account that is no id', { ...orderChange, entry: [{ id: { is: '1' } }] }, own],
  ['nothing', { ...orderChange, entry: [] }, own],
  ['an account, to a channel without one', orderChange, { accountId: null }],
  ['what can’t be read', Buffer.from([0xff, 0xfe, 0x00]), own],
])('a signed webhook is refused when it names %s', (_, body, channel) => {
  expect(verifyDelivery(appSecret, delivery(body), channel)).toMatchObject({
    isGenuine: false,
    reason: expect.stringContaining('commerce account'),
  })
})

test('an account may be named by a number', () => {
  const body = { ...orderChange, entry: [{ id: 1, changes: [] }] }
  expect(verifyDelivery(appSecret, delivery(body), own)).toMatchObject({ isGenuine: true })
})

test.each([
  ['another secret', sign(Buffer.from(JSON.stringify(orderChange)), 'another')],
  ['another body', sign(Buffer.from('{}'))],
  ['a short signature', 'sha256=00'],
  ['no hexadecimal signature', 'sha256=zz'],
  ['the old kind of signature', 'sha1=0123456789012345678901234567890123456789'],
  ['a signature without its kind', sign(Buffer.from(JSON.stringify(orderChange))).slice(7)],
  ['more than a signature', `${sign(Buffer.from(JSON.stringify(orderChange)))}zz`],
  ['an empty signature', ''],
])('a webhook is not genuine with %s', (_, signature) => {
  expect(verifyDelivery(appSecret, delivery(orderChange, signature), own)).toMatchObject({
    isGenuine: false,
    reason: expect.stringContaining('META_APP_SECRET'),
    signature,
  })
})

test('a webhook is not genuine without a signature, or without a secret of our own', () => {
  const unsigned = { headers: {}, body: Buffer.from('{}'), receivedAt }
  expect(verifyDelivery(appSecret, unsigned, own)).toMatchObject({ isGenuine: false, signature: null })
  expect(verifyDelivery(undefined, delivery(orderChange), own)).toMatchObject({
    isGenuine: false,
    reason: expect.stringContaining('META_APP_SECRET'),
  })
})

test('a webhook says which order to fetch', () => {
  expect(parseDelivery(delivery(orderChange))).toEqual({
    kind: 'fetch',
    eventType: 'order.updated',
    externalOrderId: '64000841790004',
    eventAt: new Date('2026-09-20T10:16:03Z'),
  })
})

test('a polled order is read as a whole', () => {
  expect(parseDelivery(delivery(sample))).toMatchObject({ kind: 'order', event: { eventType: 'order.created' } })
})

test('a webhook about something else is ignored', () => {
  const feed = changeOf({ field: 'feed', value: { item: 'status' } })
  expect(parseDelivery(delivery(feed))).toMatchObject({ kind: 'nothing', eventType: 'commerce_account' })
})

test.each([
  ['no JSON', Buffer.from('{"object":')],
  ['another shape', { hello: 'world' }],
  ['a list', []],
])('a body is not understood: %s', (_, body) => {
  expect(() => parseDelivery(delivery(body))).toThrow(NotUnderstood)
})
