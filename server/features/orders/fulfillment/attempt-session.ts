import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Rejected } from '#server/ports/failure.ts'
import type { FulfillmentHandle, FulfillmentService, ShipToAddress } from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { lockAttempt } from './queries.ts'
import { type AttemptFailure, recordFailed } from './record-outcome.ts'
import { redactRecipient } from './shipment-rules.ts'
import { type AttemptClaim, type ClaimedAttempt, type QuotedTerms, renewLease } from './submission-queries.ts'
import { leaseExpiry } from './timing.ts'

/**
 * `stopping`: cancellation was requested; `waiting`: Amazon could not be reached; `left`: another process has the
 * attempt.
 */
export type SubmissionOutcome = 'accepted' | 'refused' | 'stopping' | 'stopped' | 'waiting' | 'left'

/** Everything needed to talk to Amazon about one claimed attempt. `claim.lease` advances when the lease is extended. */
export type AttemptSession = {
  ctx: CompanyContext
  service: FulfillmentService
  account: MarketplaceAccount
  attempt: ClaimedAttempt
  handle: FulfillmentHandle
  claim: AttemptClaim
}

/** Extends the lease, as before each call to Amazon. Null when the claim was lost or the attempt has ended. */
export async function extendLease(
  tx: Tx,
  { companyId, clock }: CompanyContext,
  claim: AttemptClaim,
  facts?: QuotedTerms,
): Promise<ClaimedAttempt | null> {
  const lease = leaseExpiry(clock.now())
  const attempt = await renewLease(tx, companyId, claim, lease, facts)
  if (attempt) claim.lease = lease
  return attempt
}

/**
 * Amazon rejected the submission: a result that a person sees, not a failed job. The reason is stored without personal
 * data.
 */
export async function recordRefusal(
  session: AttemptSession,
  { code, message, sentence }: Rejected,
  destination: ShipToAddress | null,
): Promise<SubmissionOutcome> {
  const words = destination ? redactRecipient(message, destination) : message
  const reason = words === message ? sentence : words
  const hasEnded = await endAttempt(session, { status: 'unfulfillable', code: code ?? null, reason })
  return hasEnded ? 'refused' : 'left'
}

/** Ends an attempt that Amazon does not have and will not get. Returns false when the claim was lost. */
export function endAttempt({ ctx, attempt: { id }, claim }: AttemptSession, failure: AttemptFailure): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const { attempt } = await lockAttempt(tx, ctx.companyId, id)
    const isOurs = attempt.nextCheckAt?.getTime() === claim.lease.getTime()
    if (attempt.status !== 'pending' || !isOurs) return false
    await recordFailed(tx, ctx, id, failure)
    return true
  })
}
