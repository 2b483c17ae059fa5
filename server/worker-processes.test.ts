import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it, vi, type TestContext } from 'vitest'
import { bundle } from '#local/build/bundle.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openQueue } from '#server/platform/jobs/queue.ts'
import { createTestDeps, testEnvironment } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { testCatalog } from '#server/testing/job-catalog.ts'
import { readNotes } from '#server/testing/notes.ts'

const folder = mkdtempSync(join(tmpdir(), 'lockstep-worker-'))
const program = join(folder, 'worker-process.mjs')
beforeAll(() => bundle('server/testing/worker-process.ts', program))
afterAll(() => rmSync(folder, { recursive: true }))

type Worker = { child: ChildProcess; hasBegun(): boolean }

async function startWorker(databaseUrl: string, { onTestFinished }: TestContext): Promise<Worker> {
  const child = fork(program, {
    // Coverage and runner settings of the test process must not leak into real processes.
    env: { PATH: process.env['PATH'], ...testEnvironment(databaseUrl) },
    execArgv: [],
  })
  onTestFinished(() => end(child, 'SIGKILL'))
  const heard: unknown[] = []
  child.on('message', (message) => heard.push(message))
  await vi.waitUntil(() => heard.includes('ready'), { timeout: 20_000, interval: 50 })
  return { child, hasBegun: () => heard.includes('begun') }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

// Side by side, since both spend their time waiting; with a database each, so that neither does the other's job.
describe.concurrent('a worker killed in mid-job', () => {
  it.for(['SIGKILL', 'SIGSTOP'] as const)(
    'by %s leaves the job to another, which completes it once',
    { timeout: 90_000 },
    async (signal, context) => {
      const { expect, onTestFinished } = context
      const { deps, database, close } = await createTestDeps({ clock: systemClock })
      onTestFinished(close)
      const company = await buildCompany(deps.db)
      const queue = await openQueue(deps.db.url, testCatalog, { isWorker: false, log: deps.log })
      onTestFinished(() => queue.close())
      const workers = await Promise.all([startWorker(database.url, context), startWorker(database.url, context)])
      await deps.db.inCompany(company.id, (tx) =>
        queue.enqueue(tx, company.id, 'test.slow-note', { text: 'once', seconds: 2 }),
      )
      const taken = () => workers.find((worker) => worker.hasBegun())
      await vi.waitUntil(taken, { timeout: 10_000, interval: 20 })
      const victim = taken()?.child
      victim?.kill(signal)
      await vi.waitUntil(async () => (await readNotes(deps, company.id)).length > 0, { timeout: 50_000, interval: 250 })
      // One that was only frozen wakes up in the middle of its work and must not do it a second time.
      if (signal === 'SIGSTOP') victim?.kill('SIGCONT')
      await Promise.all(workers.map(({ child }) => end(child, 'SIGTERM')))
      expect(await readNotes(deps, company.id)).toEqual(['once'])
    },
  )
})
