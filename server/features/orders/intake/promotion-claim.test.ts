import { expect, it } from 'vitest'
import { changedPromotionClaim, toPromotionClaim } from './promotion-claim.ts'
import { at, knownOrder, incomingOrder } from './fixtures/known-order.ts'

const placed = { orderId: 'order-1', channelId: 'shop', placedAt: at(0) }

it('a claim has everything that promotions depend on', () => {
  const order = incomingOrder({
    promotionCodes: ['SPRING'],
    discountAmount: '4.60',
    arePromotionsInPrices: true,
    cartReference: 'cart-7',
    currency: 'EUR',
  })
  expect(toPromotionClaim(placed, order)).toEqual({
    ...placed,
    currency: 'EUR',
    lines: [
      { sku: 'TEE-L', quantity: 2, unitPrice: '19.00' },
      { sku: 'MUG', quantity: 1, unitPrice: '8.00' },
    ],
    codes: ['SPRING'],
    discount: '4.60',
    isInPrices: true,
    cartReference: 'cart-7',
  })
})

it('a claim is empty for an order without promotions', () => {
  expect(toPromotionClaim(placed, incomingOrder())).toMatchObject({
    codes: [],
    discount: '0.00',
    isInPrices: false,
    cartReference: null,
  })
})

const withCode = { promotionSummary: { codes: ['SPRING'] }, discountAmount: '4.60', total: '41.40' }
const sameCode = { promotionCodes: ['SPRING'], discountAmount: '4.60' }
const tee = { sku: 'TEE-L', quantity: 2, unitPrice: '19.00' }
const mug = { sku: 'MUG', quantity: 1, unitPrice: '8.00' }

it.each([
  ['sent unchanged', sameCode],
  ['sent with its lines in another order', { ...sameCode, items: [mug, tee] }],
  ['sent elsewhere', { ...sameCode, notes: 'Ring twice', shippingSpeed: 'priority' }],
])('a claim is unchanged for an order that is %s', (_, changes) => {
  expect(changedPromotionClaim(knownOrder(withCode), incomingOrder(changes))).toBeNull()
})

it.each([
  ['other units', { items: [{ ...tee, quantity: 3 }, mug] }, { lines: [{ ...tee, quantity: 3 }, mug] }],
  ['another price', { items: [{ ...tee, unitPrice: '18.00' }, mug] }, { lines: [{ ...tee, unitPrice: '18.00' }, mug] }],
  ['another currency', { currency: 'EUR' }, { currency: 'EUR' }],
  ['another code', { promotionCodes: ['SUMMER'] }, { codes: ['SUMMER'] }],
  ['another discount', { discountAmount: '5.00' }, { discount: '5.00' }],
  ['the promotions in its prices', { arePromotionsInPrices: true }, { isInPrices: true }],
  ['no promotion any more', { promotionCodes: [], discountAmount: '0' }, { codes: [], discount: '0.00' }],
])('a claim changes for an order that has %s', (_, changes, expected) => {
  const claim = changedPromotionClaim(knownOrder(withCode), incomingOrder({ ...sameCode, ...changes }))
  expect(claim).toMatchObject({ ...placed, ...expected })
})

it('a claim starts with the first code of an order', () => {
  expect(changedPromotionClaim(knownOrder(), incomingOrder(sameCode))).toMatchObject({
    codes: ['SPRING'],
    discount: '4.60',
  })
})

it('a claim does not change with the lines of an order without promotions', () => {
  expect(changedPromotionClaim(knownOrder(), incomingOrder({ items: [{ ...tee, quantity: 9 }] }))).toBeNull()
})
