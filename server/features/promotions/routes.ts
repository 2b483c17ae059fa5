import { promotionsApi } from '#contract/promotions.ts'
import { publicApi } from '#contract/public-api.ts'
import { serveKeyEndpoint } from '#server/platform/http/api-key-auth.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { createPromotion, endPromotion, switchPromotion, updatePromotion } from './promotions.ts'
import { getPromotionOrThrow, listPromotions } from './queries.ts'
import { quoteCart, tryCart } from './quote-cart.ts'
import { listRedemptions, readUsage } from './usage-queries.ts'

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

/** Public API, called by websites with their API key. */
export function quoteRoutes(app: App): void {
  serveKeyEndpoint(app, publicApi.quote, quoteCart)
}
