import { expect, it } from 'vitest'
import { createVault, deriveKey } from './vault.ts'

const vault = createVault(Buffer.alloc(32, 1))

it('opens what it sealed, under the same context', () => {
  expect(vault.open(vault.seal('grüße', 'customer:1'), 'customer:1')).toBe('grüße')
})

it('seals the same text differently each time', () => {
  expect(vault.seal('a', 'c')).not.toBe(vault.seal('a', 'c'))
})

it('refuses another context, another key and a changed text', () => {
  const sealed = vault.seal('secret', 'customer:1')
  expect(() => vault.open(sealed, 'customer:2')).toThrow()
  expect(() => createVault(Buffer.alloc(32, 2)).open(sealed, 'customer:1')).toThrow('another key')
  const body = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => vault.open(body, 'customer:1')).toThrow()
  expect(() => vault.open('nonsense', 'customer:1')).toThrow()
  const [version, keyId, nonce] = sealed.split('.')
  for (const short of ['', 'AA', 'AAAAAA']) {
    expect(() => vault.open([version, keyId, nonce, short].join('.'), 'customer:1')).toThrow()
  }
})

it('derives a key per purpose', () => {
  expect(deriveKey('secret', 'a')).not.toEqual(deriveKey('secret', 'b'))
  expect(deriveKey('secret', 'a')).toHaveLength(32)
})
