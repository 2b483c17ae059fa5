import type { CompanyContext } from '#server/platform/context.ts'
import { pushDueOffers, type Pushed } from './push-due-offers.ts'

/** What changes within a second is told together. */
const gatherMilliseconds = 1_000

export function pushOffers(ctx: CompanyContext): Promise<Pushed> {
  return pushDueOffers(ctx, { gatherMilliseconds })
}
