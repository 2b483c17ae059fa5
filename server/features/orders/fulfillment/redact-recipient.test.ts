import { expect, it } from 'vitest'
import { redactRecipient } from './shipment-rules.ts'

const destination = {
  name: 'Ana Ruiz',
  line1: '1 Main St. (rear)',
  line2: 'B',
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
  phone: '+12065550100',
}

it('name, street and phone are removed from a text in any letter case', () => {
  const quoted = 'ANA RUIZ of 1 MAIN ST. (REAR), +12065550100, can’t be reached in Seattle: B is no apartment'
  expect(redactRecipient(quoted, destination)).toBe('••• of •••, •••, can’t be reached in Seattle: B is no apartment')
  expect(redactRecipient('Flat B12 is closed', { ...destination, line2: 'B12' })).toBe('Flat ••• is closed')
  const other = 'The SKU is not in stock'
  expect(redactRecipient(other, { ...destination, line2: null, phone: null })).toBe(other)
})
