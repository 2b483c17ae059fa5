import { describe, expect, it } from 'vitest'
import { shopifyDelivery, shopifyAddress, shopifyLine, shopifyOrder } from './fixtures/webhook.ts'
import { readShopify } from './read-webhook.ts'

const read = (changes: object = {}, topic = 'orders/updated') =>
  readShopify(shopifyDelivery({ topic, payload: shopifyOrder(changes) }))

describe('the state of a Shopify order', () => {
  const onDelivery = { financial_status: 'pending', payment_gateway_names: ['Cash on Delivery (COD)'] }
  it.each([
    ['paid', { financial_status: 'paid' }],
    ['paid for with money that is set aside', { financial_status: 'authorized' }],
    ['refunded in part', { financial_status: 'partially_refunded' }],
    ['to be paid on delivery', onDelivery],
  ])('is to send when it is %s', (_, changes) => {
    expect(read(changes)).toMatchObject({ kind: 'order', event: { eventType: 'order.updated' } })
  })

  it.each([
    ['not paid, or not any longer', { financial_status: 'pending' }, /not paid yet/],
    ['not said to be paid', { financial_status: null }, /not paid yet/],
    ['paid in part', { financial_status: 'partially_paid' }, /only partly paid/],
    ['in a state that we don’t know', { financial_status: 'expired' }, /not paid yet/],
  ])('is kept back when it is %s', (_, changes, reason) => {
    expect(read(changes)).toEqual({
      kind: 'held',
      externalOrderId: '6200407294252',
      eventAt: new Date('2026-09-20T10:15:02Z'),
      hold: { code: 'awaiting_payment', reason: expect.stringMatching(reason) },
    })
  })

  it.each([
    ['a test', { test: true, cancelled_at: '2026-09-20T06:14:58-04:00', financial_status: 'voided' }, /[Tt]est order/],
  ])('is ignored when it is %s', (_, changes, why) => {
    expect(read(changes)).toEqual({
      kind: 'nothing',
      eventType: 'orders/updated',
      why: expect.stringMatching(why),
      externalOrderId: '6200407294252',
    })
  })

  it.each([
    ['fulfilled', { fulfillment_status: 'fulfilled' }],
    ['fulfilled and sent back', { fulfillment_status: 'fulfilled', financial_status: 'refunded' }],
    ['sent as far as it was not removed', { line_items: [shopifyLine({ fulfillable_quantity: 0 })] }],
  ])('is shipped when it is %s', (_, changes) => {
    expect(read(changes)).toEqual({
      kind: 'shipped',
      externalOrderId: '6200407294252',
      eventAt: new Date('2026-09-20T10:15:02Z'),
    })
  })

  it('is cancelled with the order as it was placed', () => {
    const cancelled = {
      cancelled_at: '2026-09-20T07:00:00-04:00',
      financial_status: 'refunded',
      line_items: [shopifyLine({ current_quantity: 0, fulfillable_quantity: 0 })],
      current_subtotal_price: '0.00',
      current_total_discounts: '0.00',
      current_total_tax: '0.00',
      current_total_price: '0.00',
    }
    expect(read(cancelled, 'orders/cancelled')).toMatchObject({
      kind: 'order',
      event: { eventType: 'order.cancelled', order: { items: [{ quantity: 2 }], total: '42.30' } },
    })
  })

  it.each([
    ['never paid', { cancelled_at: '2026-09-20T07:00:00-04:00', financial_status: 'pending' }],
    ['voided', { financial_status: 'voided' }],
    [
      'refunded before anything was sent',
      { financial_status: 'refunded', line_items: [shopifyLine({ current_quantity: 0 })] },
    ],
    ['cancelled and can’t be read', { cancelled_at: '2026-09-20T07:00:00-04:00', line_items: 'gone' }],
  ])('is cancelled by its id when it was %s', (_, changes) => {
    expect(read(changes)).toEqual({
      kind: 'cancelled',
      externalOrderId: '6200407294252',
      eventAt: new Date('2026-09-20T10:15:02Z'),
    })
  })
})

describe('a Shopify topic', () => {
  it('that announces a deletion cancels the order', () => {
    const deleted = shopifyDelivery({ topic: 'orders/delete', payload: { id: 6200407294252 } })
    expect(readShopify(deleted)).toEqual({ kind: 'cancelled', externalOrderId: '6200407294252', eventAt: null })
  })

  it.each(['orders/delete', 'products/update', 'made up'])(
    'counts less than the body, because it is not signed: %s',
    (topic) => {
      expect(read({}, topic)).toMatchObject({ kind: 'order', event: { eventType: 'order.updated' } })
    },
  )

  it.each([
    ['orders/edited', { order_edit: { id: 1, order_id: 2 } }, 'The edited order arrives with orders/updated.'],
    ['products/update', { id: 1, title: 'Tee', status: 'active' }, 'There is no order in it.'],
    ['fulfillments/create', { id: 1, order_id: 2, status: 'success', line_items: [] }, 'There is no order in it.'],
    ['customers/data_request', { shop_id: 1, orders_requested: [2] }, 'There is no order in it.'],
  ])('%s is ignored', (topic, payload, why) => {
    expect(readShopify(shopifyDelivery({ topic, payload }))).toEqual({ kind: 'nothing', eventType: topic, why })
  })

  it('without an order may have a body that is no JSON', () => {
    const delivery = { ...shopifyDelivery({ topic: 'shop/update' }), body: Buffer.from('{') }
    expect(readShopify(delivery)).toMatchObject({ kind: 'nothing', eventType: 'shop/update' })
  })
})

describe('a Shopify body that can’t be read', () => {
  it.each([
    [
      'a price that is none',
      { line_items: [shopifyLine({ price: 'free' })] },
      /line_items\[0\]\.price must be an amount/,
    ],
    [
      'a negative quantity',
      { line_items: [shopifyLine({ quantity: -2 })] },
      /line_items\[0\]\.quantity must not be negative/,
    ],
    [
      'too many lines',
      { line_items: Array.from({ length: 501 }, () => shopifyLine()) },
      /line_items must have at most 500 items/,
    ],
    ['an unknown currency', { currency: 'Taler' }, /currency must be a currency/],
    [
      'no country',
      { shipping_address: shopifyAddress({ country_code: null }) },
      /shippingAddress\.country must be two letters/,
    ],
  ])('names the field: %s', (_, changes, sentence) => {
    expect(() => read(changes)).toThrow(sentence)
  })
})
