import { formatMoney } from '#contract/money.ts'
import { usagePeriods } from '#contract/promotions.ts'
import { figure } from '#web/lib/figures.ts'

export type UsagePeriod = (typeof usagePeriods)[number]
export const periodOptions = usagePeriods.map((days) => ({ value: days, label: `${days} days` }))

export type Measure = 'uses' | 'discount'
export const measureOptions: readonly { value: Measure; label: string }[] = [
  { value: 'uses', label: 'Uses' },
  { value: 'discount', label: 'Discount' },
]

export const inMeasure = (amount: number, measure: Measure, currency: string): string =>
  measure === 'uses' ? figure(amount) : formatMoney(amount, currency)
