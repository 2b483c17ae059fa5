import type { PromotionInput, PromotionRow } from '#contract/promotions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { promotions } from '#server/platform/db/schema/promotions.ts'
import { newId } from '#server/platform/ids.ts'
import { withFreeCode } from './free-code.ts'
import { toPromotionFields } from './promotion-fields.ts'
import { getPromotionRowOrThrow } from './queries/promotions.ts'
import { assertChannelsExist } from './refuse-unknown-channels.ts'

export async function createPromotion(ctx: CompanyContext, input: PromotionInput): Promise<PromotionRow> {
  const { companyId } = ctx
  const [id, fields] = [newId(), toPromotionFields(input)]
  return ctx.transaction(async (tx) => {
    await assertChannelsExist(tx, companyId, 'channelIds', fields.channelIds)
    await withFreeCode(tx.insert(promotions).values({ companyId, id, ...fields }))
    await recordAudit(tx, ctx, {
      action: 'promotion.create',
      resource: 'promotion',
      resourceId: id,
      companyId,
      after: fields,
    })
    await ctx.publishChange(tx, 'promotions')
    return getPromotionRowOrThrow(tx, companyId, id)
  })
}
