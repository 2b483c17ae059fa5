import type { PromotionRow } from '#contract/promotions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { promotions } from '#server/platform/db/schema/promotions.ts'
import { withFreeCode } from './free-code.ts'
import { getPromotionRowOrThrow, isPromotion, type PromotionRecord } from './queries/promotions.ts'

type PromotionChange = { action: 'update' | 'activate' | 'deactivate' | 'end'; changes: Partial<PromotionRecord> }

/** Writes what a person changes in a promotion that is locked. Uses that are counted meanwhile make no new version. */
export async function applyChange(
  tx: Tx,
  ctx: CompanyContext,
  before: PromotionRecord,
  { action, changes }: PromotionChange,
): Promise<PromotionRow> {
  const { companyId } = ctx
  const next = { ...changes, version: before.version + 1 }
  await withFreeCode(tx.update(promotions).set(next).where(isPromotion(companyId, before.id)))
  await recordAudit(tx, ctx, {
    action: `promotion.${action}`,
    resource: 'promotion',
    resourceId: before.id,
    companyId,
    before,
    after: { ...before, ...changes },
  })
  await ctx.publishChange(tx, 'promotions')
  return getPromotionRowOrThrow(tx, companyId, before.id)
}
