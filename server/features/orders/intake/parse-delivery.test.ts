import { describe, expect, it, vi } from 'vitest'
import type { WaitingDelivery } from '#server/features/channels/inbox/intake-queries.ts'
import { encryptContent } from '#server/features/channels/inbox/delivery-content.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Ports } from '#server/platform/ports.ts'
import { NotUnderstood, type ParsedDelivery } from '#server/ports/channel.ts'
import { at, ctx, incomingOrder, allInEnglish } from './fixtures/known-order.ts'
import { parseDelivery } from './parse-delivery.ts'

const shop = { id: 'shop', name: 'My Shop', type: 'website' as const, config: { platform: 'shopify' } }
const content = { headers: { 'x-topic': 'orders/create' }, body: Buffer.from('the order') }
const delivery = (given: Partial<WaitingDelivery> = {}): WaitingDelivery => ({
  id: 'delivery-1',
  source: 'webhook',
  payload: encryptContent(ctx.vault, { companyId: 'acme', id: 'delivery-1' }, content),
  receivedAt: at(30),
  channel: shop,
  ...given,
})

const order = incomingOrder()
const reading = (
  eventType: 'order.created' | 'order.updated' | 'order.cancelled',
  eventAt: Date | null = at(1),
): ParsedDelivery => ({
  kind: 'order',
  event: { eventType, eventAt, order },
})

/** A context whose adapters return this reading and record their calls. */
function contextOf(say: () => ParsedDelivery) {
  const error = vi.fn<(facts: object, message: string) => void>()
  const calls: string[] = []
  const adapter = (name: string) => ({
    read: ({ headers, body, receivedAt }: { headers: object; body: Buffer; receivedAt: Date }) => {
      calls.push(`${name}: ${JSON.stringify(headers)} ${body.toString()} ${receivedAt.toISOString()}`)
      return say()
    },
  })
  const channels = { standard: adapter('standard'), shopify: adapter('shopify'), meta_shops: adapter('meta_shops') }
  const context = { ...ctx, log: { error }, ports: { channels } as unknown as Ports } as unknown as CompanyContext
  return { context, calls, error }
}

const read = (parsed: ParsedDelivery, given?: Partial<WaitingDelivery>) =>
  parseDelivery(contextOf(() => parsed).context, delivery(given))
const failing = (error: Error) =>
  contextOf(() => {
    throw error
  })

describe('a delivery', () => {
  it('is read by the adapter of what its channel runs on, with the bytes that were kept', () => {
    const { context, calls } = contextOf(() => reading('order.created'))
    parseDelivery(context, delivery())
    parseDelivery(context, delivery({ channel: { ...shop, type: 'meta_shops' } }))
    parseDelivery(context, delivery({ source: 'api' }))
    const content = '{"x-topic":"orders/create"} the order 2026-03-02T09:30:00.000Z'
    expect(calls).toEqual([`shopify: ${content}`, `meta_shops: ${content}`, `standard: ${content}`])
  })

  it('becomes an event with the whole order', () => {
    expect(read(reading('order.created'))).toEqual({
      id: 'delivery-1',
      kind: 'event',
      event: {
        channelId: 'shop',
        externalOrderId: '1042',
        eventType: 'order.created',
        order,
        at: at(1),
        by: { type: 'webhook', name: 'My Shop', channelId: 'shop' },
      },
    })
  })

  it.each(['cancelled', 'shipped'] as const)('becomes an event that an order is %s, without a snapshot', (kind) => {
    expect(read({ kind, externalOrderId: '7', eventAt: at(2) })).toEqual({
      id: 'delivery-1',
      kind: 'event',
      event: {
        channelId: 'shop',
        externalOrderId: '7',
        eventType: `order.${kind}`,
        order: null,
        at: at(2),
        by: { type: 'webhook', name: 'My Shop', channelId: 'shop' },
      },
    })
  })

  it('names an order to fetch', () => {
    const parsed = { kind: 'fetch', eventType: 'order.updated', externalOrderId: '7', eventAt: null } as const
    expect(allInEnglish(read(parsed))).toEqual({ id: 'delivery-1', channelId: 'shop', ...parsed })
  })

  it('may contain nothing of interest', () => {
    const parsed = { kind: 'nothing', eventType: 'products/update', why: 'It is not about orders.' } as const
    expect(allInEnglish(read(parsed))).toEqual({ id: 'delivery-1', ...parsed })
    expect(read(parsed, { channel: { ...shop, config: { takesOrders: false } } })).toEqual({
      id: 'delivery-1',
      ...parsed,
    })
  })

  it('is ignored when its channel takes no orders', () => {
    const channel = { ...shop, config: { takesOrders: false } }
    expect(allInEnglish(read(reading('order.created'), { channel }))).toEqual({
      id: 'delivery-1',
      kind: 'nothing',
      eventType: null,
      why: 'No orders are imported from this channel.',
    })
  })

  it.each([
    ['webhook', { type: 'webhook', name: 'My Shop', channelId: 'shop' }],
    ['api', { type: 'api_key', name: 'My Shop', channelId: 'shop' }],
    ['poll', { type: 'job', name: 'channels.poll' }],
  ] as const)('that came by %s has its actor', (source, by) => {
    expect(read(reading('order.updated'), { source })).toMatchObject({ event: { by } })
  })
})

