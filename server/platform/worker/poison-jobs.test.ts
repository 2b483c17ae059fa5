import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { listJobs, retryJob } from '#server/features/jobs/background-jobs.ts'
import { companyContext, noOrigin, type Deps } from '../context.ts'
import { auditLog } from '../db/schema/audit.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildFailedJob, buildJob, queryJobs } from '#server/testing/test-jobs.ts'
import { startTestWorker } from '#server/testing/test-worker.ts'
import { createEventHub } from '../events/event-hub.ts'
import { envelope } from '../jobs/queue.ts'

let worker: Awaited<ReturnType<typeof startTestWorker>>
let deps: Deps
let companyId: string

beforeAll(async () => {
  worker = await startTestWorker()
  deps = worker.deps
})
beforeEach(async () => {
  companyId = (await buildCompany(deps.db)).id
})
afterAll(() => worker.close())

const job = async (id: string) => {
  const { rows } = await deps.db.inCompany(companyId, (tx) => listJobs(tx, { limit: 50 }))
  return rows.find((row) => row.id === id)
}
/** The job once it has come to this state. */
const whenIn = (status: string, id: string) =>
  vi.waitFor(
    async () => {
      const row = await job(id)
      expect(row).toMatchObject({ status })
      return row
    },
    { timeout: 10_000, interval: 50 },
  )

/** Inserts a job and tells the worker, which would otherwise find it when it polls. */
async function insertJob(row: { data: object; output?: object }): Promise<string> {
  const jobId = await buildJob(deps, companyId, { state: 'retry', ...row })
  for (const { id } of worker.queue.boss.getWipData()) worker.queue.boss.notifyWorker(id)
  return jobId
}

const leftByADeadProcess = { value: { message: 'job heartbeat timeout' } }
const noteJob = (tally = {}) => {
  const fresh = envelope('test.note', { text: 'x' }, 3)
  return { ...fresh, tally: { ...fresh.tally, ...tally } }
}

it('a crash of the process is recorded before the job runs again', async () => {
  let tally: unknown
  worker.handlers['test.note'] = async () => {
    const { rows } = await queryJobs(deps.db, `select data -> 'tally' as tally from pgboss.job where id = $1`, [id])
    tally = rows[0]?.tally
  }
  const id = await insertJob({ data: noteJob({ crashes: 3 }), output: leftByADeadProcess })
  expect(await whenIn('completed', id)).toMatchObject({ attempts: 1 })
  expect(tally).toMatchObject({ crashes: 4, failures: 0 })
})

it('a job that crashed its process ten times fails without running', async () => {
  worker.handlers['test.note'] = async () => expect.unreachable()
  const id = await insertJob({ data: noteJob({ crashes: 9 }), output: leftByADeadProcess })
  expect(await whenIn('failed', id)).toMatchObject({ error: expect.stringContaining('The process crashed each time') })
})

it('an attempt that never returns times out', async () => {
  const id = await deps.db.inCompany(companyId, (tx) => worker.queue.enqueue(tx, companyId, 'test.stuck', {}))
  expect(await whenIn('failed', id)).toMatchObject({
    attempts: 1,
    error: 'Timed out after 0.2 seconds',
  })
})

it('a job whose result cannot be stored completes once', async () => {
  let runs = 0
  worker.handlers['test.note'] = async () => ({ runs: ++runs, text: 'a\0b\ud800' })
  const id = await insertJob({ data: noteJob() })
  await whenIn('completed', id)
  expect(runs).toBe(1)
})

it('a job whose error cannot be stored fails once', async () => {
  worker.handlers['test.note'] = async () => {
    throw new Error('bad \0 news')
  }
  const id = await insertJob({ data: { ...noteJob(), maxAttempts: 1 } })
  expect(await whenIn('failed', id)).toMatchObject({ attempts: 1, error: 'bad \uFFFD news' })
})

it('a job that only another version knows is left to that version and costs no attempt', async () => {
  const id = await insertJob({ data: envelope('test.of-tomorrow', {}, 3) })
  expect(await whenIn('delayed', id)).toMatchObject({
    attempts: 0,
    error: 'This version has no job called test.of-tomorrow',
  })
})

it('an invalid payload is described in the job’s error', async () => {
  const id = await insertJob({ data: envelope('test.note', { words: 'x' }, 1) })
  expect(await whenIn('failed', id)).toMatchObject({
    error: expect.stringMatching(/is not valid.*text: Invalid input/),
  })
})

it('of two simultaneous retries one succeeds and the other is told the job’s state', async () => {
  worker.handlers['test.note'] = async () => {}
  const jobId = await buildFailedJob(deps, companyId)
  const ctx = companyContext(deps, { actor: { type: 'system', name: 'test' }, origin: noOrigin }, companyId)
  const [one, two] = await Promise.allSettled([retryJob(ctx, { jobId }), retryJob(ctx, { jobId })])
  const refused = [one, two].find((outcome) => outcome.status === 'rejected')
  expect([one, two].filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  expect(String(refused?.reason)).not.toContain('is failed')
  const audited = await deps.db.inCompany(companyId, (tx) => tx.select().from(auditLog))
  expect(audited).toMatchObject([{ action: 'job.retry', resourceId: jobId }])
})

it('the company is notified when a job has ended, with its outcome visible', async () => {
  worker.handlers['test.note'] = async () => {}
  const seen: unknown[] = []
  const hub = createEventHub(deps)
  const onTopic = async () => seen.push((await job(id))?.status)
  hub.subscribe({ companyId, isProviderStaff: false, onTopic: () => void onTopic(), onGap: () => {} })
  const id = await insertJob({ data: noteJob() })
  await vi.waitFor(() => expect(seen).toContain('completed'), { timeout: 5_000, interval: 50 })
  await hub.close()
})
