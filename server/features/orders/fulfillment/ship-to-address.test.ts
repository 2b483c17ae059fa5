import { describe, expect, it } from 'vitest'
import { createVault } from '#server/platform/crypto/vault.ts'
import { encryptPersonal } from '../personal-data.ts'
import { shipToAddress } from './shipment-rules.ts'

const keeper = { vault: createVault(Buffer.alloc(32, 1)), companyId: 'company' }
const street = (column: 'line1' | 'line2', text: string) =>
  encryptPersonal(keeper, `customer_addresses.${column}`, 'address', text)

const address = {
  id: 'address',
  recipientName: 'Ana R.',
  line1: street('line1', '1 Main St'),
  line2: street('line2', 'Apt 5'),
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
}
const customer = { id: 'customer', phone: encryptPersonal(keeper, 'customers.phone', 'customer', '+12065550100') }
const order = { address, customer, customerName: 'Ana Ruiz' }

it('the ship-to address is decrypted and has the customer’s phone', () => {
  expect(shipToAddress(keeper, order)).toEqual({
    name: 'Ana R.',
    line1: '1 Main St',
    line2: 'Apt 5',
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    country: 'US',
    phone: '+12065550100',
  })
})

it('the customer is the recipient when the channel names none, and a phone is optional', () => {
  const bare = { ...order, customer: null, address: { ...address, recipientName: null } }
  expect(shipToAddress(keeper, bare)).toMatchObject({ name: 'Ana Ruiz', phone: null })
})

describe('refused is', () => {
  it('an order without an address', () => {
    const nowhere = () => shipToAddress(keeper, { ...order, address: null })
    expect(nowhere).toThrow('The order has no shipping address.')
    expect(nowhere).toThrow(expect.objectContaining({ obstacle: 'bad_address' }))
  })

  it('an undeliverable address, with all its problems', () => {
    const wrong = () => shipToAddress(keeper, { ...order, address: { ...address, state: null, postalCode: '1' } })
    expect(wrong).toThrow(
      'Amazon can’t deliver to the shipping address: Invalid postal code for United States; State is required for United States.',
    )
    expect(wrong).toThrow(expect.objectContaining({ obstacle: 'bad_address' }))
  })
})
