import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { promotionProblems, type PromotionRow, type promotionsApi } from '#contract/promotions.ts'
import { changedFields } from '#server/features/products/changed-fields.ts'
import { assertVersion } from '#server/features/products/refuse-stale.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { toPromotionFields } from './promotion-fields.ts'
import { getPromotionRowOrThrow, hasBeenRedeemed, lockPromotion, type PromotionRecord } from './queries/promotions.ts'
import { assertChannelsExist } from './refuse-unknown-channels.ts'
import { applyChange } from './write-change.ts'

export async function updatePromotion(
  ctx: CompanyContext,
  { promotionId, version, ...wanted }: ParsedInputOf<typeof promotionsApi.update>,
): Promise<PromotionRow> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const before = await lockPromotion(tx, companyId, promotionId)
    assertVersion('promotion', before, { version })
    const changes = changedFields(before, toPromotionFields(wanted))
    if (!changes) return getPromotionRowOrThrow(tx, companyId, promotionId)
    assertNoProblems({ ...before, ...changes })
    await assertEditable(tx, companyId, promotionId, changes)
    await assertChannelsExist(tx, companyId, 'channelIds', changes.channelIds ?? [])
    return applyChange(tx, ctx, before, { action: actionOf(changes), changes })
  })
}

function assertNoProblems(promotion: PromotionRecord): void {
  const { maxRedemptions, redemptionCount } = promotion
  const problems: { field: string; message: string }[] = promotionProblems(promotion)
  if (maxRedemptions !== null && maxRedemptions < redemptionCount) {
    problems.push({
      field: 'maxRedemptions',
      message: `Maximum uses is at least ${redemptionCount}: so many orders have used it`,
    })
  }
  const [first] = problems
  if (first) throw new AppError('invalid', `${first.message}.`, problems)
}

/** Orders tell of a promotion by its code and its kind, so both stay once there is one. */
async function assertEditable(
  tx: Tx,
  companyId: string,
  promotionId: string,
  changes: Partial<PromotionRecord>,
): Promise<void> {
  const locked = (['code', 'type'] as const).filter((field) => field in changes)
  if (locked.length === 0 || !(await hasBeenRedeemed(tx, companyId, promotionId))) return
  throw new AppError(
    'conflict',
    `Orders have used this promotion, so its ${locked.join(' and ')} can’t change. Copy it to make another one.`,
    locked.map((field) => ({ field, message: 'Stays as it is, since orders have used it' })),
  )
}

/** Taking a promotion out of use, or back into it, is told apart from the rest. */
function actionOf({ isActive }: Partial<PromotionRecord>) {
  if (isActive === undefined) return 'update'
  return isActive ? 'activate' : 'deactivate'
}
