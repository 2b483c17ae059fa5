import { formatMoney } from '#contract/money.ts'
import type { FigureKind, FigureValue } from '#contract/report-figures.ts'
import { figure } from '#web/lib/figures.ts'

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

export function figureText(kind: FigureKind, value: FigureValue, currency: string): string {
  if (value === null) return '—'
  switch (kind) {
    case 'money':
      return formatMoney(value, currency)
    case 'count':
      return figure(Number(value))
    case 'share':
      return percent.format(Number(value))
    case 'days':
      return oneDecimal.format(Number(value))
  }
}

/** Short enough for the axis of a chart, such as "$12.5K". */
export function axisText(kind: FigureKind, value: number, currency: string): string {
  if (kind === 'share') return percent.format(value)
  const money = kind === 'money' ? ({ style: 'currency', currency } as const) : {}
  return value.toLocaleString('en-US', { ...money, notation: 'compact', maximumFractionDigits: 1 })
}
