import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { listJobs, retryJob } from '#server/features/jobs/background-jobs.ts'
import { companyContext, noOrigin, type Deps } from '../context.ts'
import { auditLog } from '../db/schema/audit.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildFailedJob, buildJob } from '#server/testing/test-jobs.ts'
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

const insertJob = (row: { data: object; output?: object }) => buildJob(deps, companyId, { state: 'retry', ...row })

const leftByADeadProcess = { value: { message: 'job heartbeat timeout' } }
const noteJob = (tally = {}) => {
  const fresh = envelope('test.note', { text: 'x' }, 3)
  return { ...fresh, tally: { ...fresh.tally, ...tally } }
}

it('writes down that a job’s process has died before it runs the job again', async () => {
  let tally: unknown
  worker.handlers['test.note'] = async () => {
    const { rows } = await deps.db.pool.query(`select data -> 'tally' as tally from pgboss.job where id = $1`, [id])
    tally = rows[0]?.tally
  }
  const id = await insertJob({ data: noteJob({ crashes: 3 }), output: leftByADeadProcess })
  expect(await whenIn('completed', id)).toMatchObject({ attempts: 1 })
  expect(tally).toMatchObject({ crashes: 4, failures: 0 })
})

it('gives up a job that has taken down its process ten times, without running it', async () => {
  worker.handlers['test.note'] = async () => expect.unreachable()
  const id = await insertJob({ data: noteJob({ crashes: 9 }), output: leftByADeadProcess })
  expect(await whenIn('failed', id)).toMatchObject({ error: expect.stringContaining('The process died each time') })
})

it('gives up an attempt that never comes back', async () => {
  const id = await deps.db.inCompany(companyId, (tx) => worker.queue.enqueue(tx, companyId, 'test.stuck', {}))
  expect(await whenIn('failed', id)).toMatchObject({
    attempts: 1,
    error: 'Not done after 0.2 seconds, so it was given up',
  })
})

it('completes a job once whose result the database refuses to keep', async () => {
  let runs = 0
  worker.handlers['test.note'] = async () => ({ runs: ++runs, text: 'a\0b\ud800' })
  const id = await insertJob({ data: noteJob() })
  await whenIn('completed', id)
  expect(runs).toBe(1)
})

it('fails a job once whose error the database refuses to keep', async () => {
  worker.handlers['test.note'] = async () => {
    throw new Error('bad \0 news')
  }
  const id = await insertJob({ data: { ...noteJob(), maxAttempts: 1 } })
  expect(await whenIn('failed', id)).toMatchObject({ attempts: 1, error: 'bad \uFFFD news' })
})

it('leaves a job that only another version knows to that version, at no cost', async () => {
  const id = await insertJob({ data: envelope('test.of-tomorrow', {}, 3) })
  expect(await whenIn('delayed', id)).toMatchObject({
    attempts: 0,
    error: 'This version knows no job called test.of-tomorrow',
  })
})

it('says in words which of its data don’t fit a job any more', async () => {
  const id = await insertJob({ data: envelope('test.note', { words: 'x' }, 1) })
  expect(await whenIn('failed', id)).toMatchObject({
    error: expect.stringMatching(/don't fit it.*text: Invalid input/),
  })
})

it('lets one of two Retries pressed at once through, and says what the job does to the other', async () => {
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

it('tells the company when a job has ended, with the outcome there to see', async () => {
  worker.handlers['test.note'] = async () => {}
  const seen: unknown[] = []
  const hub = createEventHub(deps)
  const onTopic = async () => seen.push((await job(id))?.status)
  hub.subscribe({ companyId, isAdmin: false, onTopic: () => void onTopic(), onGap: () => {} })
  const id = await insertJob({ data: noteJob() })
  await vi.waitFor(() => expect(seen).toContain('completed'), { timeout: 5_000, interval: 50 })
  await hub.close()
})
