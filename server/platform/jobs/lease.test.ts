import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deps } from '../context.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildJob } from '#server/testing/test-jobs.ts'
import { withClient } from '#server/testing/postgres.ts'
import { withLease } from './lease.ts'
import { envelope, platformGroup } from './queue.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let deps: Deps
let companyId: string
let id: string

beforeAll(async () => {
  test = await createTestDeps()
  deps = test.deps
  companyId = (await buildCompany(deps.db)).id
  id = await buildJob(deps, companyId, { data: envelope('test.note', {}, 3), state: 'active' })
})
afterAll(() => test.close())

const held = (retryCount = 0) => withLease(deps.db, { lane: 'quick', id, retryCount, companyId })

/** As another process's queue would, which waits only for so long. */
const elsewhere = (statement: string) =>
  withClient(deps.db.url, async (client) => {
    await client.query(`set lock_timeout = '200ms'; set application_name = 'lockstep jobs'`)
    await client.query(statement, [id])
  })

it('a transaction of a job blocks a takeover, but not heartbeats', async () => {
  await held().inCompany(companyId, async () => {
    await elsewhere('update pgboss.job set heartbeat_on = now() where id = $1')
    await expect(elsewhere('delete from pgboss.job where id = $1')).rejects.toThrow('lock timeout')
  })
})

it('an outdated attempt cannot begin a transaction', async () => {
  await expect(held(1).inCompany(companyId, async () => {})).rejects.toThrow('given to another worker')
  await expect(held(1).onPlatform(async () => {})).rejects.toThrow('given to another worker')
})

it('a job of the platform works inside a company while it holds its lease, and sees none of the platform there', async () => {
  const platformJob = await buildJob(deps, platformGroup, { data: envelope('test.note', {}, 3), state: 'active' })
  const heldByPlatform = (retryCount: number) =>
    withLease(deps.db, { lane: 'quick', id: platformJob, retryCount, companyId: null })
  const scope = sql`select current_setting('app.company_id') as company, current_setting('app.scope') as scope,
    (select count(*)::int from sessions) as sessions, (select count(*)::int from companies) as companies`
  const { rows } = await heldByPlatform(0).inCompany(companyId, (tx) => tx.execute(scope))
  expect(rows).toEqual([{ company: companyId, scope: '', sessions: 0, companies: 1 }])
  await expect(heldByPlatform(1).inCompany(companyId, async () => {})).rejects.toThrow('given to another worker')
})

it('a leased transaction keeps the company that a platform job names', async () => {
  const company = sql`select current_setting('app.company_id') as company`
  const { rows } = await held().onPlatform((tx) => tx.execute(company), companyId)
  expect(rows).toEqual([{ company: companyId }])
})
