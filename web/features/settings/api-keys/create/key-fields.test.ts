import { expect, it } from 'vitest'
import { toKeyInput, type KeyOutput } from './key-fields.ts'

const fields: KeyOutput = { name: 'Warehouse', scopes: ['orders.read'], expiry: 'never' }

it.each([
  [{ expiry: 'never' }, null],
  [{ expiry: '30' }, 30],
  [{ expiry: '365' }, 365],
  [{ expiry: 'own', expiresInDays: 14 }, 14],
] as const)('makes of %o an end after %s days', (chosen, expiresInDays) => {
  expect(toKeyInput({ ...fields, ...chosen })).toEqual({ name: 'Warehouse', scopes: ['orders.read'], expiresInDays })
})

it('refuses a custom expiry without a number of days', () => {
  expect(() => toKeyInput({ ...fields, expiry: 'own' })).toThrow('needs a number of days')
})
