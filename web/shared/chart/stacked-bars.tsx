import type { Plot } from './plot.ts'

/** Width of a bar as a share of its band. */
const shareOfBand = 0.8

const widest = 28

/** Start and end of each part of a bar: positive parts are stacked upwards from zero, negative ones downwards. */
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
 * Shade of the accent color for a series. Other colors carry a meaning in the product; legend and table name the series
 * in words. Up to four series have the same shades in every chart.
 */
export function seriesShade(position: number, count = fewest): string {
  const share = lightest ** (position / (Math.max(count, fewest) - 1))
  return `color-mix(in oklab, var(--color-accent) ${Math.round(share * 100)}%, var(--color-raised))`
}
