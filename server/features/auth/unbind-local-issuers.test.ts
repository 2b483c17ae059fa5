import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '#server/platform/db/schema/companies.ts'
import { buildUser } from '#server/testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { unbindLocalIssuers } from './bootstrap-accounts.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('accounts are unbound from other providers on this machine, and from no other', async () => {
  const issuers = ['http://127.0.0.1:4001', 'http://127.0.0.1:4002', 'http://localhost:4003', 'https://login.example']
  for (const [n, oidcIssuer] of issuers.entries()) {
    await buildUser(test.db, { email: `${n}@example.com`, oidcIssuer, oidcSubject: 'somebody' })
  }
  await unbindLocalIssuers(test.db, 'http://127.0.0.1:4002')
  const left = await test.db.onPlatform((tx) => tx.select().from(users).orderBy(users.email))
  expect(left.map(({ oidcIssuer }) => oidcIssuer)).toEqual([
    null,
    'http://127.0.0.1:4002',
    null,
    'https://login.example',
  ])
  expect(left.map(({ oidcSubject }) => oidcSubject)).toEqual([null, 'somebody', null, 'somebody'])
})
