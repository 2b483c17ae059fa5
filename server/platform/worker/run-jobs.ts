import type { JobResult, PgBoss } from 'pg-boss'
import type { CompanyContext, Deps, PlatformContext } from '../context.ts'
import { type Lane, lanes } from '../db/job-tables.ts'
import type { CatalogJobs } from '../jobs/catalog.ts'
import type { Jobs, PayloadOf } from '../jobs/definition.ts'
import { envelope, type JobQueue, platformGroup } from '../jobs/queue.ts'
import { type AnyHandler, companyOf, type QueuedJob, runAttempt } from './run-attempt.ts'

/** Exactly one handler for every job of the catalog; a missing one is a type error. */
export type Handlers<J extends Jobs> = {
  [N in keyof J & string]: (
    ctx: J[N]['scope'] extends 'platform' ? PlatformContext : CompanyContext,
    payload: PayloadOf<J, N>,
  ) => Promise<object | void>
}

const slotsPerLane: Record<Lane, number> = { quick: 6, bulk: 2, paced: 8 }

/** Runs due jobs of all lanes until the queue is closed, and syncs the schedules. */
export async function runJobs<J extends Jobs>(
  parts: Omit<Deps, 'queue'>,
  queue: JobQueue<J>,
  handlers: Handlers<J>,
): Promise<void> {
  const deps: Deps = { ...parts, queue: asCatalogQueue(queue) }
  const handlerOf: Record<string, AnyHandler | undefined> = handlers
  const notifyCompany = createJobNotifier(deps)
  const run = async (job: QueuedJob) => {
    const definition = queue.jobs[job.data.job]
    const handler = handlerOf[job.data.job]
    notifyCompany(companyOf(job))
    const result = await runAttempt(deps, definition && handler ? { definition, handler } : undefined, job)
    notifyCompany(companyOf(job))
    return result
  }
  for (const lane of lanes) await openLane(queue.boss, lane, run)
  await syncSchedules(queue)
}

async function openLane(boss: PgBoss, lane: Lane, run: (job: QueuedJob) => Promise<JobResult>): Promise<void> {
  const options = {
    batchSize: 1,
    includeMetadata: true,
    perJobResults: true,
    localConcurrency: slotsPerLane[lane],
    // One company may use half of a lane, so that the rest stays free for others.
    localGroupConcurrency: Math.ceil(slotsPerLane[lane] / 2),
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 2,
  } as const
  await boss.work(lane, options, async (batch: QueuedJob[]) => {
    pollAgain(boss, lane)
    return Promise.all(batch.map(run))
  })
}

/** A pg-boss worker sleeps after each job; this lets one that found a job poll again as soon as it is done. */
function pollAgain(boss: PgBoss, lane: Lane): void {
  for (const worker of boss.getWipData()) if (worker.name === lane && worker.count > 0) boss.notifyWorker(worker.id)
}

/** Schedules are stored in the database: every worker writes the same ones and removes those that are no longer in the catalog. */
async function syncSchedules<J extends Jobs>(queue: JobQueue<J>): Promise<void> {
  const { boss, jobs } = queue
  for (const [name, definition] of Object.entries(jobs)) {
    if (definition.schedule === null) continue
    await boss.schedule(definition.lane, definition.schedule, envelope(name, {}, definition.maxAttempts), {
      key: name,
      group: { id: platformGroup },
    })
  }
  for (const known of await boss.getSchedules()) {
    if (!jobs[known.key]?.schedule) await boss.unschedule(known.name, known.key)
  }
}

/** Safe for tests with a catalog of their own: verbs enqueue only jobs of the product's catalog. */
function asCatalogQueue<J extends Jobs>(queue: JobQueue<J>): JobQueue<CatalogJobs> {
  return queue as unknown as JobQueue<CatalogJobs>
}

/** By then pg-boss has stored the outcome of the job. */
const notifyAfterMs = 300

export type NotifyCompany = (companyId: string | null) => void

/**
 * Notifies a company's dashboards that its jobs changed: a burst becomes one message, a moment later, so that the outcome is visible
 * by then. A lost message only delays the dashboard, so it never fails a job.
 */
function createJobNotifier({ db, shared }: Pick<Deps, 'db' | 'shared'>): NotifyCompany {
  const due = new Set<string>()
  return (companyId) => {
    if (!companyId || due.has(companyId)) return
    due.add(companyId)
    setTimeout(() => {
      due.delete(companyId)
      db.inCompany(companyId, (tx) => shared.publishChange(tx, companyId, 'jobs')).catch(() => {})
    }, notifyAfterMs)
  }
}
