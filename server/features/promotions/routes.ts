import { promotionsApi } from '#contract/promotions.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { createPromotion } from './create-promotion.ts'
import { endPromotion } from './end-promotion.ts'
import { getPromotionOrThrow } from './queries/promotion-detail.ts'
import { listPromotions } from './queries/promotions.ts'
import { listRedemptions } from './queries/redemptions.ts'
import { readUsage } from './queries/usage.ts'
import { switchPromotion } from './switch-promotion.ts'
import { tryCart } from './try-cart.ts'
import { updatePromotion } from './update-promotion.ts'

export function promotionsRoutes(app: App): void {
  serve(app, promotionsApi.list, (ctx, query) => ctx.read((tx) => listPromotions(tx, ctx, query)))
  serve(app, promotionsApi.create, createPromotion)
  serve(app, promotionsApi.usage, (ctx, query) => ctx.read((tx) => readUsage(tx, ctx, query)))
  serve(app, promotionsApi.try, tryCart)
  serve(app, promotionsApi.detail, (ctx, { promotionId }) =>
    ctx.read((tx) => getPromotionOrThrow(tx, ctx, promotionId)),
  )
  serve(app, promotionsApi.update, updatePromotion)
  serve(app, promotionsApi.activate, (ctx, { promotionId }) => switchPromotion(ctx, promotionId, true))
  serve(app, promotionsApi.deactivate, (ctx, { promotionId }) => switchPromotion(ctx, promotionId, false))
  serve(app, promotionsApi.end, endPromotion)
  serve(app, promotionsApi.redemptions, (ctx, query) => ctx.read((tx) => listRedemptions(tx, ctx.companyId, query)))
}
