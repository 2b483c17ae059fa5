import { expect, it } from 'vitest'
import { hashAddress, toBuyer, hashEmail, customerNameOf } from './buyers.ts'
import { ctx, incomingOrder } from './fixtures/known-order.ts'

it('the e-mail hash ignores letter case and spaces, and differs by company', () => {
  expect(hashEmail(ctx, ' Ana@Example.COM ')).toBe('customers.email:acme=ana@example.com')
  const order = { ...incomingOrder(), customer: { email: ' Ana@Example.COM ' } }
  expect(toBuyer(ctx, order)).toEqual({
    email: 'ana@example.com',
    emailHash: 'customers.email:acme=ana@example.com',
    firstName: null,
    lastName: null,
    phone: null,
  })
})

it('a buyer has all values of the customer', () => {
  expect(toBuyer(ctx, incomingOrder())).toEqual({
    email: 'ana@example.com',
    emailHash: 'customers.email:acme=ana@example.com',
    firstName: 'Ana',
    lastName: 'Ruiz',
    phone: '+12065550100',
  })
})

it.each([
  ['no customer at all', null],
  ['no e-mail address', {}],
  ['an empty one', { email: '  ' }],
])('a buyer has no e-mail hash for %s', (_, customer) => {
  const nobody = { email: null, emailHash: null, firstName: null, lastName: null, phone: null }
  expect(toBuyer(ctx, { ...incomingOrder(), customer })).toEqual(nobody)
})

it('the address hash covers the whole address and differs by company', () => {
  const whole = {
    recipientName: 'Bo Lee',
    line1: '1 Main St',
    line2: 'Flat 2',
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    country: 'US',
  }
  expect(hashAddress(ctx, whole)).toBe(
    'customer_addresses:acme=["Bo Lee","1 Main St","Flat 2","Seattle","WA","98101","US"]',
  )
})

it('the address hash works with required fields only', () => {
  const bare = { line1: '1 Main St', city: 'Seattle', postalCode: '98101', country: 'US' }
  expect(hashAddress(ctx, bare)).toBe('customer_addresses:acme=[null,"1 Main St",null,"Seattle",null,"98101","US"]')
})

it.each([
  ['the customer’s', { firstName: 'Ana', lastName: 'Ruiz' }, 'Bo Lee', 'Ana Ruiz'],
  ['the customer’s, as far as given', { lastName: 'Ruiz' }, 'Bo Lee', 'Ruiz'],
  ['the recipient’s, where the customer has none', {}, 'Bo Lee', 'Bo Lee'],
  ['the recipient’s without a customer', null, 'Bo Lee', 'Bo Lee'],
  ['none, where nobody has one', null, '', null],
])('the customer name is %s', (_, customer, recipientName, expected) => {
  const order = incomingOrder()
  const shippingAddress = { ...order.shippingAddress, recipientName }
  expect(customerNameOf({ ...order, customer, shippingAddress })).toBe(expected)
})
