import type { Plot } from './plot.ts'

/** Of the band that a bar stands in. */
const shareOfBand = 0.8

const widest = 28

/** What the parts of each bar reach from and to: upwards from zero, and downwards what is negative. */
export function stack(parts: readonly (number | null)[]): { from: number; to: number }[] {
  let [above, below] = [0, 0]
  return parts.map((part) => {
    const from = Number(part) < 0 ? below : above
    const to = from + Number(part)
    if (Number(part) < 0) below = to
    else above = to
    return { from, to }
  })
}

type StackedBarsProps = { plot: Plot; bars: readonly { from: number; to: number }[][]; isOutlined?: boolean }

export function StackedBars({ plot: { x, y, step }, bars, isOutlined = false }: StackedBarsProps) {
  const width = Math.min(widest, step * shareOfBand)
  return (
    <g stroke="var(--color-raised)" strokeWidth={isOutlined ? 1 : 0}>
      {bars.flatMap((parts, position) =>
        parts.map(({ from, to }, part) =>
          from === to ? null : (
            <rect
              key={`${position} ${part}`}
              x={x(position) - width / 2}
              y={y(Math.max(from, to))}
              width={width}
              height={y(Math.min(from, to)) - y(Math.max(from, to))}
              fill={seriesShade(part, parts.length)}
            />
          ),
        ),
      )}
    </g>
  )
}

const lightest = 0.24

const fewest = 4

/**
 * Shades of one colour, since colours have other meanings here; the legend and the table say the same in words. Up to four
 * have the same shades in every chart.
 */
export function seriesShade(position: number, count = fewest): string {
  const share = lightest ** (position / (Math.max(count, fewest) - 1))
  return `color-mix(in oklab, var(--color-accent) ${Math.round(share * 100)}%, var(--color-raised))`
}
