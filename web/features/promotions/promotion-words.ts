import { formatMoney } from '#contract/money.ts'
import type { PromotionType } from '#contract/promotion-words.ts'
import { figure } from '#web/lib/figures.ts'

/** Such as "12.5% off" and "$5.00 off". */
export function valueOff({ type, value, currency }: { type: PromotionType; value: string; currency: string }): string {
  return type === 'percent' ? `${Number(value)}% off` : `${formatMoney(value, currency)} off`
}

type Limited = { redemptionCount: number; maxRedemptions: number | null }

/** Such as "34 of 100", and "34, no limit". */
export const usesInWords = ({ redemptionCount, maxRedemptions }: Limited): string =>
  maxRedemptions === null
    ? `${figure(redemptionCount)}, no limit`
    : `${figure(redemptionCount)} of ${figure(maxRedemptions)}`
