import type { FigureKind } from '#contract/report-figures.ts'

/** Short enough for the axis of a chart, such as "$12.5K". */
export function axisText(kind: FigureKind, value: number, currency: string): string {
  const style =
    kind === 'money'
      ? ({ style: 'currency', currency } as const)
      : kind === 'share'
        ? ({ style: 'percent' } as const)
        : {}
  return value.toLocaleString('en-US', { ...style, notation: 'compact', maximumFractionDigits: 1 })
}
