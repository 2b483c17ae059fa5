import { describe, expect, it } from 'vitest'
import { sampleOrderEvent } from '#contract/public-api-manual.ts'
import { NotUnderstood } from '#server/ports/channel.ts'
import { readStandard } from './read-webhook.ts'

const { data } = sampleOrderEvent
const event = (changes: object = {}) => ({ ...sampleOrderEvent, ...changes })
const readText = (text: string) => readStandard({ body: Buffer.from(text) })
const read = (changes?: object) => readText(JSON.stringify(event(changes)))

function refusalOf(work: () => unknown): NotUnderstood {
  try {
    work()
  } catch (error) {
    if (error instanceof NotUnderstood) return error
    throw error
  }
  throw new Error('It was understood.')
}

describe('an order in Lockstep’s own format', () => {
  it.each(['order.created', 'order.updated', 'order.cancelled'])('is read as a whole by %s', (type) => {
    expect(read({ type })).toEqual({
      kind: 'order',
      event: {
        eventType: type,
        eventAt: new Date('2026-09-20T10:15:00Z'),
        order: expect.objectContaining({ ...data, items: [expect.objectContaining(data.items[0])] }),
      },
    })
  })

  it('needs neither a time nor amounts, and may have unknown fields', () => {
    const { externalOrderId, items, shippingAddress } = data
    const payload = { type: 'order.created', data: { externalOrderId, items, shippingAddress, giftWrap: 'red' } }
    expect(readText(JSON.stringify(payload))).toMatchObject({
      kind: 'order',
      event: { eventAt: null, order: { items } },
    })
  })

  it('keeps every digit of an id beyond 2^53', () => {
    const payload = JSON.stringify(event()).replace('"1042"', '820982911946154508')
    expect(readText(payload)).toMatchObject({ event: { order: { externalOrderId: '820982911946154508' } } })
  })

  it.each([
    ['only its id', { externalOrderId: 1042 }],
    ['an address that we can’t read', { ...data, shippingAddress: { city: 'Seattle' } }],
  ])('is cancelled by %s too', (_, data) => {
    expect(read({ type: 'order.cancelled', data })).toEqual({
      kind: 'cancelled',
      externalOrderId: '1042',
      eventAt: new Date('2026-09-20T10:15:00Z'),
    })
  })

  it('is ignored when it is another event', () => {
    expect(read({ type: 'product.updated' })).toMatchObject({ kind: 'nothing', eventType: 'product.updated' })
  })
})

describe('a standard body that can’t be read', () => {
  const [item] = data.items
  it.each([
    ['a missing type', { type: undefined }, 'type is missing'],
    [
      'a slip in the type',
      { type: 'orders.created' },
      'type must be one of order.created, order.updated, order.cancelled',
    ],
    ['a time that is none', { timestamp: 'today' }, 'timestamp must be a time such as 2026-09-20T10:15:00Z'],
    ['missing data', { data: undefined }, 'data is missing'],
    ['data that is a list', { data: [] }, 'data must be an object'],
    ['no items', { data: { ...data, items: [] } }, 'data.items must have at least one item'],
    [
      'a missing SKU',
      { data: { ...data, items: [item, { ...item, sku: undefined }] } },
      'data.items[1].sku is missing',
    ],
    ['an empty SKU', { data: { ...data, items: [{ ...item, sku: ' ' }] } }, 'data.items[0].sku is required'],
    [
      'a negative quantity',
      { data: { ...data, items: [{ ...item, quantity: -1 }] } },
      'data.items[0].quantity must be at least 1',
    ],
    [
      'half a unit',
      { data: { ...data, items: [{ ...item, quantity: 1.5 }] } },
      'data.items[0].quantity must be a whole number',
    ],
    [
      'a negative price',
      { data: { ...data, items: [{ ...item, unitPrice: '-1' }] } },
      'data.items[0].unitPrice must be an amount such as "19.00", and not negative',
    ],
    ['no address', { data: { ...data, shippingAddress: null } }, 'data.shippingAddress must be an object'],
    ['an unknown currency', { data: { ...data, currency: 'QQQ' } }, 'data.currency must be a currency such as USD'],
    [
      'an unknown speed',
      { data: { ...data, shippingSpeed: 'warp' } },
      'data.shippingSpeed must be one of standard, expedited, priority',
    ],
    [
      'an id of the wrong kind',
      { data: { ...data, externalOrderId: true } },
      'data.externalOrderId has the wrong type',
    ],
    ['a cancellation of no order', { type: 'order.cancelled', data: {} }, 'data.externalOrderId is missing'],
  ])('names the field: %s', (_, changes, sentence) => {
    expect(refusalOf(() => read(changes)).message).toBe(`It can’t be read: ${sentence}.`)
  })

  it('names the order, the event and the number of further problems', () => {
    const refusal = refusalOf(() =>
      read({ data: { externalOrderId: 1042, currency: 1, items: 2, customer: 3, total: [] } }),
    )
    expect(refusal).toMatchObject({ externalOrderId: '1042', eventType: 'order.created' })
    expect(refusal.message).toMatch(/; and 2 more\.$/)
  })

  it.each([
    ['no JSON', Buffer.from('order=1042&name=Ana'), 'The body is not JSON.'],
    ['an empty body', Buffer.alloc(0), 'The body is not JSON.'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'The body is not UTF-8 text.'],
    ['no object', Buffer.from('"order.created"'), 'It can’t be read: the body must be an object.'],
    [
      'a tower of lists',
      Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)),
      'It can’t be read: the body must be an object.',
    ],
  ])('is refused without quoting it: %s', (_, body, message) => {
    expect(refusalOf(() => readStandard({ body })).message).toBe(message)
  })
})
