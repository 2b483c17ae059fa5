import { sql } from 'drizzle-orm'
import { companies } from '../db/schema/companies.ts'
import type { Database, Tx } from '../db/client.ts'
import { noAttempts, type AttemptCounts } from './retry-policy.ts'
import type { Lane } from '../db/job-tables.ts'

/** The lease of one attempt at a job. The next attempt has another `retryCount`, which is the fencing token: an attempt that lost its lease cannot write. */
export type JobLease = { lane: Lane; id: string; retryCount: number; companyId: string | null }

export class LeaseLost extends Error {
  constructor() {
    super('This attempt was taken for dead and the job was given to another worker')
    this.name = 'ClaimLost'
  }
}

/**
 * A database whose transactions begin only while the attempt holds its lease, and keep it until the commit: another worker that
 * takes the job over must delete the job's row, which waits for this lock (`for key share`); heartbeats do not wait.
 */
export function withLease(db: Database, lease: JobLease): Database {
  const guardTransaction =
    <T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx) => {
      await assertLease(tx, lease)
      return work(tx)
    }
  /** The company can't see the job of another group, so the lease is checked before the platform's scope ends. */
  const guardThenLeavePlatform =
    <T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx) => {
      await Promise.all([assertLease(tx, lease), tx.execute(sql`set local app.scope = ''`)])
      return work(tx)
    }
  return {
    ...db,
    inCompany: (companyId, work) =>
      companyId === lease.companyId
        ? db.inCompany(companyId, guardTransaction(work))
        : db.onPlatform(guardThenLeavePlatform(work), companyId),
    onPlatform: (work, companyId) => db.onPlatform(guardTransaction(work), companyId),
  }
}

async function assertLease(tx: Tx, lease: JobLease): Promise<void> {
  const held = await tx.execute(sql`
    select 1 from pgboss.job
    where name = ${lease.lane} and id = ${lease.id} and retry_count = ${lease.retryCount} and state = 'active'
    for key share`)
  if (held.rows.length === 0) throw new LeaseLost()
}

/** Stores the attempt counts and the delay until the next attempt, while this attempt holds the lease. */
export async function recordAttempt(
  db: Database,
  lease: JobLease,
  counts: AttemptCounts,
  delaySeconds: number,
): Promise<void> {
  const { companyId, lane, id, retryCount } = lease
  const record = (tx: Tx) =>
    tx.execute(sql`
      update pgboss.job set data = jsonb_set(data, '{tally}', ${JSON.stringify(counts)}::jsonb), retry_backoff = false,
        retry_delay = ${delaySeconds}
      where name = ${lane} and id = ${id} and retry_count = ${retryCount} and state = 'active'`)
  await (companyId === null ? db.onPlatform(record) : db.inCompany(companyId, record))
}

export async function isCompanyActive(db: Database, companyId: string): Promise<boolean> {
  return db.inCompany(companyId, async (tx) => {
    const [company] = await tx.select({ isActive: companies.isActive }).from(companies)
    return company?.isActive ?? false
  })
}

/** Puts a failed job back in its lane with fresh counts; returns false when it is not failed (any more). */
export async function restartJob(tx: Tx, lane: Lane, jobId: string): Promise<boolean> {
  const restarted = await tx.execute(sql`
    update pgboss.job set state = 'retry', start_after = now(), completed_on = null, output = '{"message": null}',
      data = jsonb_set(data, '{tally}', ${JSON.stringify(noAttempts)}::jsonb)
    where name = ${lane} and id = ${jobId} and state = 'failed' and group_id = current_setting('app.company_id')
    returning id`)
  return restarted.rows.length === 1
}
