import { systemClock } from '#server/platform/clock.ts'
import { openQueue } from '#server/platform/jobs/queue.ts'
import { runJobs, type Handlers } from '#server/platform/worker/run-jobs.ts'
import { createTestDeps } from './app.ts'
import { testCatalog, type TestJobs } from './test-jobs.ts'

/** A worker on the test file's own database. Tests replace handlers: `handlers['test.note'] = …` */
export async function startTestWorker() {
  const { deps, close } = await createTestDeps({ clock: systemClock })
  const queue = await openQueue(deps.db.url, testCatalog, { isWorker: true, log: deps.log })
  const handlers: Handlers<TestJobs> = {
    'test.note': async () => {},
    'test.slow-note': async () => {},
    'test.stuck': () => new Promise<never>(() => {}),
    'test.bulk': async () => {},
    'test.paced': async () => {},
  }
  await runJobs(deps, queue, {
    'test.note': (ctx, payload) => handlers['test.note'](ctx, payload),
    'test.slow-note': (ctx, payload) => handlers['test.slow-note'](ctx, payload),
    'test.stuck': (ctx, payload) => handlers['test.stuck'](ctx, payload),
    'test.bulk': (ctx, payload) => handlers['test.bulk'](ctx, payload),
    'test.paced': (ctx, payload) => handlers['test.paced'](ctx, payload),
  })
  return {
    deps,
    queue,
    handlers,
    async close() {
      await queue.close()
      await close()
    },
  }
}
