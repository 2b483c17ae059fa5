import type { PromotionInput, PromotionRow } from '#contract/promotions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { promotions } from '#server/platform/db/schema/promotions.ts'
import { newId } from '#server/platform/id.ts'
import { withFreeCode } from './free-code.ts'
import { promotionFields } from './promotion-fields.ts'
import { getPromotionRowOrThrow } from './queries/promotions.ts'
import { refuseUnknownChannels } from './refuse-unknown-channels.ts'

export async function createPromotion(ctx: CompanyContext, input: PromotionInput): Promise<PromotionRow> {
  const { companyId } = ctx
  const [id, fields] = [newId(), promotionFields(input)]
  return ctx.transaction(async (tx) => {
    await refuseUnknownChannels(tx, companyId, 'channelIds', fields.channelIds)
    await withFreeCode(tx.insert(promotions).values({ companyId, id, ...fields }))
    await recordAudit(tx, ctx, {
      action: 'promotion.create',
      resource: 'promotion',
      resourceId: id,
      companyId,
      after: fields,
    })
    await ctx.announce(tx, 'promotions')
    return getPromotionRowOrThrow(tx, companyId, id)
  })
}
