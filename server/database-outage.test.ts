import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildApp } from './app.ts'
import { systemClock } from '#server/platform/clock.ts'
import { publishByNotify } from '#server/platform/shared-state/publish-change.ts'
import { createEventHub } from '#server/platform/events/event-hub.ts'
import { openQueue } from '#server/platform/jobs/queue.ts'
import { runJobs } from '#server/platform/worker/run-jobs.ts'
import { createTestDeps, openSession } from '#server/testing/app.ts'
import { buildUser } from '#server/testing/builders.ts'
import { testCatalog, readNotes, writeNote } from '#server/testing/test-jobs.ts'
import { withClient } from '#server/testing/postgres.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps({ clock: systemClock })
})
afterAll(() => test.close())

/** What a restart of PostgreSQL does to everybody who is connected. */
const cutEveryConnection = () =>
  withClient(test.database.adminUrl, (client) =>
    client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  )

it('requests, jobs and events recover within 5 seconds after the database cut every connection', async () => {
  const { deps } = test
  const queue = await openQueue(deps.db.url, testCatalog, { isWorker: true, log: deps.log })
  await runJobs(deps, queue, {
    'test.note': (ctx, { text }) => writeNote(ctx, text),
    'test.slow-note': async () => {},
    'test.stuck': async () => {},
    'test.bulk': async () => {},
    'test.paced': async () => {},
  })
  const hub = createEventHub(deps)
  const { http } = await buildApp(deps, hub)
  const user = await buildUser(deps.db, { role: 'ops' })
  const companyId = user.companyId ?? ''
  const { headers } = await openSession(deps, user.id)
  const heard: string[] = []
  hub.subscribe({
    companyId,
    isProviderStaff: false,
    onTopic: (topic) => heard.push(topic),
    onGap: () => heard.push('gap'),
  })
  const works = async (text: string, timeout: number) => {
    await vi.waitFor(async () => expect((await http.inject({ url: '/api/auth/user', headers })).statusCode).toBe(200), {
      timeout,
    })
    await deps.db.inCompany(companyId, (tx) => queue.enqueue(tx, companyId, 'test.note', { text }))
    await vi.waitFor(async () => expect(await readNotes(deps, companyId)).toContain(text), { timeout })
    await vi.waitFor(
      async () => {
        await deps.db.inCompany(companyId, (tx) => publishByNotify(tx, companyId, 'users'))
        expect(heard).toContain('users')
      },
      { timeout },
    )
  }
  await works('before', 10_000)

  heard.length = 0
  const load = Array.from({ length: 20 }, () => http.inject({ url: '/api/auth/user', headers }))
  await cutEveryConnection()
  const statuses = (await Promise.all(load)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  const cutAt = performance.now()
  // What was announced before the cut may still come after it.
  await vi.waitFor(() => expect(heard).toContain('gap'), { timeout: 5_000 })
  heard.length = 0
  await works('after', 5_000)
  expect(performance.now() - cutAt).toBeLessThan(5_000)

  await http.close()
  await hub.close()
  await queue.close()
}, 60_000)
