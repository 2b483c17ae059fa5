import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany } from '#server/testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import type { Database, Tx } from '../db/client.ts'
import { signingSecrets } from '../db/schema/settings.ts'
import { vaultSecrets } from '../db/schema/vault-secrets.ts'
import { newId } from '../ids.ts'
import { openVault } from './open-vault.ts'
import { createVault } from './vault.ts'

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

const divideByZero = (tx: Tx) => tx.execute(sql`select 1 / 0`)

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
beforeEach(() => test.db.onPlatform((tx) => tx.delete(vaultSecrets)))
afterAll(() => test.drop())

it('fingerprints equal those from before their key was stored', async () => {
  const vault = await openVault(test.db, { ENCRYPTION_KEY: first })
  expect(vault.fingerprint('a', 'c')).toBe(createVault(first).fingerprint('a', 'c'))
})

it('fingerprints stay the same with another key that can decrypt the stored one', async () => {
  const before = await openVault(test.db, { ENCRYPTION_KEY: first })
  const after = await openVault(test.db, { ENCRYPTION_KEY: second, ENCRYPTION_KEYS_OTHER: [first] })
  expect(after.fingerprint('a', 'c')).toBe(before.fingerprint('a', 'c'))
  expect(after.decrypt(before.encrypt('secret', 'c'), 'c')).toBe('secret')
})

describe('a database whose texts were encrypted before the fingerprint key was stored', () => {
  let companyId: string
  beforeAll(async () => {
    companyId = (await buildCompany(test.db)).id
    const encrypted = { companyId, id: newId(), secret: createVault(first).encrypt('whsec_1', 'c') }
    await test.db.inCompany(companyId, (tx) => tx.insert(signingSecrets).values(encrypted))
  })
  afterAll(() => test.db.inCompany(companyId, (tx) => tx.delete(signingSecrets)))

  it('keeps its fingerprints also when the key is rotated along with the update', async () => {
    const vault = await openVault(test.db, { ENCRYPTION_KEY: second, ENCRYPTION_KEYS_OTHER: [first] })
    expect(vault.fingerprint('a', 'c')).toBe(createVault(first).fingerprint('a', 'c'))
  })

  it('accepts no key that cannot decrypt them, and stores none', async () => {
    const keyId = createVault(first).currentKeyPrefix.split('.')[1]
    const start = () => openVault(test.db, { ENCRYPTION_KEY: second })
    await expect(start()).rejects.toThrow(`sealed with the key ${keyId}: set ENCRYPTION_KEY to that key`)
    expect(await test.db.onPlatform((tx) => tx.select().from(vaultSecrets))).toEqual([])
  })
})

it('several processes that start at once store a single key', async () => {
  const keys = { ENCRYPTION_KEYS_OTHER: [first, second] }
  const vaults = await Promise.all(
    [first, second, first, second].map((ENCRYPTION_KEY) => openVault(test.db, { ENCRYPTION_KEY, ...keys })),
  )
  expect(new Set(vaults.map((vault) => vault.fingerprint('a', 'c'))).size).toBe(1)
})

it('the vault refuses a wrong key and names the missing one', async () => {
  const { currentKeyPrefix } = await openVault(test.db, { ENCRYPTION_KEY: first })
  const keyId = currentKeyPrefix.split('.')[1]
  await expect(openVault(test.db, { ENCRYPTION_KEY: second })).rejects.toThrow(
    `sealed with the key ${keyId}: set ENCRYPTION_KEY to that key, or add that key to ENCRYPTION_KEYS_OTHER`,
  )
})

it('the vault refuses a tampered stored key and says what to do', async () => {
  const vault = await openVault(test.db, { ENCRYPTION_KEY: first })
  const secret = vault.encrypt('of another row', 'vault_secrets.secret:another')
  await test.db.onPlatform((tx) => tx.update(vaultSecrets).set({ secret }))
  await expect(openVault(test.db, { ENCRYPTION_KEY: first })).rejects.toMatchObject({
    message: expect.stringContaining('restore the row of vault_secrets from a backup'),
  })
})

it('the vault passes on any other error', async () => {
  const down: Database = { ...test.db, onPlatform: () => Promise.reject(new Error('no connection')) }
  await expect(openVault(down, { ENCRYPTION_KEY: first })).rejects.toThrow('no connection')
  const broken: Database = {
    ...test.db,
    onPlatform: (work) => test.db.onPlatform((tx) => divideByZero(tx).then(() => work(tx))),
  }
  await expect(openVault(broken, { ENCRYPTION_KEY: first })).rejects.toThrow('division by zero')
})

it('the vault refuses a database that is not migrated', async () => {
  const { db } = test
  const before: Database = {
    ...db,
    onPlatform: (work) =>
      db.onPlatform(async (tx) => {
        await tx.execute(sql`set local search_path = pg_temp`)
        return work(tx)
      }),
  }
  await expect(openVault(before, { ENCRYPTION_KEY: first })).rejects.toThrow(
    'The database is not up to date: run npm run migrate',
  )
})
