import type { JobResult, JobWithMetadata } from 'pg-boss'
import { Counter, Histogram } from 'prom-client'
import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { companyContext, type Deps, noOrigin, platformContext } from '../context.ts'
import type { Lane } from '../db/job-tables.ts'
import type { JobDefinition } from '../jobs/definition.ts'
import { isCompanyActive, type JobLease, LeaseLost, recordAttempt, withLease } from '../jobs/lease.ts'
import { type Envelope, platformGroup } from '../jobs/queue.ts'
import { type AttemptCounts, maxCrashes, pauseAfterCrash, planRetry, timeoutMessage } from '../jobs/retry-policy.ts'

export type QueuedJob = JobWithMetadata<Envelope>

/** A handler without its scope in the type: the runner passes the context that the definition asks for. */
export type AnyHandler = (ctx: never, payload: never) => Promise<object | void>

type Work = { definition: JobDefinition; handler: AnyHandler }

const inactiveCompanyPauseSeconds = 300

/** During a rolling update a newer process may enqueue jobs that only it knows. */
const unknownJobPauseSeconds = 60

/** Runs one attempt at a job and returns its outcome for pg-boss. Never throws. */
export async function runAttempt(deps: Deps, work: Work | undefined, job: QueuedJob): Promise<JobResult> {
  const { job: name } = job.data
  const companyId = companyOf(job)
  const lease: JobLease = { lane: job.name as Lane, id: job.id, retryCount: job.retryCount, companyId }
  const log = deps.log.child({ job: name, jobId: job.id, companyId })
  const counts = countsOf(job)
  const stopwatch = jobSeconds.startTimer({ job: name })
  try {
    if (counts.crashes >= maxCrashes) {
      log.error('job has taken its process down again and again, given up')
      return toResult(
        job,
        'deadletter',
        'The process crashed each time this job ran. Retry it once the cause is fixed.',
      )
    }
    if (hasCrashed(job)) await recordAttempt(deps.db, lease, counts, pauseAfterCrash(counts.crashes))
    if (companyId && !(await isCompanyActive(deps.db, companyId))) {
      await recordAttempt(deps.db, lease, counts, inactiveCompanyPauseSeconds)
      return toResult(job, 'failed', 'Waiting, because the company is deactivated.')
    }
    const result = await runHandler(deps, work, job, lease)
    jobRuns.inc({ job: name, outcome: 'completed' })
    return { id: job.id, status: 'completed', output: storableResult(result) }
  } catch (error) {
    return await recordFailure(deps, job, lease, counts, error, log)
  } finally {
    stopwatch()
  }
}

export const companyOf = ({ groupId }: QueuedJob) => (!groupId || groupId === platformGroup ? null : groupId)

/** Runs the handler with a context whose transactions begin only while this attempt holds its lease. */
async function runHandler(deps: Deps, work: Work | undefined, job: QueuedJob, lease: JobLease): Promise<object | void> {
  if (!work) {
    throw new Unavailable(say('This version has no job called {job}', { job: job.data.job }), {
      retryAfterSeconds: unknownJobPauseSeconds,
    })
  }
  const { definition, handler } = work
  const payload = definition.payload.safeParse(job.data.payload)
  if (!payload.success) throw new Error(`The job's data is not valid: ${describeIssues(payload.error)}`)
  const companyId = companyOf(job)
  const caller = { actor: { type: 'job', name: job.data.job } as const, origin: { ...noOrigin, requestId: lease.id } }
  const held = { ...deps, db: withLease(deps.db, lease) }
  const ctx = companyId ? companyContext(held, caller, companyId) : platformContext(held, caller)
  return withTimeLimit(definition.longestSeconds, handler(ctx as never, payload.data as never))
}

const describeIssues = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')

/** A handler that never returns must not keep its slot in the lane; its later transactions fail, because the lease is lost. */
async function withTimeLimit<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(timeoutMessage(seconds))), seconds * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function recordFailure(
  deps: Deps,
  job: QueuedJob,
  lease: JobLease,
  counts: AttemptCounts,
  error: unknown,
  log: Deps['log'],
): Promise<JobResult> {
  const message = storableMessage(error)
  if (error instanceof LeaseLost) {
    log.warn('attempt was taken over by another worker')
    return toResult(job, 'failed', message)
  }
  const decision = planRetry(
    error,
    { tally: counts, maxAttempts: job.data.maxAttempts },
    deps.clock.now(),
    Math.random(),
  )
  jobRuns.inc({ job: job.data.job, outcome: decision.kind })
  const level = decision.kind === 'failed' ? 'error' : isWorkingOnIt(error) ? 'info' : 'warn'
  log[level]({ err: error, verdict: decision }, 'job attempt failed')
  await recordAttempt(deps.db, lease, decision.tally, decision.kind === 'again' ? decision.delaySeconds : 0).catch(
    (cause: unknown) => log.error({ err: cause }, 'could not record the attempt: the job may be retried too early'),
  )
  return toResult(job, decision.kind === 'again' ? 'failed' : 'deadletter', message)
}

const isWorkingOnIt = (error: unknown) => error instanceof Unavailable && error.isWorkingOnIt

/** In pg-boss's terms `failed` is retried and `deadletter` is final. */
const toResult = (job: QueuedJob, status: 'failed' | 'deadletter', message: string): JobResult => ({
  id: job.id,
  status,
  output: { message },
})

const CrashOutput = z.object({ value: z.object({ message: z.string() }) })

/** pg-boss writes an output with `value` for a job whose process died or froze; our outputs have none. */
const hasCrashed = (job: QueuedJob) => CrashOutput.safeParse(job.output).success

const countsOf = (job: QueuedJob): AttemptCounts =>
  hasCrashed(job) ? { ...job.data.tally, crashes: job.data.tally.crashes + 1 } : job.data.tally

const longestJson = 100_000

const longestMessage = 2_000

/**
 * The storable form of a job's result. A result that PostgreSQL refuses (NUL, lone surrogates), that is not JSON or that is too
 * long would make a completed job look failed, and it would run again.
 */
export function storableResult(result: object | void): object {
  try {
    const json = withoutUnstorable(JSON.stringify(result ?? {}))
    if (json.length <= longestJson) return JSON.parse(json) as object
    return { note: 'The result was too long to keep.' }
  } catch {
    return { note: 'The result could not be kept.' }
  }
}

export function storableMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, longestMessage).toWellFormed()
}

/** Replaces the JSON escapes of NUL and lone surrogates; other escapes, such as an escaped backslash, stay as they are. */
function withoutUnstorable(json: string): string {
  return json.replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, (escape) =>
    /^\\u(0000|d)/.test(escape) ? '\uFFFD' : escape,
  )
}

const jobRuns = new Counter({
  name: 'lockstep_job_runs_total',
  help: 'Attempts at background jobs by outcome',
  labelNames: ['job', 'outcome'] as const,
})

const jobSeconds = new Histogram({
  name: 'lockstep_job_duration_seconds',
  help: 'How long attempts at background jobs take',
  labelNames: ['job'] as const,
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
})
