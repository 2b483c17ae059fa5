import { expect, it } from 'vitest'
import { type Buyer, matchBuyers, type Customer } from './buyers.ts'

const nobody: Buyer = { email: null, emailHash: null, firstName: null, lastName: null, phone: null }
const incomingAna: Buyer = {
  email: 'ana@example.com',
  emailHash: '#ana',
  firstName: 'Ana',
  lastName: 'Ruiz',
  phone: '+1206',
}
const ana: Customer = { ...incomingAna, email: null, id: 'ana', isNew: false }
const known = new Map([['#ana', ana]])

it('all orders with one e-mail address have one customer', () => {
  const { customerOf, added, renamed } = matchBuyers(
    [
      { orderId: '1', buyer: { ...incomingAna, lastName: null } },
      { orderId: '2', buyer: incomingAna },
    ],
    new Map(),
  )
  expect(added).toEqual([{ ...incomingAna, id: expect.any(String), isNew: true }])
  expect([customerOf.get('1')?.id, customerOf.get('2')?.id]).toEqual([added[0]?.id, added[0]?.id])
  expect(renamed).toEqual([])
})

it('each order without an e-mail address has its own customer', () => {
  const bo = { ...nobody, firstName: 'Bo' }
  const { customerOf, added } = matchBuyers(
    [
      { orderId: '1', buyer: bo },
      { orderId: '2', buyer: bo },
    ],
    new Map(),
  )
  expect(added).toMatchObject([{ firstName: 'Bo' }, { firstName: 'Bo' }])
  expect(customerOf.get('1')?.id).not.toBe(customerOf.get('2')?.id)
})

it('a known customer is found by e-mail hash or order', () => {
  const bo: Customer = { ...nobody, firstName: 'Bo', id: 'bo', isNew: false }
  const { customerOf, added, renamed } = matchBuyers(
    [
      { orderId: '1', buyer: incomingAna },
      { orderId: '2', buyer: { ...nobody, firstName: 'Bo' } },
    ],
    new Map([...known, ['2', bo]]),
  )
  expect([customerOf.get('1')?.id, customerOf.get('2')?.id]).toEqual(['ana', 'bo'])
  expect([added, renamed]).toEqual([[], []])
})

it.each([
  ['first name', { firstName: 'Anna' }],
  ['last name', { lastName: 'Lee' }],
  ['phone', { phone: '+1253' }],
])('a new %s replaces the known one, and missing values are kept', (_, changes) => {
  const buyer = { ...nobody, email: 'ana@example.com', emailHash: '#ana', ...changes }
  const { added, renamed } = matchBuyers([{ orderId: '1', buyer }], known)
  expect(added).toEqual([])
  expect(renamed).toEqual([{ ...incomingAna, ...changes, id: 'ana', isNew: false }])
})

it('the last order with a name wins', () => {
  const { renamed } = matchBuyers(
    [
      { orderId: '1', buyer: { ...incomingAna, lastName: 'Lee' } },
      { orderId: '2', buyer: { ...incomingAna, lastName: 'Cruz' } },
    ],
    known,
  )
  expect(renamed).toMatchObject([{ id: 'ana', lastName: 'Cruz' }])
})
