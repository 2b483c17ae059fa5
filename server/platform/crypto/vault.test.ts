import { expect, it } from 'vitest'
import { createVault, deriveKey } from './vault.ts'

const key = (fill: number) => Buffer.alloc(32, fill)
const vault = createVault(key(1))

it('a vault decrypts what it encrypted under the same context', () => {
  expect(vault.decrypt(vault.encrypt('grüße', 'customer:1'), 'customer:1')).toBe('grüße')
})

it('a vault encrypts the same text differently each time', () => {
  expect(vault.encrypt('a', 'c')).not.toBe(vault.encrypt('a', 'c'))
})

it('a vault refuses another context and a changed ciphertext', () => {
  const encrypted = vault.encrypt('secret', 'customer:1')
  expect(() => vault.decrypt(encrypted, 'customer:2')).toThrow()
  const body = encrypted.slice(0, -2) + (encrypted.endsWith('AA') ? 'BB' : 'AA')
  expect(() => vault.decrypt(body, 'customer:1')).toThrow()
  expect(() => vault.decrypt('nonsense', 'customer:1')).toThrow('not sealed')
  const [version, keyId, nonce] = encrypted.split('.')
  for (const short of ['', 'AA', 'AAAAAA']) {
    expect(() => vault.decrypt([version, keyId, nonce, short].join('.'), 'customer:1')).toThrow()
  }
})

it('a missing key is named in the error, with the variable to put it in', () => {
  const encrypted = vault.encrypt('secret', 'customer:1')
  const keyId = encrypted.split('.')[1]
  expect(() => createVault(key(2)).decrypt(encrypted, 'customer:1')).toThrow(
    `sealed with the key ${keyId}, which is neither ENCRYPTION_KEY nor among ENCRYPTION_KEYS_OTHER`,
  )
})

it('a vault decrypts with any of its keys and encrypts with the first', () => {
  const both = createVault(key(2), { others: [key(3), key(1)] })
  expect(both.decrypt(vault.encrypt('secret', 'c'), 'c')).toBe('secret')
  const encrypted = both.encrypt('secret', 'c')
  expect(encrypted.startsWith(both.currentKeyPrefix)).toBe(true)
  expect(createVault(key(2)).decrypt(encrypted, 'c')).toBe('secret')
  expect(() => vault.decrypt(encrypted, 'c')).toThrow('ENCRYPTION_KEYS_OTHER')
})

it('fingerprints stay the same when only the encryption key is rotated', () => {
  const fingerprintKey = deriveKey(key(1), 'fingerprint')
  expect(createVault(key(2), { fingerprintKey }).fingerprint('a', 'c')).toBe(vault.fingerprint('a', 'c'))
  expect(createVault(key(2)).fingerprint('a', 'c')).not.toBe(vault.fingerprint('a', 'c'))
})

it('each purpose gets a key of its own', () => {
  expect(deriveKey('secret', 'a')).not.toEqual(deriveKey('secret', 'b'))
  expect(deriveKey('secret', 'a')).toHaveLength(32)
})

it('ciphertexts and fingerprints of earlier releases are still valid', () => {
  const encrypted = 'v1.cs1uhCLE.qObZ1tco3Jwt9oxb.E8KYFyLt23DuhYUtHYb8kYcF6tIriPc'
  expect(vault.decrypt(encrypted, 'customer:1')).toBe('grüße')
  expect(vault.currentKeyPrefix).toBe('v1.cs1uhCLE.')
  expect(vault.fingerprint('ana@example.com', 'customers.email')).toBe('zD71AKeEhBoY1jh49-i8FQfjJbK5bIAjRzVcTkWa6KM')
})

it('a text that lacks a part or has another version is not accepted as encrypted', () => {
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

it('a truncated authentication tag is refused', () => {
  const [version, keyId, nonce, body] = vault.encrypt('', 'c').split('.')
  const beginning = Buffer.from(body ?? '', 'base64url')
    .subarray(0, 4)
    .toString('base64url')
  expect(vault.decrypt([version, keyId, nonce, body].join('.'), 'c')).toBe('')
  expect(() => vault.decrypt([version, keyId, nonce, beginning].join('.'), 'c')).toThrow()
})

it('fingerprints differ for different texts, and for one text in different contexts', () => {
  const prints = [vault.fingerprint('a', 'c'), vault.fingerprint('b', 'c'), vault.fingerprint('a', 'd')]
  expect(new Set(prints).size).toBe(3)
})
