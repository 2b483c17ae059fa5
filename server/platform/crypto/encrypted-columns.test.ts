import { expect, it } from 'vitest'
import { encryptionContext, secretContext, sessionContext, sharedCacheContext } from './encrypted-columns.ts'

it('an encryption context binds a text to its column, company and row', () => {
  const row = { companyId: 'acme', id: 'ana' }
  expect(encryptionContext('customers.email', row)).toBe('customers.email:acme:ana')
  expect(encryptionContext('customers.phone', row)).toBe('customers.phone:acme:ana')
  expect(encryptionContext('customers.email', { ...row, companyId: 'other' })).toBe('customers.email:other:ana')
  expect(secretContext('fingerprints')).toBe('vault_secrets.secret:fingerprints')
  expect(sessionContext('one')).toBe('session:one')
  expect(sharedCacheContext('one')).toBe('shared_texts.value:one')
})
