import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { publishByNotify, eventChannel } from '../shared-state/publish-change.ts'
import { createEventHub } from './event-hub.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

it('the event hub ignores malformed notifications', async () => {
  const { db } = test.deps
  const hub = createEventHub(test.deps)
  const received: string[] = []
  hub.subscribe({ companyId: null, isProviderStaff: true, onTopic: (topic) => received.push(topic), onGap: () => {} })
  await vi.waitFor(async () => {
    for (const nonsense of ['', 'hello', '7', '{"topic":"nothing","companyId":null}', '{"topic":"users"}']) {
      await db.pool.query('select pg_notify($1, $2)', [eventChannel, nonsense])
    }
    await db.onPlatform((tx) => publishByNotify(tx, null, 'companies'))
    expect(received).toContain('companies')
  }, 10_000)
  expect(new Set(received)).toEqual(new Set(['companies']))
  await hub.close()
})
