import { PromotionInput } from '#contract/promotions.ts'
import { createPromotion } from '#server/features/promotions/create-promotion.ts'
import type { Deps } from '#server/platform/context.ts'
import { asOperator } from './as-operator.ts'
import { planPromotions } from './promotions/plans.ts'
import { datePromotionsBack, findChannelIds } from './promotions/queries.ts'

/** Gives the demo company its promotions, in every state that there is but Used Up, which takes orders. */
export async function addDemoPromotions(deps: Deps): Promise<void> {
  try {
    const ctx = await asOperator(deps)
    const channelIds = await ctx.transaction(findChannelIds)
    for (const promotion of planPromotions(ctx.clock.now(), channelIds)) {
      await createPromotion(ctx, PromotionInput.parse(promotion))
    }
    await ctx.transaction((tx) => datePromotionsBack(tx, ctx.companyId))
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s promotions could not all be set up')
  }
}
