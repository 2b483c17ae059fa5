import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { countJobs, listJobs, retryJob } from '#server/features/jobs/background-jobs.ts'
import { companyContext, noOrigin, type Deps } from '../context.ts'
import { companies } from '../db/schema/companies.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { readNotes, writeNote, queryJobs } from '#server/testing/test-jobs.ts'
import { startTestWorker } from '#server/testing/test-worker.ts'

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

const send = (text: string, company = companyId) =>
  deps.db.inCompany(company, (tx) => worker.queue.enqueue(tx, company, 'test.note', { text }))
const jobs = (company = companyId) => deps.db.inCompany(company, (tx) => listJobs(tx, { limit: 50 }))
const job = async (id: string) => (await jobs()).rows.find((row) => row.id === id)
const ends = (id: string, status: string) =>
  vi.waitFor(async () => expect(await job(id)).toMatchObject({ status }), { timeout: 15_000, interval: 50 })
/** Lets a pause between attempts pass at once. */
const hurry = async () => {
  await queryJobs(
    deps.db,
    `update pgboss.job set start_after = now() where state in ('created', 'retry') and group_id = $1`,
    [companyId],
  )
  for (const { id } of worker.queue.boss.getWipData()) worker.queue.boss.notifyWorker(id)
}

describe('a job', () => {
  it('runs in its company as its own actor and stores its result', async () => {
    worker.handlers['test.note'] = async (ctx, { text }) => {
      await writeNote(ctx, text)
      return { actor: ctx.actor }
    }
    const id = await send('hello')
    await ends(id, 'completed')
    expect(await readNotes(deps, companyId)).toEqual(['hello'])
    expect(await job(id)).toMatchObject({ name: 'test.note', attempts: 1, maxAttempts: 3, error: null })
    const { rows } = await deps.db.inCompany(companyId, (tx) =>
      tx.execute(sql`select data, result from background_jobs`),
    )
    expect(rows).toEqual([{ data: { text: 'hello' }, result: { actor: { type: 'job', name: 'test.note' } } }])
  })

  it('never runs when the transaction that enqueued it rolls back', async () => {
    const ran: string[] = []
    worker.handlers['test.note'] = async (_ctx, { text }) => void ran.push(text)
    const rolledBack = deps.db.inCompany(companyId, async (tx) => {
      await worker.queue.enqueue(tx, companyId, 'test.note', { text: 'never' })
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await ends(await send('after'), 'completed')
    expect(ran).toEqual(['after'])
    expect((await jobs()).total).toBe(1)
  })

  it('is refused with an invalid payload', async () => {
    const wrong = { text: 7 } as never
    await expect(
      deps.db.inCompany(companyId, (tx) => worker.queue.enqueue(tx, companyId, 'test.note', wrong)),
    ).rejects.toThrow()
  })

  it('waits when it is due later', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000)
    const id = await deps.db.inCompany(companyId, (tx) =>
      worker.queue.enqueue(tx, companyId, 'test.note', { text: 'later' }, { startAfter: inAnHour }),
    )
    expect(await job(id)).toMatchObject({ status: 'delayed', attempts: 0 })
  })

  it('is invisible to other companies', async () => {
    worker.handlers['test.note'] = async () => {}
    await ends(await send('mine'), 'completed')
    const other = await buildCompany(deps.db)
    expect(await jobs(other.id)).toMatchObject({ rows: [], total: 0 })
    const nobody = await deps.db.pool.query('select * from background_jobs')
    expect(nobody.rows).toEqual([])
  })
})

