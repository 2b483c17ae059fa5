import { expect, it } from 'vitest'
import { createVault, deriveKey } from './vault.ts'

const key = (fill: number) => Buffer.alloc(32, fill)
const vault = createVault(key(1))

it('opens what it sealed, under the same context', () => {
  expect(vault.open(vault.seal('grüße', 'customer:1'), 'customer:1')).toBe('grüße')
})

it('seals the same text differently each time', () => {
  expect(vault.seal('a', 'c')).not.toBe(vault.seal('a', 'c'))
})

it('refuses another context and a changed text', () => {
  const sealed = vault.seal('secret', 'customer:1')
  expect(() => vault.open(sealed, 'customer:2')).toThrow()
  const body = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => vault.open(body, 'customer:1')).toThrow()
  expect(() => vault.open('nonsense', 'customer:1')).toThrow('not sealed')
  const [version, keyId, nonce] = sealed.split('.')
  for (const short of ['', 'AA', 'AAAAAA']) {
    expect(() => vault.open([version, keyId, nonce, short].join('.'), 'customer:1')).toThrow()
  }
})

it('names the key that it lacks, and where to put it', () => {
  const sealed = vault.seal('secret', 'customer:1')
  const keyId = sealed.split('.')[1]
  expect(() => createVault(key(2)).open(sealed, 'customer:1')).toThrow(
    `sealed with the key ${keyId}, which is neither ENCRYPTION_KEY nor among ENCRYPTION_KEYS_OTHER`,
  )
})

it('opens what was sealed with another of its keys, and seals with the first', () => {
  const both = createVault(key(2), { others: [key(3), key(1)] })
  expect(both.open(vault.seal('secret', 'c'), 'c')).toBe('secret')
  const sealed = both.seal('secret', 'c')
  expect(sealed.startsWith(both.sealPrefix)).toBe(true)
  expect(createVault(key(2)).open(sealed, 'c')).toBe('secret')
  expect(() => vault.open(sealed, 'c')).toThrow('ENCRYPTION_KEYS_OTHER')
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
  expect(vault.open(sealed, 'customer:1')).toBe('grüße')
  expect(vault.sealPrefix).toBe('v1.cs1uhCLE.')
  expect(vault.fingerprint('ana@example.com', 'customers.email')).toBe('zD71AKeEhBoY1jh49-i8FQfjJbK5bIAjRzVcTkWa6KM')
})

it('takes nothing for sealed that lacks a part, or is of another version', () => {
  const [version, keyId, nonce, body] = vault.seal('secret', 'c').split('.')
  const broken = [
    ['v2', keyId, nonce, body],
    [version, '', nonce, body],
    [version, keyId, '', body],
    [version, keyId, nonce, ''],
    [version, keyId, nonce],
  ]
  for (const parts of broken) expect(() => vault.open(parts.join('.'), 'c')).toThrow('This text is not sealed')
})

it('refuses a seal of which only the beginning is there', () => {
  const [version, keyId, nonce, body] = vault.seal('', 'c').split('.')
  const beginning = Buffer.from(body ?? '', 'base64url')
    .subarray(0, 4)
    .toString('base64url')
  expect(vault.open([version, keyId, nonce, body].join('.'), 'c')).toBe('')
  expect(() => vault.open([version, keyId, nonce, beginning].join('.'), 'c')).toThrow()
})

it('makes different fingerprints of different texts, and of one text in different places', () => {
  const prints = [vault.fingerprint('a', 'c'), vault.fingerprint('b', 'c'), vault.fingerprint('a', 'd')]
  expect(new Set(prints).size).toBe(3)
})
