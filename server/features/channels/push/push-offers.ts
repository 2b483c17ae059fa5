import type { CompanyContext } from '#server/platform/context.ts'
import { pushDueOffers, type PushCounts } from './push-due-offers.ts'

/** What changes within a second is told together. */
const batchWindowMilliseconds = 1_000

export function pushOffers(ctx: CompanyContext): Promise<PushCounts> {
  return pushDueOffers(ctx, { batchWindowMilliseconds })
}
