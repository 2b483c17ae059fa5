import { type Plot, textWidth } from './plot.ts'

/** Pixels between two texts of the axis below, at the least. */
const leastGap = 40

type ChartAxesProps = {
  plot: Plot
  ticks: readonly number[]
  tickTexts: readonly string[]
  pointTexts: readonly string[]
}

/** Lines at round values, and as many points named as there is room for, the last one always. */
export function ChartAxes({ plot, ticks, tickTexts, pointTexts }: ChartAxesProps) {
  const { left, right, bottom, step, x, y } = plot
  const every = Math.max(1, Math.ceil((Math.max(...pointTexts.map(textWidth)) + leastGap) / step))
  return (
    <g aria-hidden className="fill-muted text-xs">
      {ticks.map((tick, index) => (
        <g key={tick}>
          <path d={`M${left} ${y(tick)}H${right}`} stroke="var(--color-line)" />
          <text x={left - 8} y={y(tick)} dy="0.36em" textAnchor="end">
            {tickTexts[index]}
          </text>
        </g>
      ))}
      {pointTexts.map((text, position) => {
        if ((pointTexts.length - 1 - position) % every > 0) return null
        const half = textWidth(text) / 2
        return (
          <text
            key={position}
            x={Math.max(half, Math.min(x(position), right + 8 - half))}
            y={bottom + 18}
            textAnchor="middle"
          >
            {text}
          </text>
        )
      })}
    </g>
  )
}
