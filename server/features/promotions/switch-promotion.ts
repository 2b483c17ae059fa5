import type { PromotionRow } from '#contract/promotions.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { getPromotionRowOrThrow, lockPromotion } from './queries/promotions.ts'
import { applyChange } from './write-change.ts'

/** One that is so already stays as it is, and nothing is told of it. */
export async function switchPromotion(
  ctx: CompanyContext,
  promotionId: string,
  isActive: boolean,
): Promise<PromotionRow> {
  return ctx.transaction(async (tx) => {
    const before = await lockPromotion(tx, ctx.companyId, promotionId)
    if (before.isActive === isActive) return getPromotionRowOrThrow(tx, ctx.companyId, promotionId)
    return applyChange(tx, ctx, before, { action: isActive ? 'activate' : 'deactivate', changes: { isActive } })
  })
}
