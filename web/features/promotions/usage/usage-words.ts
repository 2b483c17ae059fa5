import { formatMoney } from '#contract/money.ts'
import { usagePeriods } from '#contract/promotions.ts'
import { formatNumber } from '#web/lib/figures.ts'

export type UsagePeriod = (typeof usagePeriods)[number]
export const periodOptions = usagePeriods.map((days) => ({ value: days, label: `${days} days` }))

export type UsageMeasure = 'uses' | 'discount'
export const measureOptions: readonly { value: UsageMeasure; label: string }[] = [
  { value: 'uses', label: 'Uses' },
  { value: 'discount', label: 'Discount' },
]

export const formatMeasure = (amount: number, measure: UsageMeasure, currency: string): string =>
  measure === 'uses' ? formatNumber(amount) : formatMoney(amount, currency)