describe('what a channel answers to a poll', () => {
  it('is the current state, also when the channel calls it created', () => {
    expect(read(reading('order.created'), { source: 'poll' })).toMatchObject({
      event: { eventType: 'order.updated', order, at: at(1) },
    })
    expect(read(reading('order.cancelled'), { source: 'poll' })).toMatchObject({
      event: { eventType: 'order.cancelled' },
    })
    const shipped = { kind: 'shipped', externalOrderId: '7', eventAt: null } as const
    expect(read(shipped, { source: 'poll' })).toMatchObject({ event: { eventType: 'order.shipped' } })
  })
})

describe('the time of an event', () => {
  const aDayLater = new Date('2026-03-03T09:30:00.000Z')
  const yetLater = new Date('2026-03-03T09:30:00.001Z')

  it.each([
    ['is what the channel says', 'order.updated', at(1), at(1)],
    ['is what the channel says, up to a day ahead', 'order.updated', aDayLater, aDayLater],
    ['is the time of receipt when the channel’s clock is further ahead', 'order.updated', yetLater, at(30)],
    ['is the time of receipt when the channel gives none', 'order.cancelled', null, at(30)],
    ['is not known of a creation of which the channel does not say', 'order.created', null, null],
    ['is not known of a creation by a clock that is days ahead', 'order.created', yetLater, null],
  ] as const)('%s', (_, eventType, eventAt, expected) => {
    expect(read(reading(eventType, eventAt))).toMatchObject({ event: { at: expected } })
  })
})

describe('a delivery that can’t be read', () => {
  it('waits for a person with what the adapter could parse', () => {
    const { context, error } = failing(
      new NotUnderstood('The items are missing.', { externalOrderId: '7', eventType: 'order.created' }),
    )
    expect(allInEnglish(parseDelivery(context, delivery()))).toEqual({
      id: 'delivery-1',
      kind: 'failed',
      error: 'The items are missing.',
      externalOrderId: '7',
      eventType: 'order.created',
    })
    expect(error).not.toHaveBeenCalled()
  })

  const failed = { id: 'delivery-1', kind: 'failed', externalOrderId: null, eventType: null }

  it('says so in a sentence where its channel is of a type that is not built', () => {
    const channel = { ...shop, type: 'tiktok_shop' } as unknown as WaitingDelivery['channel']
    expect(allInEnglish(read(reading('order.created'), { channel }))).toEqual({
      ...failed,
      error: 'Orders from channels of this type can’t be imported yet.',
    })
  })

  it('says so in a sentence where its order can’t be stored', () => {
    const items = [{ sku: 'GOLD', quantity: 100_000, unitPrice: '99999999.99' }]
    const parsed: ParsedDelivery = {
      kind: 'order',
      event: { eventType: 'order.created', eventAt: null, order: incomingOrder({ items }) },
    }
    expect(allInEnglish(read(parsed))).toEqual({
      ...failed,
      error: 'The amounts are too high: the limit is 9999999999.99 in total.',
    })
  })

  it('does not expose an error of ours, which is logged', () => {
    const { context, error } = failing(new TypeError('x is undefined'))
    expect(allInEnglish(parseDelivery(context, delivery()))).toEqual({
      ...failed,
      error: 'It could not be read because of an error on our side.',
    })
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ deliveryId: 'delivery-1', name: 'TypeError' }),
      'could not read a delivery',
    )
  })

  it('is not logged when the refusal is for its sender', () => {
    const { context, error } = contextOf(() => reading('order.created'))
    expect(allInEnglish(parseDelivery(context, delivery({ payload: '' })))).toEqual({
      ...failed,
      error: 'Erased at the end of the retention period for customer data.',
    })
    expect(error).not.toHaveBeenCalled()
  })
})
