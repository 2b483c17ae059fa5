import { AppError } from '#contract/errors.ts'
import { promotionState } from '#contract/promotion-state.ts'
import type { PromotionRow } from '#contract/promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { lockPromotion, type PromotionRecord } from './queries/promotions.ts'
import { applyChange } from './write-change.ts'

/** For good, unlike switching it off: its window closes now. */
export async function endPromotion(
  ctx: CompanyContext,
  { promotionId }: { promotionId: string },
): Promise<PromotionRow> {
  return ctx.transaction(async (tx) => {
    const before = await lockPromotion(tx, ctx.companyId, promotionId)
    const now = ctx.clock.now()
    assertRunning(before, now)
    return applyChange(tx, ctx, before, { action: 'end', changes: { endsAt: endOf(before, now) } })
  })
}

const notRunningReasons = {
  inactive: 'This promotion is switched off, so it gives nothing away. Edit it to set an end date.',
  scheduled: 'This promotion has not started yet. Deactivate it, or edit its dates.',
  expired: 'This promotion has ended already. Edit its end date to run it again.',
}

function assertRunning(promotion: PromotionRecord, now: Date): void {
  const state = promotionState(promotion, now)
  if (state === 'active' || state === 'used_up') return
  throw new AppError('conflict', notRunningReasons[state])
}

/** A window is never empty: what starts this very moment ends a moment later. */
function endOf({ startsAt }: PromotionRecord, now: Date): Date {
  return startsAt && startsAt >= now ? new Date(startsAt.getTime() + 1) : now
}
