import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { withClient } from '#server/testing/postgres.ts'
import { buildJob } from '#server/testing/test-jobs.ts'
import type { Tx } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { catalog } from './catalog.ts'
import { envelope, openQueue, platformGroup } from './queue.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let ours: string
let theirs: string
const jobs: Record<'ours' | 'theirs' | 'platform', string> = { ours: '', theirs: '', platform: '' }

beforeAll(async () => {
  test = await createTestDeps()
  ours = (await buildCompany(test.deps.db)).id
  theirs = (await buildCompany(test.deps.db)).id
  const row = { data: envelope('test.note', {}, 3), state: 'retry' } as const
  jobs.ours = await buildJob(test.deps, ours, row)
  jobs.theirs = await buildJob(test.deps, theirs, row)
  jobs.platform = await buildJob(test.deps, platformGroup, row)
})
afterAll(() => test.close())

const tables = [sql`pgboss.job`, sql`pgboss.job_common`]

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error),
  )

const rowSecurity = '42501'

describe('a company', () => {
  const idsIn = async (tx: Tx, table = sql`pgboss.job`) =>
    (await tx.execute<{ id: string }>(sql`select id from ${table} order by id`)).rows.map(({ id }) => id)

  it('sees its own jobs, the platform sees all, and nobody sees any outside of both', async () => {
    const all = Object.values(jobs).toSorted()
    for (const table of tables) {
      expect(await test.deps.db.inCompany(ours, (tx) => idsIn(tx, table))).toEqual([jobs.ours])
      expect(await test.deps.db.readCompany(theirs, (tx) => idsIn(tx, table))).toEqual([jobs.theirs])
      expect(await test.deps.db.onPlatform((tx) => idsIn(tx, table))).toEqual(all)
    }
    expect((await test.deps.db.pool.query('select from pgboss.job')).rowCount).toBe(0)
  })

  it('neither changes, takes nor deletes a job of another group', async () => {
    for (const table of tables) {
      for (const statement of [
        sql`update ${table} set state = 'cancelled'`,
        sql`update ${table} set data = data || '{"payload": {}}'`,
        sql`delete from ${table}`,
      ]) {
        const changed = await test.deps.db
          .inCompany(ours, async (tx) => {
            const { rows } = await tx.execute(sql`${statement} returning id`)
            throw new RolledBack(rows.map(({ id }) => id))
          })
          .catch((error: unknown) => (error instanceof RolledBack ? error.result : Promise.reject(error)))
        expect(changed).toEqual([jobs.ours])
      }
      const move = (id: string) =>
        test.deps.db.inCompany(ours, (tx) => tx.execute(sql`update ${table} set group_id = ${id}`))
      expect([await codeOf(move(theirs)), await codeOf(move(platformGroup))]).toEqual([rowSecurity, rowSecurity])
    }
  })

  it('enqueues for itself only', async () => {
    const enqueue = (companyId: string | null) =>
      test.deps.db.inCompany(ours, async (tx) => {
        await test.deps.queue.enqueue(tx, companyId, 'orders.follow', {}, { startAfter: new Date('2030-01-01') })
        throw new RolledBack('enqueued')
      })
    await expect(enqueue(ours)).rejects.toMatchObject({ result: 'enqueued' })
    expect([await codeOf(enqueue(theirs)), await codeOf(enqueue(null))]).toEqual([rowSecurity, rowSecurity])
  })

  class RolledBack extends Error {
    readonly result: unknown

    constructor(result: unknown) {
      super('rolled back')
      this.result = result
    }
  }
})

describe('the queue', () => {
  it('sees every job, whatever name DATABASE_URL gives to connections', async () => {
    const url = new URL(test.deps.db.url)
    url.searchParams.set('application_name', 'of the operator')
    const queue = await openQueue(url.href, catalog, { isWorker: false, log: test.deps.log })
    const found = await Promise.all(Object.values(jobs).map((id) => queue.boss.getJobById('quick', id)))
    await queue.close()
    expect(found.map((job) => job?.id)).toEqual(Object.values(jobs))
  })

  it('fetches, completes and fails jobs by their indexes under row-level security', async () => {
    await fillQueue()
    const { boss } = test.deps.queue
    const db = boss.getDb()
    const executed = vi.spyOn(db, 'executeSql')
    const fetched = await boss.fetch('bulk', { batchSize: 5, includeMetadata: true, groupConcurrency: 2 })
    await boss.complete('bulk', fetched[0]?.id ?? '')
    await boss.fail('bulk', fetched[1]?.id ?? '')
    await boss.touch('bulk', fetched[2]?.id ?? '')
    const statements = executed.mock.calls.filter(([text]) => text.includes('pgboss.job_common'))
    executed.mockRestore()
    expect(statements.length).toBeGreaterThanOrEqual(4)
    for (const [text, values] of statements) {
      const { rows } = await db.executeSql(`explain ${text}`, values)
      const plan = JSON.stringify(rows)
      expect(plan).not.toContain('Seq Scan on job_common')
      expect(plan).toMatch(/Index.* (on|using) (job_common|lockstep_job)/)
    }
    expect(fetched).toHaveLength(5)
  })

  /** Mostly completed jobs of many companies, as after two weeks. */
  const fillQueue = () =>
    withClient(test.database.adminUrl, async (admin) => {
      await admin.query(`
        insert into pgboss.job (id, name, data, state, group_id, policy, retry_limit, completed_on)
        select gen_random_uuid(), 'bulk', '{}', (case when n % 50 = 0 then 'created' else 'completed' end)::pgboss.job_state,
          (array(select gen_random_uuid()::text from generate_series(1, 200)))[1 + n % 200], 'standard', 3, now()
        from generate_series(1, 20000) n`)
      await admin.query('vacuum analyze pgboss.job_common')
    })
})

it('migrate protects a partition that is added later, and leaves protected ones alone', async () => {
  const owner = <T extends pg.QueryResultRow>(text: string) =>
    withClient(test.database.url, (client) => client.query<T>(text))
  await owner(`select pgboss.create_queue('${randomUUID()}', '{"policy": "standard", "partition": true}')`)
  const states = () =>
    owner(`select count(*)::int as count, bool_and(relrowsecurity) as protected, bool_or(relforcerowsecurity) as forced
      from pg_partition_tree('pgboss.job') join pg_class on oid = relid`)
  expect((await states()).rows).toEqual([{ count: 3, protected: false, forced: false }])
  await migrate(test.database.url)
  expect((await states()).rows).toEqual([{ count: 3, protected: true, forced: false }])
})
