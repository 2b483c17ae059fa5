import { afterAll, beforeAll, expect, it } from 'vitest'
import { slotName } from '#server/backup/replication.ts'
import { noOrigin, platformContext } from '#server/platform/context.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { openOwnPostgres, withClient } from '#server/testing/postgres.ts'
import { openDatabase, type Database } from '#server/platform/db/client.ts'
import { monitorBackups } from './monitor-backups.ts'

let postgres: Awaited<ReturnType<typeof openOwnPostgres>>
let test: Awaited<ReturnType<typeof createTestDeps>>
let db: Database
const said: string[] = []

beforeAll(async () => {
  postgres = await openOwnPostgres()
  db = await openDatabase(postgres.url)
  const log = createLog({ LOG_LEVEL: 'error' }, 'test', { write: (line) => void said.push(line) })
  test = await createTestDeps({ log })
})
afterAll(async () => {
  await test.close()
  await db.close()
  await postgres.close()
})

const watch = () =>
  monitorBackups(platformContext({ ...test.deps, db }, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }))

it('the monitor logs nothing if backups were never set up, and an error when nobody reads the slot any more', async () => {
  expect(await watch()).toEqual({})
  await withClient(postgres.url, (client) =>
    client.query(`select pg_create_physical_replication_slot('${slotName}', true)`),
  )
  expect(said).toEqual([])
  expect(await watch()).toMatchObject({ isFollowed: false, waiting: expect.stringMatching(/^\d+$/) })
  expect(said.join()).toContain('nobody keeps backups')
})
