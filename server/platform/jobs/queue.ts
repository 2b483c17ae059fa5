import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { queryTimeoutMs, type Tx } from '../db/client.ts'
import { connectTimeoutMs } from '../db/roles.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { noAttempts, type AttemptCounts } from './retry-policy.ts'
import { lanes, queueApplicationName } from '../db/job-tables.ts'
import type { JobName, Jobs, JobScope, PayloadOf } from './definition.ts'

/** The pg-boss group of platform jobs; each company has a group of its own. */
export const platformGroup = 'platform'

/** The data of a queued job. Stored, so its fields must not change. */
export type Envelope = { job: string; payload: unknown; maxAttempts: number; tally: AttemptCounts }

export type EnqueueOptions = { startAfter?: Date }

export type Enqueue<J extends Jobs, Scope extends JobScope> = <N extends JobName<J, Scope>>(
  tx: Tx,
  name: N,
  payload: PayloadOf<J, N>,
  options?: EnqueueOptions,
) => Promise<string>

export type JobQueue<J extends Jobs> = {
  readonly boss: PgBoss
  readonly jobs: J
  /** Inserts the job in the caller's transaction (transactional outbox): change and job commit together or not at all. */
  enqueue<N extends JobName<J>>(
    tx: Tx,
    companyId: string | null,
    name: N,
    payload: PayloadOf<J, N>,
    options?: EnqueueOptions,
  ): Promise<string>
  close(): Promise<void>
}

export type QueueOptions = {
  /** Whether this process maintains the queue: reclaims jobs of dead workers and starts scheduled jobs. */
  isWorker: boolean
  log: Log
}

/** Options that pg-boss passes on to its pool. */
const poolOptions = { connectionTimeoutMillis: connectTimeoutMs, query_timeout: queryTimeoutMs, keepAlive: true }

export async function openQueue<J extends Jobs>(url: string, jobs: J, options: QueueOptions): Promise<JobQueue<J>> {
  const boss = new PgBoss({
    connectionString: asQueue(url),
    ...poolOptions,
    max: options.isWorker ? 6 : 2,
    migrate: false,
    createSchema: false,
    supervise: options.isWorker,
    schedule: options.isWorker,
    useListenNotify: options.isWorker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    cronMonitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => options.log.error({ err: error }, 'job queue'))
  boss.on('warning', (warning) => options.log.warn({ warning }, 'job queue'))
  await boss.start()
  await Promise.all(lanes.map((lane) => ensureLane(boss, lane)))
  return {
    boss,
    jobs,
    enqueue: (tx, companyId, name, payload, enqueueOptions) =>
      enqueueJob(boss, jobs, tx, companyId, name, payload, enqueueOptions),
    close: () => boss.stop({ graceful: true, timeout: 20_000 }),
  }
}

/** In the URL, because a name there counts more than one in the options: without its own, the queue sees no jobs. */
function asQueue(url: string): string {
  const own = new URL(url)
  own.searchParams.set('application_name', queueApplicationName)
  return own.href
}

async function enqueueJob<J extends Jobs, N extends JobName<J>>(
  boss: PgBoss,
  jobs: J,
  tx: Tx,
  companyId: string | null,
  name: N,
  payload: PayloadOf<J, N>,
  options: EnqueueOptions = {},
): Promise<string> {
  const definition = jobs[name]
  if (!definition) throw new Error(`There is no job called ${name}`)
  const id = newId()
  await boss.send(definition.lane, envelope(name, definition.payload.parse(payload), definition.maxAttempts), {
    id,
    group: { id: companyId ?? platformGroup },
    db: fromDrizzle(tx, sql),
    ...options,
  })
  return id
}

export const envelope = (job: string, payload: unknown, maxAttempts: number): Envelope => ({
  job,
  payload,
  maxAttempts,
  tally: noAttempts,
})

/** How long ended jobs stay visible on the dashboard. */
const retainEndedSeconds = 14 * 24 * 3600
/** A waiting job is never deleted, however long its company is deactivated. */
const retainWaitingSeconds = 10 * 365 * 24 * 3600
/** A worker without a heartbeat for this long is dead or frozen; another worker gets its job. */
const heartbeatSeconds = 15
/** `retry-policy.ts` decides when a job fails; pg-boss's own retry limit must never be reached. */
const unlimitedRetries = 100_000

async function ensureLane(boss: PgBoss, lane: string): Promise<void> {
  const options = {
    notify: true,
    retryLimit: unlimitedRetries,
    retryDelay: 1,
    heartbeatSeconds,
    expireInSeconds: 23 * 3600,
    deleteAfterSeconds: retainEndedSeconds,
    retentionSeconds: retainWaitingSeconds,
  }
  if (await boss.getQueue(lane)) await boss.updateQueue(lane, options)
  else await boss.createQueue(lane, options)
}
