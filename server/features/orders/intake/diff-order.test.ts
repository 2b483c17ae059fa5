import { expect, it } from 'vitest'
import { diffOrder, type IncomingOrder, matchLines } from './diff-order.ts'
import { anIntakeContext, incomingOrder, allInEnglish, knownOrder } from './fixtures/known-order.ts'
import { toOrderColumns } from './order-rows.ts'

const incoming = (changes: object = {}, emailHash: string | null = knownOrder().emailHash): IncomingOrder => {
  const order = incomingOrder(changes)
  return {
    row: toOrderColumns(anIntakeContext(), 'order-1', 'shop', order),
    emailHash,
    lines: matchLines(knownOrder().lines, order.items),
  }
}

const tee = { sku: 'TEE-L', quantity: 2, unitPrice: '19.00' }
const mug = { sku: 'MUG', quantity: 1, unitPrice: '8.00' }

it('an unchanged order has no differences', () => {
  expect(diffOrder(knownOrder(), incoming())).toEqual([])
})

it.each([
  ['units', { items: [{ ...tee, quantity: 3 }, mug], total: '46.00', subtotal: '46.00' }, ['TEE-L: 2 → 3 units']],
  [
    'a price',
    { items: [{ ...tee, unitPrice: '18.50' }, mug], total: '46.00', subtotal: '46.00' },
    ['TEE-L: price 19.00 → 18.50'],
  ],
  ['a title', { items: [tee, { ...mug, title: 'A mug' }] }, ['MUG: title']],
  ['lines', { items: [tee, { ...mug, sku: 'CUP' }] }, ['1 × MUG removed', '1 × CUP added']],
  [
    'the address',
    { shippingAddress: { line1: '2 Main St', city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US' } },
    ['shipping address'],
  ],
  ['the name', { customer: { email: 'ana@example.com', firstName: 'Ana', lastName: 'Lee' } }, ['customer']],
  ['the total', { total: '46.10', taxAmount: '0', shippingAmount: '0' }, ['total 46.00 → 46.10']],
  ['the subtotal', { subtotal: '45.00', total: '46.00', taxAmount: '0', shippingAmount: '0' }, ['subtotal']],
  ['the discount', { discountAmount: '1.00', total: '46.00', taxAmount: '0', shippingAmount: '0' }, ['discount']],
  ['the shipping costs', { shippingAmount: '5.00', total: '46.00', discountAmount: '0' }, ['shipping costs']],
  ['the tax', { taxAmount: '5.00', total: '46.00', discountAmount: '0' }, ['tax']],
  ['the currency', { currency: 'EUR' }, ['currency USD → EUR']],
  ['the speed', { shippingSpeed: 'priority' }, ['shipping speed expedited → priority']],
  ['the promotion codes', { promotionCodes: ['SPRING'] }, ['promotion codes']],
  ['the note', { notes: 'Ring twice' }, ['note']],
])('a change of %s is the only difference', (_, changes, expected) => {
  expect(allInEnglish(diffOrder(knownOrder(), incoming(changes)))).toEqual(expected)
})

it('an amount that is 0.00 now and was not given before is a difference, and one that was stored before that was noted is not', () => {
  const changes = { taxAmount: '0' }
  const known = knownOrder({ amountOrigins: { discount: 'not_given', shipping: 'not_given', tax: 'not_given' } })
  expect(allInEnglish(diffOrder(known, incoming(changes)))).toEqual(['tax'])
  expect(diffOrder(knownOrder(), incoming(changes))).toEqual([])
})

it('an amount that the channel leaves out now is no difference to one that was stored', () => {
  expect(diffOrder(knownOrder({ taxAmount: '4.30', total: '46.00' }), incoming({ total: '46.00' }))).toEqual([])
})

it('another e-mail address is a difference of the customer', () => {
  expect(allInEnglish(diffOrder(knownOrder(), incoming({}, 'customers.email:acme=bo@example.com')))).toEqual([
    'customer',
  ])
})
