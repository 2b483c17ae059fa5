import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companies, users } from '#server/platform/db/schema/companies.ts'
import { createLog } from '#server/platform/log.ts'
import { buildUser } from '#server/testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { bootstrapAdmin, unbindLocalIssuers } from './bootstrap-accounts.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

describe('the first admin', () => {
  const start = (email: string) =>
    bootstrapAdmin({ db: test.db, log: createLog({ LOG_LEVEL: 'silent' }, 'test') }, email)
  const accounts = () =>
    test.db.onPlatform((tx) =>
      tx
        .select({ email: users.email, role: users.role, company: companies.name, isProvider: companies.isProvider })
        .from(users)
        .innerJoin(companies, eq(companies.id, users.companyId)),
    )

  it('is created once, in the provider’s own company, also when two processes start at once', async () => {
    await Promise.all([start('first@acme.example'), start('First@acme.example')])
    const account = { role: 'admin', company: 'acme.example', isProvider: true }
    expect(await accounts()).toEqual([expect.objectContaining(account)])
  })

  it('does not come back with the next start while there is other provider staff', async () => {
    await test.db.onPlatform((tx) => tx.update(users).set({ email: 'renamed@acme.example' }))
    await start('first@acme.example')
    expect((await accounts()).map(({ email }) => email)).toEqual(['renamed@acme.example'])
  })

  it('is created in the same company once nobody of the provider’s staff is active', async () => {
    await test.db.onPlatform((tx) => tx.update(users).set({ isActive: false }))
    await start('second@acme.example')
    const account = { email: 'second@acme.example', role: 'admin', company: 'acme.example', isProvider: true }
    expect(await accounts()).toContainEqual(account)
    const all = await test.db.onPlatform((tx) => tx.select().from(companies))
    expect(all).toHaveLength(1)
  })
})

it('accounts are unbound from other providers on this machine, and from no other', async () => {
  const issuers = ['http://127.0.0.1:4001', 'http://127.0.0.1:4002', 'http://localhost:4003', 'https://login.example']
  for (const [n, oidcIssuer] of issuers.entries()) {
    await buildUser(test.db, { email: `${n}@example.com`, oidcIssuer, oidcSubject: 'somebody' })
  }
  await unbindLocalIssuers(test.db, 'http://127.0.0.1:4002')
  const left = await test.db.onPlatform((tx) =>
    tx.select().from(users).where(like(users.email, '%@example.com')).orderBy(users.email),
  )
  expect(left.map(({ oidcIssuer }) => oidcIssuer)).toEqual([
    null,
    'http://127.0.0.1:4002',
    null,
    'https://login.example',
  ])
  expect(left.map(({ oidcSubject }) => oidcSubject)).toEqual([null, 'somebody', null, 'somebody'])
})
