import { setTimeout as sleep } from 'node:timers/promises'
import { shutDownOnRequest, waitForStopRequest } from '#server/commands/process-lifecycle.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { openQueue } from '#server/platform/jobs/queue.ts'
import { runJobs } from '#server/platform/worker/run-jobs.ts'
import { testCatalog, writeNote } from './test-jobs.ts'

/** A separate worker process with test jobs; it reports to its parent when a job begins. */
const deps = await openDeps(readConfig(process.env), 'job')
const queue = await openQueue(deps.db.url, testCatalog, { isWorker: true, log: deps.log })
await runJobs(deps, queue, {
  'test.note': (ctx, { text }) => writeNote(ctx, text),
  'test.slow-note': async (ctx, { text, seconds }) => {
    process.send?.('begun')
    await sleep(seconds * 1000)
    await writeNote(ctx, text)
  },
  'test.stuck': async () => {},
  'test.bulk': async () => {},
  'test.paced': async () => {},
})
const told = waitForStopRequest()
process.send?.('ready')
await shutDownOnRequest(deps.log, {
  stopRequested: told,
  async shutDown() {
    await queue.close()
    await deps.close()
  },
})
