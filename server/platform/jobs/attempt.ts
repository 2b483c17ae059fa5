import type { JobResult, JobWithMetadata } from 'pg-boss'
import { z } from 'zod'
import { Unavailable } from '#server/ports/failure.ts'
import { companyContext, nowhere, platformContext, type Deps } from '../context.ts'
import { judge, maximumCrashes, pauseAfterCrash, type Tally } from './attempts.ts'
import { ClaimLost, fenced, isCompanyActive, noteAttempt, type Claim } from './claims.ts'
import type { JobDefinition, Lane } from './definition.ts'
import { jobRuns, jobSeconds } from './metrics.ts'
import { storableMessage, storableResult } from './outcome.ts'
import { platformGroup, type Envelope } from './queue.ts'

export type QueuedJob = JobWithMetadata<Envelope>
/** A handler with its scope forgotten: the runner hands it the context that its definition asks for. */
export type AnyHandler = (ctx: never, payload: never) => Promise<object | void>
type Work = { definition: JobDefinition; handler: AnyHandler }

const inactiveCompanyPauseSeconds = 300
/** While versions change, a newer process may have enqueued what only it can do. */
const unknownJobPauseSeconds = 60

/** Runs one attempt at one job and says what becomes of the job. Never throws. */
export async function attempt(deps: Deps, work: Work | undefined, job: QueuedJob): Promise<JobResult> {
  const { job: name } = job.data
  const claim: Claim = { lane: job.name as Lane, id: job.id, retryCount: job.retryCount }
  const companyId = companyOf(job)
  const log = deps.log.child({ job: name, jobId: job.id, companyId })
  const tally = tallyOf(job)
  const stopwatch = jobSeconds.startTimer({ job: name })
  try {
    if (tally.crashes >= maximumCrashes) {
      log.error('job has taken its process down again and again, given up')
      return ended(job, 'deadletter', 'The process died each time this job ran. Retry it once the cause is known.')
    }
    if (hasCrashed(job)) await noteAttempt(deps.db, claim, tally, pauseAfterCrash(tally.crashes))
    if (companyId && !(await isCompanyActive(deps.db, companyId))) {
      await noteAttempt(deps.db, claim, tally, inactiveCompanyPauseSeconds)
      return ended(job, 'failed', 'Waits, because the company is deactivated.')
    }
    const result = await perform(deps, work, job, claim)
    jobRuns.inc({ job: name, outcome: 'completed' })
    return { id: job.id, status: 'completed', output: storableResult(result) }
  } catch (error) {
    return await settleFailure(deps, job, claim, tally, error, log)
  } finally {
    stopwatch()
  }
}

export const companyOf = ({ groupId }: QueuedJob) => (!groupId || groupId === platformGroup ? null : groupId)

/** Runs the handler; the transactions of its context only begin while this attempt still holds the job. */
async function perform(deps: Deps, work: Work | undefined, job: QueuedJob, claim: Claim): Promise<object | void> {
  if (!work) {
    throw new Unavailable(`This version knows no job called ${job.data.job}`, {
      retryAfterSeconds: unknownJobPauseSeconds,
    })
  }
  const { definition, handler } = work
  const payload = definition.payload.safeParse(job.data.payload)
  if (!payload.success) throw new Error(`The job's data don't fit it (any more): ${inWords(payload.error)}`)
  const companyId = companyOf(job)
  const who = { actor: { type: 'job', name: job.data.job } as const, origin: { ...nowhere, requestId: claim.id } }
  const held = { ...deps, db: fenced(deps.db, claim) }
  const ctx = companyId ? companyContext(held, who, companyId) : platformContext(held, who)
  return within(definition.longestSeconds, handler(ctx as never, payload.data as never))
}

const inWords = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')

/** A handler that never comes back must not keep its place in the lane; what it still does, the fence stops. */
async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${seconds} seconds, so it was given up`)), seconds * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function settleFailure(
  deps: Deps,
  job: QueuedJob,
  claim: Claim,
  tally: Tally,
  error: unknown,
  log: Deps['log'],
): Promise<JobResult> {
  const message = storableMessage(error)
  if (error instanceof ClaimLost) {
    log.warn('attempt was taken over by another worker')
    return ended(job, 'failed', message)
  }
  const verdict = judge(error, { tally, maxAttempts: job.data.maxAttempts }, deps.clock.now(), Math.random())
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

const LeftByTheDead = z.object({ value: z.object({ message: z.string() }) })

/** pg-boss writes this outcome itself for a job whose process died or froze; ours have no `value`. */
const hasCrashed = (job: QueuedJob) => LeftByTheDead.safeParse(job.output).success

const tallyOf = (job: QueuedJob): Tally =>
  hasCrashed(job) ? { ...job.data.tally, crashes: job.data.tally.crashes + 1 } : job.data.tally
