import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { getConnectedAccountOrThrow, recordRefusedAuthorization } from '#server/features/marketplace/amazon-access.ts'
import { mapConcurrent } from '#server/platform/concurrency.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { type Failure, Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { FulfillmentHandle, FulfillmentService } from '#server/ports/fulfillment.ts'
import { hasTimelineEntrySince, recordTimeline } from '../timeline.ts'
import { type AttemptSession, extendLease, type SubmissionOutcome } from './attempt-session.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import {
  type AttemptClaim,
  claimAttempts,
  type ClaimedAttempt,
  hasAttemptsToSubmit,
  releaseClaim,
} from './submission-queries.ts'
import { submitAttempt } from './submit-attempt.ts'
import { backoffSeconds, leaseExpiry } from './timing.ts'

const claimLimit = 8

const concurrency = 4

/** Longest run per company, so that others are served too; the job is triggered again for the rest. */
const maxRunMs = 2 * 60 * 1000

type SubmissionCounts = Record<SubmissionOutcome, number>

/** Submits and cancels due attempts at Amazon. An error with one attempt does not stop the others. */
export async function submitDueAttempts(ctx: CompanyContext): Promise<SubmissionCounts> {
  const counts: SubmissionCounts = { accepted: 0, refused: 0, stopping: 0, stopped: 0, waiting: 0, left: 0 }
  const { fulfillment: service } = ctx.ports
  if (!service) return counts
  const faults: unknown[] = []
  const endsAt = ctx.clock.now().getTime() + maxRunMs
  const isOver = () => ctx.clock.now().getTime() >= endsAt
  while (!isOver()) {
    const claimed = await claimDueAttempts(ctx)
    if (claimed.length === 0) break
    // Process every claimed attempt: one that is skipped would wait until its lease expires.
    await mapConcurrent(concurrency, claimed, async (claim) => {
      const outcome = await processAttempt(ctx, service, claim).catch((fault: unknown) => void faults.push(fault))
      if (outcome) counts[outcome] += 1
    })
  }
  if (isOver()) await ctx.transaction(async (tx) => ctx.triggerWorker(tx, 'orders.send'))
  if (faults.length > 0) throw faults[0]
  return counts
}

function claimDueAttempts(ctx: CompanyContext): Promise<AttemptClaim[]> {
  const now = ctx.clock.now()
  const request = { companyId: ctx.companyId, now, lease: leaseExpiry(now), limit: claimLimit }
  return ctx.transaction((tx) => claimAttempts(tx, request))
}

/** Whether the job `orders.send` has anything to do. */
export const hasDueSubmissions = (tx: Tx, companyId: string, now: Date): Promise<boolean> =>
  hasAttemptsToSubmit(tx, companyId, now)

/** Submits or cancels one attempt. Every answer of Amazon is a result; only our own errors are thrown. */
async function processAttempt(
  ctx: CompanyContext,
  service: FulfillmentService,
  claim: AttemptClaim,
): Promise<SubmissionOutcome> {
  const attempt = await ctx.transaction((tx) => extendLease(tx, ctx, claim))
  if (!attempt) return 'left'
  const account = await getConnectedAccountOrThrow(ctx, attempt.integrationId ?? '').catch((error: unknown) => {
    if (error instanceof AppError) return error
    throw error
  })
  if (account instanceof AppError) return postponeAttempt(ctx, { attempt, claim }, account)
  return runSession({ ctx, service, account, attempt, handle: toHandle(attempt), claim })
}

async function runSession(session: AttemptSession): Promise<SubmissionOutcome> {
  const { ctx, attempt, account } = session
  const isCancelDue = attempt.cancelRequestedAt !== null && attempt.cancelAskedAt === null
  try {
    return await (isCancelDue ? cancelAttempt(session) : submitAttempt(session))
  } catch (error) {
    if (error instanceof Unauthorized)
      await recordRefusedAuthorization(ctx, account.id, error.message, account.refreshToken)
    else if (!(error instanceof Unavailable || error instanceof Rejected || error instanceof AppError)) throw error
    return postponeAttempt(ctx, session, error)
  }
}

function toHandle({ externalFulfillmentId: externalId, marketplaceId }: ClaimedAttempt): FulfillmentHandle {
  if (externalId === null || marketplaceId === null) throw new Error('This attempt was never meant for Amazon')
  return { externalId, marketplaceId }
}

type PostponedAttempt = { attempt: ClaimedAttempt; claim: AttemptClaim }

const waitingEvent = 'fulfillment.waiting'

/** Amazon can't be reached: schedules the next try. The order's timeline says so once. */
async function postponeAttempt(
  ctx: CompanyContext,
  { attempt, claim }: PostponedAttempt,
  error: AppError | Failure,
): Promise<SubmissionOutcome> {
  const { companyId, clock, actor: by } = ctx
  const { orderId, createdAt, externalFulfillmentId } = attempt
  const at = clock.now()
  const nextCheckAt = new Date(at.getTime() + backoffSeconds(attempt, error, at) * 1000)
  return ctx.transaction(async (tx) => {
    const postponement = { nextCheckAt, error: error.message, errorCode: null }
    if (!(await releaseClaim(tx, companyId, claim, postponement))) return 'left'
    if (!(await hasTimelineEntrySince(tx, companyId, { orderId, event: waitingEvent, since: createdAt }))) {
      const description = say('{fulfillmentId} could not be sent to Amazon. Lockstep tries again automatically.', {
        fulfillmentId: externalFulfillmentId ?? '',
      })
      await recordTimeline(tx, companyId, [
        { orderId, event: waitingEvent, description, reason: error.sentence, by, at },
      ])
    }
    await ctx.publishChange(tx, 'orders')
    return 'waiting'
  })
}
