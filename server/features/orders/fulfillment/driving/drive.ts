import type { CompanyContext } from '#server/platform/context.ts'
import type { FulfillmentService, FulfillmentHandle } from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AttemptClaim, ClaimedAttempt } from '../../queries/attempts-to-send.ts'

/** `stopping`: Amazon was asked to; `waiting`: Amazon could not be told; `left`: somebody else sees to it. */
export type SubmissionOutcome = 'accepted' | 'refused' | 'stopping' | 'stopped' | 'waiting' | 'left'

/** What it takes to tell Amazon something of one attempt. The lease in `claimed` moves on as it is kept. */
export type AttemptSession = {
  ctx: CompanyContext
  service: FulfillmentService
  account: MarketplaceAccount
  attempt: ClaimedAttempt
  handle: FulfillmentHandle
  claim: AttemptClaim
}
