import { describe, expect, it } from 'vitest'
import { ChannelConfig } from '#server/features/channels/channel-config.ts'
import { buildNewOrder } from './build-order.ts'
import {
  orderState,
  anIntakeContext,
  at,
  eventOf,
  now,
  snapshotOf,
  theShop,
  incomingOrder,
  allInEnglish,
} from './fixtures/known-order.ts'
import type { ChannelOrderState, NewOrder } from './order-events.ts'

const ana = { id: 'ana', email: null, emailHash: null, firstName: 'Ana', lastName: 'Ruiz', phone: null, isNew: true }
const intake = anIntakeContext({ customerOf: new Map([['order-1', ana]]), addressOf: new Map([['order-1', 'home']]) })

const created = snapshotOf('order.created', 1, incomingOrder({ placedAt: '2026-03-02T08:59:00Z' }))
const newOrder = (given: Partial<NewOrder> = {}, changes: Partial<ChannelOrderState> = {}): NewOrder => {
  const snapshot = given.snapshot ?? created
  return {
    orderId: 'order-1',
    earlier: null,
    state: { ...orderState(), known: null, latestSnapshot: snapshot, at: snapshot.at, ...changes },
    snapshot,
    ...given,
  }
}
const draft = (given: Partial<NewOrder> = {}, changes: Partial<ChannelOrderState> = {}) =>
  buildNewOrder(intake, newOrder(given, changes), 'LS-10001')

const byApi = { type: 'api_key', name: 'A key', channelId: 'shop' } as const
const nothingBefore = { isCancelled: false, cancelledAt: null, isShipped: false, held: null }
const cancelledBy = { ...eventOf('order.cancelled', 6), by: byApi }
const shippedBy = { ...eventOf('order.shipped', 9), by: byApi }

describe('an order that comes in', () => {
  it('is placed, whole', () => {
    const { row, lines } = draft()
    expect(row).toEqual({
      companyId: 'acme',
      id: 'order-1',
      orderNumber: 'LS-10001',
      channelId: 'shop',
      externalOrderId: '1042',
      externalNumber: null,
      customerId: 'ana',
      customerName: 'Ana Ruiz',
      shippingAddressId: 'home',
      channelAddressHash: 'customer_addresses:acme=[null,"1 Main St",null,"Seattle","WA","98101","US"]',
      subtotal: '46.00',
      discountAmount: '0.00',
      shippingAmount: '0.00',
      taxAmount: '0.00',
      total: '46.00',
      amountOrigins: { discount: 'not_given', shipping: 'not_given', tax: 'not_given', total: 'worked_out' },
      refundedAmount: '0.00',
      currency: 'USD',
      promotionSummary: null,
      notes: null,
      shippingSpeed: 'expedited',
      status: 'placed',
      placedAt: new Date('2026-03-02T08:59:00Z'),
      channelUpdatedAt: at(1),
      cancelledAt: null,
      channelHold: null,
      channelHoldReason: null,
      channelHeldAt: null,
    })
    expect(lines).toMatchObject([
      { orderId: 'order-1', position: 0, sku: 'TEE-L', skuId: 'sku-tee', totalPrice: '38.00' },
      { orderId: 'order-1', position: 1, sku: 'MUG', skuId: 'sku-mug', totalPrice: '8.00' },
    ])
  })

  it('holds its units, claims promotions and notifies its customer', () => {
    const { change } = draft()
    expect(change).toMatchObject({
      orderId: 'order-1',
      orderNumber: 'LS-10001',
      channelId: 'shop',
      outcome: 'placed',
      holds: 'placed',
      removedLines: [],
      orderToCheck: { orderId: 'order-1', lines: [{ sku: 'TEE-L' }, { sku: 'MUG' }], difference: null },
      claim: { orderId: 'order-1', channelId: 'shop', placedAt: new Date('2026-03-02T08:59:00Z') },
      raised: [],
      messages: [
        {
          type: 'order_placed',
          orderId: 'order-1',
          orderNumber: 'LS-10001',
          happenedAt: new Date('2026-03-02T08:59:00Z'),
          customer: { id: 'ana', email: 'ana@example.com' },
        },
      ],
    })
    expect(allInEnglish(change.entries)).toEqual([
      {
        orderId: 'order-1',
        event: 'order.placed',
        description: 'Received from My Shop (order 1042, 2 items)',
        by: theShop,
        at: now,
      },
    ])
  })

  it('has a sentence about amounts that do not add up', () => {
    const snapshot = snapshotOf('order.created', 1, incomingOrder({ subtotal: '40.00' }))
    expect(allInEnglish(draft({ snapshot }).change.orderToCheck?.difference)).toBe(
      'The lines add up to 46.00, but the subtotal is 40.00.',
    )
  })

  it('counts a single line in words', () => {
    const items = [{ sku: 'MUG', externalItemId: 'i-7', title: 'A mug', quantity: 1, unitPrice: '8.00' }]
    const { change, lines } = draft({ snapshot: snapshotOf('order.created', 1, incomingOrder({ items })) })
    expect(allInEnglish(change.entries)).toMatchObject([{ description: 'Received from My Shop (order 1042, 1 item)' }])
    expect(lines).toMatchObject([{ externalItemId: 'i-7', title: 'A mug' }])
  })

  it.each([
    ['when its channel says so', '2026-03-02T08:59:00Z', at(1), new Date('2026-03-02T08:59:00Z')],
    ['at its first event', null, at(1), at(1)],
    ['now, where nobody says when', null, null, now],
  ])('was placed %s', (_, placedAt, eventAt, expected) => {
    const snapshot = snapshotOf('order.created', null, incomingOrder({ placedAt }))
    const { row, change } = draft({ snapshot }, { at: eventAt })
    expect(row).toMatchObject({ placedAt: expected, channelUpdatedAt: eventAt })
    expect(change.claim?.placedAt).toEqual(expected)
  })

  it('notifies nobody when it is days old', () => {
    const snapshot = snapshotOf('order.created', 1, incomingOrder({ placedAt: '2026-02-27T09:59:00Z' }))
    expect(draft({ snapshot }).change).toMatchObject({ holds: 'placed', messages: [] })
  })

  it('looks up SKUs by the channel’s codes', () => {
    const items = [{ sku: 'MUG', externalId: 'variant-7', quantity: 1, unitPrice: '8.00' }]
    const snapshot = snapshotOf('order.created', 1, incomingOrder({ items }))
    const asked: unknown[] = []
    const skuOf = (code: unknown) => (asked.push(code), 'sku-7')
    const { lines } = buildNewOrder({ ...intake, skuOf }, newOrder({ snapshot }), 'LS-10001')
    expect(asked).toEqual([{ channelId: 'shop', externalId: 'variant-7', sku: 'MUG' }])
    expect(lines).toMatchObject([{ skuId: 'sku-7' }])
  })

  it('has its channel’s default speed', () => {
    const config = ChannelConfig.parse({ shippingSpeed: 'priority' })
    const channelOf = (id: string) => ({ id, type: 'website', name: 'My Shop', config })
    expect(buildNewOrder({ ...intake, channelOf }, newOrder(), 'LS-10001').row.shippingSpeed).toBe('priority')
  })
})

