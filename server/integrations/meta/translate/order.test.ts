import { describe, expect, test } from 'vitest'
import { NotUnderstood } from '#server/ports/channel.ts'
import sample from '../fixtures/order.json' with { type: 'json' }
import { parseOrder, toFetched, toSpeed } from './order.ts'
import { toTracking } from '../order-actions.ts'

const read = (changes: object = {}) => toFetched(parseOrder({ ...sample, ...changes }))
const inState = (state: string) => ({ order_status: { state } })
const cancelling = (...items: object[]) => ({ cancellations: { data: [{ items: { data: items } }] } })
const usd = (amount: string) => ({ amount, currency: 'USD' })

test('an order is read with all its fields', () => {
  expect(read()).toEqual({
    kind: 'order',
    event: {
      eventType: 'order.created',
      eventAt: new Date('2026-09-20T10:16:03Z'),
      order: {
        externalOrderId: '64000841790004',
        placedAt: '2026-09-20T10:14:58.000Z',
        currency: 'USD',
        customer: { email: 'n8miblde3i@marketplace.facebook.com', firstName: 'Ana', lastName: 'Maria Ruiz' },
        shippingAddress: {
          recipientName: 'Ana Ruiz',
          line1: '1 Main St',
          line2: 'Apt 4',
          city: 'Seattle',
          state: 'WA',
          postalCode: '98101',
          country: 'US',
        },
        shippingSpeed: 'standard',
        items: [
          { externalItemId: '2082596341811586', externalId: 'TEE-L', sku: 'TEE-L', quantity: 2, unitPrice: '19.00' },
          { externalItemId: '2082596341811587', externalId: 'MUG-1', sku: 'MUG-1', quantity: 1, unitPrice: '8.50' },
        ],
        promotionCodes: [],
        subtotal: '46.50',
        discountAmount: '0.00',
        shippingAmount: '5.00',
        taxAmount: '3.10',
        total: '54.60',
      },
    },
  })
})

describe('the state of an order', () => {
  test.each([
    ['CREATED', 'order.created'],
    ['IN_PROGRESS', 'order.updated'],
  ])('%s is %s', (state, eventType) => {
    expect(read(inState(state))).toMatchObject({ kind: 'order', event: { eventType } })
  })

  test('FB_PROCESSING is ignored', () => {
    expect(read(inState('FB_PROCESSING'))).toMatchObject({ kind: 'nothing' })
  })

  test('COMPLETED is shipped, by whomever', () => {
    expect(read(inState('COMPLETED'))).toEqual({
      kind: 'shipped',
      externalOrderId: expect.any(String),
      eventAt: expect.any(Date),
    })
  })

  test('without remaining units is cancelled, with the whole order', () => {
    const all = cancelling({ retailer_id: 'TEE-L', quantity: 2 }, { retailer_id: 'MUG-1', quantity: 1 })
    expect(read({ ...inState('COMPLETED'), ...all })).toMatchObject({
      kind: 'order',
      event: { eventType: 'order.cancelled', order: { items: [{ quantity: 2 }, { quantity: 1 }] } },
    })
  })

  test('has only the remaining units when a part is cancelled', () => {
    expect(
      read(cancelling({ retailer_id: 'TEE-L', quantity: 1 }, { retailer_id: 'MUG-1', quantity: 1 })),
    ).toMatchObject({
      event: { eventType: 'order.created', order: { items: [{ sku: 'TEE-L', quantity: 1 }] } },
    })
  })

  test('is not guessed when it is unknown', () => {
    expect(() => read(inState('ON_HOLD'))).toThrow(NotUnderstood)
  })
})

