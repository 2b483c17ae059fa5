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

it('the listener reconnects after its connection was cut, and signals a gap', async () => {
  const received: (string | undefined)[] = []
  const [onGap, onLost] = [vi.fn<() => void>(), vi.fn<(error: unknown) => void>()]
  const listener = openListener(test.db.url, { onMessage: (payload) => received.push(payload), onGap, onLost })
  const say = () => test.db.onPlatform((tx) => publishByNotify(tx, null, 'companies'))
  await vi.waitFor(async () => {
    await say()
    expect(received.length).toBeGreaterThan(0)
  }, 10_000)
  expect(onGap).not.toHaveBeenCalled()
  await withClient(test.adminUrl, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'lockstep events'`,
    ),
  )
  await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce(), 10_000)
  expect(onLost).toHaveBeenCalledOnce()
  received.length = 0
  await say()
  await vi.waitFor(() => expect(received).toEqual(['{"companyId":null,"topic":"companies"}']), 10_000)
  await listener.close()
})
