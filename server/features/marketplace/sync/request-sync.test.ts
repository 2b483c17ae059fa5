import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JobRow } from '#contract/jobs.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import { platformContext, noOrigin } from '#server/platform/context.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { syncSchedules } from '#server/platform/db/schema/marketplace.ts'
import { stockRow, unitedStates } from '#server/testing/fake-marketplace.ts'
import {
  buildAccount,
  createStockSyncFixture,
  type SyncedCompany,
  type StockSyncFixture,
} from '#server/testing/stock-sync-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { requestSync, startDueSyncs } from './request-sync.ts'
import { queryJobs } from '#server/testing/test-jobs.ts'

let test: StockSyncFixture
let company: SyncedCompany

beforeAll(async () => {
  test = await createStockSyncFixture()
  test.amazon.stock.set(unitedStates, [stockRow('A')])
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
})

const dueAt = async (of = company) => {
  const [schedule] = await of.ctx.transaction((tx) =>
    tx.select().from(syncSchedules).where(eq(syncSchedules.kind, 'inventory')),
  )
  return schedule?.dueAt
}
const inMinutes = (minutes: number) => new Date(test.clock.now().getTime() + minutes * 60_000)
const setJob = (jobId: string | null, state: string) =>
  queryJobs(test.deps.db, `update pgboss.job set state = $2::text::pgboss.job_state where id = $1`, [jobId, state])
const jobsOf = async (of: SyncedCompany) => {
  const { rows } = await of.ctx.transaction((tx) =>
    tx.execute(sql`select id, data, status from background_jobs where name = 'inventory.sync'`),
  )
  return rows
}
const startDue = () =>
  startDueSyncs(platformContext(test.deps, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }))

describe('requesting a sync', () => {
  it('creates the run and its job together, and schedules the next one', async () => {
    const runId = await company.request(company.accountId)
    const run = await company.run(runId)
    expect(run).toMatchObject({
      status: 'running',
      kind: 'inventory',
      mode: 'full',
      requestedBy: 'Test',
      startedAt: test.clock.now(),
    })
    expect(await jobsOf(company)).toEqual([{ id: run.jobId, data: { runId }, status: 'waiting' }])
    expect(await dueAt()).toEqual(inMinutes(30))
  })

  it('many times at once creates one run and one job', async () => {
    const runs = await Promise.all(Array.from({ length: 8 }, () => company.request(company.accountId)))
    expect(new Set(runs).size).toBe(1)
    expect(await jobsOf(company)).toHaveLength(1)
  })

  it('leaves nothing behind when the transaction fails', async () => {
    const failing = company.ctx.transaction(async (tx) => {
      await requestSync(tx, company.ctx, {
        accountId: company.accountId,
        kind: 'inventory',
        mode: 'full',
        requestedBy: 'Test',
      })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect([await company.runs(), await jobsOf(company), await dueAt()]).toEqual([[], [], undefined])
  })

  it.each(['active', 'retry'])('returns the existing run whose job is %s', async (state) => {
    const runId = await company.request(company.accountId)
    await setJob((await company.run(runId)).jobId, state)
    test.clock.advance(24 * 3600)
    expect(await company.request(company.accountId)).toBe(runId)
  })

  it.each(['failed', 'cancelled'])('closes a run whose job has %s, and creates another', async (state) => {
    const runId = await company.request(company.accountId)
    await setJob((await company.run(runId)).jobId, state)
    const next = await company.request(company.accountId)
    expect(next).not.toBe(runId)
    expect(await company.run(runId)).toMatchObject({
      status: 'failed',
      error: 'It was interrupted and not resumed.',
      finishedAt: test.clock.now(),
    })
  })

  it('closes a run whose job is gone', async () => {
    const runId = await company.request(company.accountId)
    await queryJobs(test.deps.db, 'delete from pgboss.job where id = $1', [(await company.run(runId)).jobId])
    expect(await company.request(company.accountId)).not.toBe(runId)
  })

  it('closes a manual run without progress for two minutes', async () => {
    const runId = await company.begin(company.accountId, 'full')
    test.clock.advance(120)
    expect(await company.request(company.accountId)).toBe(runId)
    test.clock.advance(1)
    expect(await company.request(company.accountId)).not.toBe(runId)
  })
})

describe('Sync Now', () => {
  const press = async (role: 'ops' | 'readonly', companyId = company.id) =>
    (await test.as(role, companyId)).post('/api/sync/inventory')

  it('reads the stock of every connected account and audits who asked', async () => {
    await buildAccount(test.deps, company.id, { name: 'Second' })
    await buildAccount(test.deps, company.id, { name: 'Refused', isActive: false })
    const reply = await press('ops')
    expect(reply.statusCode).toBe(202)
    const runs = reply.json<SyncRun[]>()
    expect(runs.map(({ accountName, mode, status, requestedBy }) => [accountName, mode, status, requestedBy])).toEqual(
      expect.arrayContaining([
        ['Harbor Home', 'full', 'running', 'Ana Ruiz'],
        ['Second', 'full', 'running', 'Ana Ruiz'],
      ]),
    )
    expect(runs).toHaveLength(2)
    expect((await press('ops')).json<SyncRun[]>().map(({ id }) => id)).toEqual(runs.map(({ id }) => id))
  })

  it('is refused without an account, and to readonly users', async () => {
    const bare = await test.as('ops')
    const reply = await bare.post('/api/sync/inventory')
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { detail: 'No Amazon account is connected.' }])
    expect((await press('readonly')).statusCode).toBe(403)
  })

  it('shows its job on the dashboard', async () => {
    await press('ops')
    const jobs = (await (await test.as('ops', company.id)).get('/api/jobs')).json<JobRow[]>()
    expect(jobs).toMatchObject([{ title: 'Sync inventory from Amazon', status: 'waiting' }])
  })
})