describe('an order that was cancelled before it came in', () => {
  it.each([
    ['at the same time', {}, { cancelledBy }, byApi],
    ['in what came before', { earlier: { ...nothingBefore, isCancelled: true, cancelledAt: at(6) } }, {}, theShop],
  ])('comes in cancelled: %s', (_, given, changes, by) => {
    const { row, change } = draft(given, changes)
    expect(row).toMatchObject({ status: 'cancelled', cancelledAt: now })
    expect(change).toMatchObject({
      outcome: 'placed',
      holds: 'unchanged',
      orderToCheck: null,
      claim: null,
      messages: [],
    })
    expect(allInEnglish(change.raised)).toEqual([])
    expect(allInEnglish(change.entries)).toMatchObject([
      { event: 'order.placed', by: theShop },
      {
        orderId: 'order-1',
        event: 'order.cancelled',
        description: 'My Shop had cancelled the order before it arrived.',
        by,
        at: now,
      },
    ])
  })

  it.each([
    ['at the same time', {}, { cancelledBy }],
    ['in what came before', { earlier: { ...nothingBefore, isCancelled: true, cancelledAt: at(6) } }, {}],
    ['twice', { earlier: { ...nothingBefore, isCancelled: true, cancelledAt: at(4) } }, { cancelledBy }],
  ])('waits for a person when its channel reopened it: cancelled %s', (_, given, changes) => {
    const { row, change } = draft({ snapshot: snapshotOf('order.updated', 8), ...given }, changes)
    expect(row.status).toBe('cancelled')
    const reason = 'My Shop reopened the order after it was cancelled on 2026-03-02 09:06:00 UTC.'
    expect(allInEnglish(change.raised)).toEqual([{ orderId: 'order-1', code: 'reopened_by_channel', reason }])
    expect(allInEnglish(change.entries.at(-1))).toMatchObject({ event: 'order.reopened_by_channel', by: theShop })
  })
})

describe('an order that its channel had shipped before it came in', () => {
  const reason = 'My Shop says that it has shipped the order itself.'

  it.each([
    ['at the same time', {}, { shippedBy }, byApi],
    ['in what came before', { earlier: { ...nothingBefore, isShipped: true } }, {}, theShop],
  ])('waits for a person and notifies nobody: %s', (_, given, changes, by) => {
    const { row, change } = draft(given, changes)
    expect(row.status).toBe('placed')
    expect(change).toMatchObject({ holds: 'placed', messages: [] })
    expect(allInEnglish(change.raised)).toEqual([{ orderId: 'order-1', code: 'shipped_by_channel', reason }])
    expect(allInEnglish(change.entries.at(-1))).toMatchObject({ event: 'order.shipped_by_channel', by })
  })

  it('needs no attention when it was cancelled as well', () => {
    expect(draft({}, { shippedBy, cancelledBy }).change.raised).toEqual([])
  })
})
