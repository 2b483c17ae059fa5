import { updatePromotion } from '#server/features/promotions/update-promotion.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { flashCode } from './plans.ts'
import { findByCode } from './queries.ts'

/** Has the flash sale end with its last use instead of on its day. */
export async function useUpFlashSale(ctx: CompanyContext): Promise<void> {
  const flash = await ctx.transaction((tx) => findByCode(tx, flashCode))
  if (!flash || flash.redemptionCount === 0) return
  const { id: promotionId, version, redemptionCount: maxRedemptions } = flash
  await updatePromotion(ctx, { promotionId, version, maxRedemptions, endsAt: null })
}
