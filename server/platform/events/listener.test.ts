import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { withClient } from '#server/testing/postgres.ts'
import { publishByNotify } from '../shared-state/publish-change.ts'
import { openListener } from './event-hub.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('comes back after its connection was cut, and says that something may have been missed', async () => {
  const heard: (string | undefined)[] = []
  const [onGap, onLost] = [vi.fn<() => void>(), vi.fn<(error: unknown) => void>()]
  const listener = openListener(test.db.url, { onMessage: (payload) => heard.push(payload), onGap, onLost })
  const say = () => test.db.onPlatform((tx) => publishByNotify(tx, null, 'companies'))
  await vi.waitFor(async () => {
    await say()
    expect(heard.length).toBeGreaterThan(0)
  }, 10_000)
  expect(onGap).not.toHaveBeenCalled()
  await withClient(test.url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'lockstep events'`,
    ),
  )
  await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce(), 10_000)
  expect(onLost).toHaveBeenCalledOnce()
  heard.length = 0
  await say()
  await vi.waitFor(() => expect(heard).toEqual(['{"companyId":null,"topic":"companies"}']), 10_000)
  await listener.close()
})
