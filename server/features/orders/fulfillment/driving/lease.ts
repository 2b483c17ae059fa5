import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { renewLease, type AttemptClaim, type ClaimedAttempt, type QuotedTerms } from '../../queries/attempts-to-send.ts'

/** Longer than a call to Amazon is ever waited for: whoever takes an attempt up next finds none under way. */
const leaseSeconds = 120

/** Until when somebody who takes an attempt up now has it for himself. */
export const leaseExpiry = (now: Date): Date => new Date(now.getTime() + leaseSeconds * 1000)

/** Begins the lease anew, as before each call to Amazon; null when the attempt is another’s by now, or over. */
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
