import { AppError } from '#contract/errors.ts'
import { recordRefusedAuthorization, getConnectedAccountOrThrow } from '#server/features/marketplace/account.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { FulfillmentService, FulfillmentHandle } from '#server/ports/fulfillment.ts'
import type { AttemptClaim, ClaimedAttempt } from '../../queries/attempts-to-send.ts'
import { cancelAttempt } from './drive-cancellation.ts'
import { submitAttempt } from './drive-submission.ts'
import type { AttemptSession, SubmissionOutcome } from './drive.ts'
import { extendLease } from './lease.ts'
import { postponeAttempt } from './postpone.ts'

/** Tells Amazon what there is to tell of one attempt. Whatever Amazon says is a result; only faults of ours are thrown. */
export async function processAttempt(
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