describe('a job that fails', () => {
  it('is tried three times, stores its error, and runs again on Retry', async () => {
    let isBroken = true
    let runs = 0
    worker.handlers['test.note'] = async () => {
      runs++
      if (isBroken) throw new Error(`broken ${runs}`)
    }
    const id = await send('x')
    const pushing = setInterval(() => void hurry(), 100)
    await ends(id, 'failed')
    clearInterval(pushing)
    expect(runs).toBe(3)
    expect(await job(id)).toMatchObject({ attempts: 3, error: 'broken 3' })

    isBroken = false
    const ctx = companyContext(deps, { actor: { type: 'system', name: 'test' }, origin: noOrigin }, companyId)
    expect(await retryJob(ctx, { jobId: id })).toMatchObject({ status: 'waiting', error: null })
    await ends(id, 'completed')
    await expect(retryJob(ctx, { jobId: id })).rejects.toThrow('This job is completed, so it can’t be retried.')
  })

  it('uses no attempt while the other side is unavailable', async () => {
    let runs = 0
    worker.handlers['test.note'] = async () => {
      if (++runs < 6) throw new Unavailable('throttled', { retryAfterSeconds: 30 })
    }
    const id = await send('x')
    await vi.waitFor(
      async () => expect(await job(id)).toMatchObject({ status: 'delayed', attempts: 0, error: 'throttled' }),
      10_000,
    )
    const pushing = setInterval(() => void hurry(), 100)
    await ends(id, 'completed')
    clearInterval(pushing)
    expect(runs).toBe(6)
    expect(await job(id)).toMatchObject({ attempts: 1 })
  })
})

it('an attempt that lost its lease cannot begin a transaction', async () => {
  const outcomes: string[] = []
  worker.handlers['test.note'] = async (ctx) => {
    await queryJobs(deps.db, `update pgboss.job set retry_count = retry_count + 1 where state = 'active'`)
    await writeNote(ctx, 'ghost').catch((error: Error) => {
      outcomes.push(error.name)
      throw error
    })
  }
  await send('x')
  await vi.waitFor(() => expect(outcomes).toEqual(['ClaimLost']), 10_000)
  expect(await readNotes(deps, companyId)).toEqual([])
  await queryJobs(deps.db, `delete from pgboss.job where state = 'active'`)
})

it('jobs of a deactivated company wait until it is active again', async () => {
  worker.handlers['test.note'] = (ctx, { text }) => writeNote(ctx, text)
  const setActive = (isActive: boolean) =>
    deps.db.onPlatform((tx) =>
      tx
        .update(companies)
        .set({ isActive })
        .where(sql`id = ${companyId}`),
    )
  await setActive(false)
  const id = await send('held')
  await vi.waitFor(async () => expect(await job(id)).toMatchObject({ status: 'delayed', attempts: 0 }), 10_000)
  await setActive(true)
  await hurry()
  await ends(id, 'completed')
  expect(await readNotes(deps, companyId)).toEqual(['held'])
})

it('one company uses at most half of a lane', async () => {
  const other = (await buildCompany(deps.db)).id
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  let flooding = 0
  let most = 0
  worker.handlers['test.note'] = async (ctx) => {
    if (ctx.companyId === other) return
    most = Math.max(most, ++flooding)
    await gate
    flooding--
  }
  await deps.db.inCompany(companyId, async (tx) => {
    for (let n = 0; n < 40; n++) await worker.queue.enqueue(tx, companyId, 'test.note', { text: `${n}` })
  })
  await vi.waitFor(() => expect(flooding).toBe(3), 10_000)
  const small = await send('small', other)
  await vi.waitFor(async () => expect((await jobs(other)).rows).toMatchObject([{ id: small, status: 'completed' }]), {
    timeout: 10_000,
    interval: 50,
  })
  expect(most).toBe(3)
  const counts = await deps.db.inCompany(companyId, (tx) => countJobs(tx, new Date()))
  expect(counts).toEqual({ active: 3, waiting: 37, completed: 0, failed: 0, delayed: 0 })
  release()
  await vi.waitFor(async () => {
    const done = await deps.db.inCompany(companyId, (tx) => countJobs(tx, new Date()))
    expect(done).toMatchObject({ completed: 40 })
  }, 15_000)
})

it.each(['test.bulk', 'test.paced'] as const)('long work has its own lane: %s', async (long) => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  worker.handlers[long] = () => gate
  worker.handlers['test.note'] = (ctx, { text }) => writeNote(ctx, text)
  await deps.db.inCompany(companyId, async (tx) => {
    for (let n = 0; n < 5; n++) await worker.queue.enqueue(tx, companyId, long, {})
  })
  await ends(await send('quick'), 'completed')
  release()
})
