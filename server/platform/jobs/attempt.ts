import type { JobResult, JobWithMetadata } from 'pg-boss'
import { companyContext, nowhere, platformContext, type Deps } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { announce } from '../events/announce.ts'
import { judge, maximumCrashes, type Tally } from './attempts.ts'
import { assertClaim, ClaimLost, isCompanyActive, noteAttempt, type Claim } from './claims.ts'
import type { JobDefinition, Lane } from './definition.ts'
import { jobRuns, jobSeconds } from './metrics.ts'
import { platformGroup, type Envelope } from './queue.ts'

export type QueuedJob = JobWithMetadata<Envelope>
/** A handler with its scope forgotten: the runner hands it the context that its definition asks for. */
export type AnyHandler = (ctx: never, payload: never) => Promise<object | void>

const inactiveCompanyPauseSeconds = 300

/** Runs one attempt at one job and says what becomes of the job. Never throws. */
export async function attempt(
  deps: Deps,
  definition: JobDefinition | undefined,
  handler: AnyHandler | undefined,
  job: QueuedJob,
): Promise<JobResult> {
  const { job: name, payload, tally } = job.data
  const claim: Claim = { lane: job.name as Lane, id: job.id, retryCount: job.retryCount }
  const companyId = !job.groupId || job.groupId === platformGroup ? null : job.groupId
  const log = deps.log.child({ job: name, jobId: job.id, companyId })
  const stopwatch = jobSeconds.startTimer({ job: name })
  try {
    if (diedLastTime(job) && tally.crashes + 1 >= maximumCrashes) {
      log.error('job has taken its process down again and again, given up')
      return ended(job, 'deadletter', 'The process died each time this job ran. Retry it once the cause is known.')
    }
    if (!definition || !handler) throw new Error(`There is no job called ${name}`)
    if (companyId && !(await isCompanyActive(deps.db, companyId))) {
      await noteAttempt(deps.db, claim, tally, inactiveCompanyPauseSeconds)
      return ended(job, 'failed', 'Waits, because the company is deactivated.')
    }
    await tellCompany(deps, companyId)
    const ctx = fencedContext(deps, name, claim, companyId)
    const result = await handler(ctx as never, definition.payload.parse(payload) as never)
    jobRuns.inc({ job: name, outcome: 'completed' })
    return { id: job.id, status: 'completed', output: result ?? {} }
  } catch (error) {
    return await settleFailure(deps, job, claim, error, log)
  } finally {
    stopwatch()
    await tellCompany(deps, companyId)
  }
}

async function settleFailure(
  deps: Deps,
  job: QueuedJob,
  claim: Claim,
  error: unknown,
  log: Deps['log'],
): Promise<JobResult> {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ClaimLost) {
    log.warn('attempt was taken over by another worker')
    return ended(job, 'failed', message)
  }
  const { maxAttempts } = job.data
  const ageSeconds = (deps.clock.now().getTime() - job.createdOn.getTime()) / 1000
  const verdict = judge(error, { tally: withCrash(job), maxAttempts, ageSeconds }, Math.random())
  jobRuns.inc({ job: job.data.job, outcome: verdict.kind })
  log[verdict.kind === 'failed' ? 'error' : 'warn']({ err: error, verdict }, 'job attempt failed')
  await noteAttempt(deps.db, claim, verdict.tally, verdict.kind === 'again' ? verdict.delaySeconds : 0).catch(
    (cause: unknown) => log.error({ err: cause }, 'could not note the attempt'),
  )
  return ended(job, verdict.kind === 'again' ? 'failed' : 'deadletter', message)
}

/** In pg-boss's words: `failed` is tried again, `deadletter` is final. */
const ended = (job: QueuedJob, status: 'failed' | 'deadletter', message: string): JobResult => ({
  id: job.id,
  status,
  output: { message },
})

/** A job that comes back without an outcome written by us was left by a process that died or froze. */
function diedLastTime(job: QueuedJob): boolean {
  return job.retryCount > 0 && !(job.output && 'message' in job.output)
}

const withCrash = (job: QueuedJob): Tally =>
  diedLastTime(job) ? { ...job.data.tally, crashes: job.data.tally.crashes + 1 } : job.data.tally

/** The job's context, whose transactions only begin while this attempt still holds the job. */
function fencedContext(deps: Deps, name: string, claim: Claim, companyId: string | null) {
  const who = { actor: { type: 'job', name } as const, origin: { ...nowhere, requestId: claim.id } }
  const ctx = companyId ? companyContext(deps, who, companyId) : platformContext(deps, who)
  return {
    ...ctx,
    transaction: <T>(work: (tx: Tx) => Promise<T>) =>
      ctx.transaction(async (tx) => {
        await assertClaim(tx, claim)
        return work(tx)
      }),
  }
}

/** Dashboards show jobs as they move. A lost message costs freshness only, so it never fails a job. */
async function tellCompany(deps: Deps, companyId: string | null): Promise<void> {
  if (!companyId) return
  await deps.db.inCompany(companyId, (tx) => announce(tx, companyId, 'jobs')).catch(() => {})
}