describe('the schedule', () => {
  beforeEach(async () => {
    await company.carryOut(await company.request(company.accountId))
  })

  it('starts a delta sync when it is due, and the next one an interval later', async () => {
    await changeSettings(test.deps.db, company.id, { syncFrequency: '4h' })
    test.clock.advance(30 * 60)
    await startDue()
    const [, run] = await company.runs()
    expect(run).toMatchObject({ mode: 'delta', status: 'running', requestedBy: 'Lockstep' })
    expect(await dueAt()).toEqual(inMinutes(240))
    await startDue()
    expect(await company.runs()).toHaveLength(2)
  })

  it('starts a full sync once the last full read is a day old', async () => {
    test.clock.advance(24 * 3600 + 1)
    await startDue()
    expect((await company.runs()).at(-1)).toMatchObject({ mode: 'full' })
  })

  it('advances while a run is still in progress', async () => {
    test.clock.advance(30 * 60)
    await company.request(company.accountId)
    test.clock.advance(30 * 60)
    await startDue()
    expect(await company.runs()).toHaveLength(2)
    expect(await dueAt()).toEqual(inMinutes(30))
  })

  it('pauses for companies with manual sync and inactive ones', async () => {
    const other = await test.company()
    await other.carryOut(await other.request(other.accountId))
    await changeSettings(test.deps.db, company.id, { automaticSync: false })
    await test.deps.db.onPlatform((tx) =>
      tx
        .update(companies)
        .set({ isActive: false })
        .where(sql`id = ${other.id}`),
    )
    test.clock.advance(3600)
    await startDue()
    expect([await company.runs(), await other.runs()]).toMatchObject([{ length: 1 }, { length: 1 }])
  })

  it('starts each sync once, however many workers check at the same moment', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => test.company()))
    for (const one of others) await one.carryOut(await one.request(one.accountId))
    test.clock.advance(30 * 60)
    await Promise.all([startDue(), startDue(), startDue()])
    for (const one of [company, ...others]) {
      expect([await one.runs(), await jobsOf(one)]).toMatchObject([{ length: 2 }, { length: 2 }])
    }
  })
})
