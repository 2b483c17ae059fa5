import type { CompanyContext } from '#server/platform/context.ts'
import type { FulfillmentService, Handle } from '#server/ports/fulfillment.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { Claimed, ClaimedAttempt } from '../../queries/attempts-to-send.ts'

/** `stopping`: Amazon was asked to; `waiting`: Amazon could not be told; `left`: somebody else sees to it. */
export type Outcome = 'accepted' | 'refused' | 'stopping' | 'stopped' | 'waiting' | 'left'

/** What it takes to tell Amazon something of one attempt. The lease in `claimed` moves on as it is kept. */
export type Drive = {
  ctx: CompanyContext
  service: FulfillmentService
  account: MarketplaceAccount
  attempt: ClaimedAttempt
  handle: Handle
  claimed: Claimed
}
