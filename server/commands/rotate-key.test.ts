import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { createVault } from '#server/platform/crypto/vault.ts'
import { openVault } from '#server/platform/crypto/open-vault.ts'
import { createTestDeps, testEnvironment } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { rotateKeyCommand } from './rotate-key.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

it('rotate-key prints its progress and whether the old key can be removed', async () => {
  const { deps, database } = test
  await openVault(deps.db, deps.config)
  const { id: companyId } = await buildCompany(deps.db)
  await buildChannel(deps, companyId)
  const before = testEnvironment(database.url)
  const keys = { ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'), ENCRYPTION_KEYS_OTHER: before.ENCRYPTION_KEY }
  const config = readConfig({ ...before, ...keys })
  const lines: string[] = []
  const run = () => rotateKeyCommand(config, (line) => lines.push(line))
  await run()
  expect(lines).toEqual([
    '1 of 2: 1 texts sealed anew',
    '2 of 2: 4 texts sealed anew',
    '4 texts sealed anew. Nothing is sealed with another key: ENCRYPTION_KEYS_OTHER can go.',
  ])
  const foreign = createVault(Buffer.alloc(32, 10)).encrypt('x', 'c')
  await deps.db.inCompany(companyId, (tx) => tx.execute(sql`update channels set access_token = ${foreign}`))
  await expect(run()).rejects.toThrow('channels.access_token: 1\nKeep ENCRYPTION_KEYS_OTHER.')
})