describe('promotions', () => {
  const promotion = { promotion_details: { data: [{ coupon_code: 'FALL10', applied_amount: usd('4.65') }] } }

  test('are a discount where they were subtracted from the total', () => {
    const paid = { ...sample.estimated_payment_details, total_amount: usd('49.95') }
    expect(read({ ...promotion, estimated_payment_details: paid })).toMatchObject({
      event: { order: { discountAmount: '4.65', total: '49.95', promotionCodes: ['FALL10'] } },
    })
  })

  test('are no discount where the prices already contain them', () => {
    const order = { discountAmount: '0.00', promotionCodes: ['FALL10'], arePromotionsInPrices: true }
    expect(read(promotion)).toMatchObject({ event: { order } })
  })
})

test.each(['2026-09-20T10:16:03+00:00', '2026-09-20T10:16:03+0000', '2026-09-20T10:16:03Z'])(
  'an order was changed when Meta says %s',
  (last_updated) => {
    expect(read({ last_updated })).toMatchObject({ event: { eventAt: new Date('2026-09-20T10:16:03Z') } })
  },
)

test('an invalid e-mail address does not stop an order', () => {
  const shipping_address = { ...sample.shipping_address, name: `A\t${'x'.repeat(300)}`, street1: '1 Main\u0000 St' }
  const buyer_details = { name: `${'Ana'.repeat(50)} Ruiz`, email: '' }
  expect(read({ shipping_address, buyer_details })).toMatchObject({
    event: {
      order: {
        customer: { email: null, firstName: 'Ana'.repeat(50).slice(0, 100), lastName: 'Ruiz' },
        shippingAddress: { recipientName: `A ${'x'.repeat(198)}`, line1: '1 Main St' },
      },
    },
  })
})

test('an order with missing lines is not read as complete', () => {
  const pages = (paging: object) => () => read({ items: { ...sample.items, paging } })
  expect(pages({ cursors: { after: 'QVFI' } })).not.toThrow()
  expect(pages({ cursors: { after: 'QVFI' }, next: 'https://graph.facebook.com/…' })).toThrow(/items\.paging\.next/)
})

test('an order that can’t be parsed is named, without its buyer', () => {
  const address = { ...sample.shipping_address, city: null }
  const attempt = () => read({ shipping_address: address })
  expect(attempt).toThrow(expect.objectContaining({ externalOrderId: '64000841790004' }))
  expect(attempt).toThrow(/shippingAddress\.city/)
  expect(attempt).not.toThrow(/Main St|Ruiz/)
})

test.each([
  [{ name: 'Rush' }, 'priority'],
  [{ name: 'Expedited' }, 'expedited'],
  [{ name: '2-Day' }, 'expedited'],
  [{ name: 'Standard', estimated_shipping_time: { max_days: 1 } }, 'standard'],
  [{ name: 'By mule', estimated_shipping_time: { max_days: 2 } }, 'priority'],
  [{ name: 'By mule', estimated_shipping_time: { max_days: 4 } }, 'expedited'],
  [{ name: 'By mule', estimated_shipping_time: { max_days: 5 } }, 'standard'],
  [{ name: 'By mule' }, null],
  [null, null],
])('the shipping option %o is %s', (option, speed) => {
  expect(toSpeed(option)).toBe(speed)
})

test.each([
  ['FedEx Ground', { carrier: 'FEDEX' }],
  ['UPS', { carrier: 'UPS' }],
  ['USPS', { carrier: 'USPS' }],
  ['Amazon Logistics', { carrier: 'OTHER', shipping_method_name: 'Amazon Logistics' }],
  [null, { carrier: 'OTHER' }],
])('the carrier %s is sent as %o', (carrier, tracking) => {
  expect(toTracking(carrier, 'T1')).toEqual({ ...tracking, tracking_number: 'T1' })
})

test('tax that Meta leaves out is not made up', () => {
  const { tax: _tax, ...paid } = sample.estimated_payment_details
  const reading = read({ estimated_payment_details: paid })
  expect(reading).toMatchObject({ event: { order: { shippingAmount: '5.00' } } })
  expect(reading.kind === 'order' && reading.event.order.taxAmount).toBeFalsy()
})
