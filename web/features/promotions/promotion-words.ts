import { formatMoney } from '#contract/money.ts'
import type { PromotionType } from '#contract/promotion-state.ts'
import { formatNumber } from '#web/lib/figures.ts'

/** Such as "12.5% off" and "$5.00 off". */
export function discountText({
  type,
  value,
  currency,
}: {
  type: PromotionType
  value: string
  currency: string
}): string {
  return type === 'percent' ? `${Number(value)}% off` : `${formatMoney(value, currency)} off`
}

type LimitedUses = { redemptionCount: number; maxRedemptions: number | null }

/** Such as "34 of 100", and "34, no limit". */
export const usesText = ({ redemptionCount, maxRedemptions }: LimitedUses): string =>
  maxRedemptions === null
    ? `${formatNumber(redemptionCount)}, no limit`
    : `${formatNumber(redemptionCount)} of ${formatNumber(maxRedemptions)}`
