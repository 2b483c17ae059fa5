import { locale, t } from './i18n.ts'

/** The kind of a figure decides its format and comparison. Money is in the company's currency; a share is between 0 and 1. */
export type FigureKind = 'money' | 'count' | 'share' | 'days'

export type Figure = { label: string; kind: FigureKind; definition: string }

/** Money is a decimal string, other kinds are numbers; null when the divisor is zero. */
export type FigureValue = string | number | null

/** Parts of several definitions. */
export const counted = t('Cancelled orders are not counted.')
export const own = t('Orders in other currencies aren’t converted; they are listed next to the figures.')

/** The figures that the dashboard shows too, apart from the others: its first load does without those. */
export const headlineFigures = {
  revenue: {
    label: t('Revenue'),
    kind: 'money',
    definition: [
      t('Total of orders placed in this period, including tax and shipping, after discounts.'),
      counted,
      own,
    ].join(' '),
  },
  orders: { label: t('Orders'), kind: 'count', definition: [t('Orders placed in this period.'), counted].join(' ') },
  lowStockSkus: {
    label: t('Low Stock SKUs'),
    kind: 'count',
    definition: t('Active SKUs currently at or below the low stock threshold, including those out of stock.'),
  },
} as const satisfies Record<string, Figure>

/**
 * The change of a figure: relative, or in percentage points for a share. Null when the earlier value is zero, because a relative
 * change of zero is undefined.
 */
export function changeOf(kind: FigureKind, value: FigureValue, previous: FigureValue): number | null {
  if (value === null || previous === null) return null
  const [now, before] = [Number(value), Number(previous)]
  if (kind === 'share') return round((now - before) * 100)
  return before === 0 ? null : round(((now - before) / Math.abs(before)) * 100)
}

const round = (percent: number) => Math.round(percent * 10) / 10 + 0

/** Not made when the module is loaded: the language is set later. */
export const formatFigure = (value: FigureValue, options?: Intl.NumberFormatOptions) =>
  Number(value).toLocaleString(locale(), options)

/** Such as "+12.4%"; a share changes by points. */
export function changeText(kind: FigureKind, change: number): string {
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  const size = `${sign}${formatFigure(Math.abs(change))}`
  return kind === 'share' ? t('{size} points', { size }) : t('{size}%', { size })
}
