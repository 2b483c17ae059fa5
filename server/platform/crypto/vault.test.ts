import { expect, it } from 'vitest'
import { createVault, deriveKey } from './vault.ts'

const key = (fill: number) => Buffer.alloc(32, fill)
const vault = createVault(key(1))

it('opens what it sealed, under the same context', () => {
  expect(vault.decrypt(vault.encrypt('grüße', 'customer:1'), 'customer:1')).toBe('grüße')
})

it('seals the same text differently each time', () => {
  expect(vault.encrypt('a', 'c')).not.toBe(vault.encrypt('a', 'c'))
})

it('refuses another context and a changed text', () => {
  const sealed = vault.encrypt('secret', 'customer:1')
  expect(() => vault.decrypt(sealed, 'customer:2')).toThrow()
  const body = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => vault.decrypt(body, 'customer:1')).toThrow()
  expect(() => vault.decrypt('nonsense', 'customer:1')).toThrow('not sealed')
  const [version, keyId, nonce] = sealed.split('.')
  for (const short of ['', 'AA', 'AAAAAA']) {
    expect(() => vault.decrypt([version, keyId, nonce, short].join('.'), 'customer:1')).toThrow()
  }
})

it('names the key that it lacks, and where to put it', () => {
  const sealed = vault.encrypt('secret', 'customer:1')
  const keyId = sealed.split('.')[1]
  expect(() => createVault(key(2)).decrypt(sealed, 'customer:1')).toThrow(
    `sealed with the key ${keyId}, which is neither ENCRYPTION_KEY nor among ENCRYPTION_KEYS_OTHER`,
  )
})

it('opens what was sealed with another of its keys, and seals with the first', () => {
  const both = createVault(key(2), { others: [key(3), key(1)] })
  expect(both.decrypt(vault.encrypt('secret', 'c'), 'c')).toBe('secret')
  const sealed = both.encrypt('secret', 'c')
  expect(sealed.startsWith(both.currentKeyPrefix)).toBe(true)
  expect(createVault(key(2)).decrypt(sealed, 'c')).toBe('secret')
  expect(() => vault.decrypt(sealed, 'c')).toThrow('ENCRYPTION_KEYS_OTHER')
})

it('makes the same fingerprints as before when only the sealing key is exchanged', () => {
  const fingerprintKey = deriveKey(key(1), 'fingerprint')
  expect(createVault(key(2), { fingerprintKey }).fingerprint('a', 'c')).toBe(vault.fingerprint('a', 'c'))
  expect(createVault(key(2)).fingerprint('a', 'c')).not.toBe(vault.fingerprint('a', 'c'))
})

it('derives a key per purpose', () => {
  expect(deriveKey('secret', 'a')).not.toEqual(deriveKey('secret', 'b'))
  expect(deriveKey('secret', 'a')).toHaveLength(32)
})

it('opens what earlier releases have sealed, and recognises by the fingerprints that they made', () => {
  const sealed = 'v1.cs1uhCLE.qObZ1tco3Jwt9oxb.E8KYFyLt23DuhYUtHYb8kYcF6tIriPc'
  expect(vault.decrypt(sealed, 'customer:1')).toBe('grüße')
  expect(vault.currentKeyPrefix).toBe('v1.cs1uhCLE.')
  expect(vault.fingerprint('ana@example.com', 'customers.email')).toBe('zD71AKeEhBoY1jh49-i8FQfjJbK5bIAjRzVcTkWa6KM')
})

it('takes nothing for sealed that lacks a part, or is of another version', () => {
  const [version, keyId, nonce, body] = vault.encrypt('secret', 'c').split('.')
  const broken = [
    ['v2', keyId, nonce, body],
    [version, '', nonce, body],
    [version, keyId, '', body],
    [version, keyId, nonce, ''],
    [version, keyId, nonce],
  ]
  for (const parts of broken) expect(() => vault.decrypt(parts.join('.'), 'c')).toThrow('This text is not sealed')
})

it('refuses a seal of which only the beginning is there', () => {
  const [version, keyId, nonce, body] = vault.encrypt('', 'c').split('.')
  const beginning = Buffer.from(body ?? '', 'base64url')
    .subarray(0, 4)
    .toString('base64url')
  expect(vault.decrypt([version, keyId, nonce, body].join('.'), 'c')).toBe('')
  expect(() => vault.decrypt([version, keyId, nonce, beginning].join('.'), 'c')).toThrow()
})

it('makes different fingerprints of different texts, and of one text in different places', () => {
  const prints = [vault.fingerprint('a', 'c'), vault.fingerprint('b', 'c'), vault.fingerprint('a', 'd')]
  expect(new Set(prints).size).toBe(3)
})
