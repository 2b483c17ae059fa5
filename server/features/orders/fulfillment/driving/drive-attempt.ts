import { AppError } from '#contract/errors.ts'
import { markRefused, openAccount } from '#server/features/marketplace/account.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { FulfillmentService, Handle } from '#server/ports/fulfillment.ts'
import type { Claimed, ClaimedAttempt } from '../../queries/attempts-to-send.ts'
import { driveCancellation } from './drive-cancellation.ts'
import { driveSubmission } from './drive-submission.ts'
import type { Drive, Outcome } from './drive.ts'
import { keepLease } from './lease.ts'
import { postpone } from './postpone.ts'

/** Tells Amazon what there is to tell of one attempt. Whatever Amazon says is a result; only faults of ours are thrown. */
export async function driveAttempt(
  ctx: CompanyContext,
  service: FulfillmentService,
  claimed: Claimed,
): Promise<Outcome> {
  const attempt = await ctx.transaction((tx) => keepLease(tx, ctx, claimed))
  if (!attempt) return 'left'
  const account = await openAccount(ctx, attempt.integrationId ?? '').catch((error: unknown) => {
    if (error instanceof AppError) return error
    throw error
  })
  if (account instanceof AppError) return postpone(ctx, { attempt, claimed }, account)
  return drive({ ctx, service, account, attempt, handle: handleOf(attempt), claimed })
}

async function drive(one: Drive): Promise<Outcome> {
  const { ctx, attempt, account } = one
  const isToBeStopped = attempt.cancelRequestedAt !== null && attempt.cancelAskedAt === null
  try {
    return await (isToBeStopped ? driveCancellation(one) : driveSubmission(one))
  } catch (error) {
    if (error instanceof Unauthorized) await markRefused(ctx, account.id, error.message, account.refreshToken)
    else if (!(error instanceof Unavailable || error instanceof Rejected || error instanceof AppError)) throw error
    return postpone(ctx, one, error)
  }
}

function handleOf({ externalFulfillmentId: externalId, marketplaceId }: ClaimedAttempt): Handle {
  if (externalId === null || marketplaceId === null) throw new Error('This attempt was never meant for Amazon')
  return { externalId, marketplaceId }
}
