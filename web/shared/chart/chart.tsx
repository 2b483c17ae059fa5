/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- an application takes the focus, and the keys that walk through it */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { axisTicks } from './axis-ticks.ts'
import { ChartAxes } from './chart-axes.tsx'
import { ChartTooltip } from './chart-tooltip.tsx'
import { chartHeight, layoutPlot, type Plot } from './plot.ts'
import { useWidth } from './use-width.ts'

type ChartProps = {
  label: string
  /** About as wide as its place, so that the first picture is already right where there is room. */
  usualWidth: number
  /** What stands below each point. */
  pointTexts: readonly string[]
  /** Whatever the axis must reach. */
  values: readonly number[]
  isCounted: boolean
  tickText: (value: number) => string
  isBanded: boolean
  renderTooltip: (position: number) => ReactNode
  /** What is drawn, and which point somebody looks at. */
  children: (plot: Plot, selected: number | null) => ReactNode
}

/** Arrow keys walk from point to point once the chart has the focus; what is said of a point is announced. */
export function Chart(props: ChartProps) {
  const { label, usualWidth, pointTexts, values, isCounted, tickText, isBanded, renderTooltip, children } = props
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place, usualWidth)
  const count = pointTexts.length
  const ticks = axisTicks(values, isCounted)
  const tickTexts = ticks.map(tickText)
  const plot = layoutPlot({ width, count, ticks, tickTexts, isBanded })
  const { looked: selected, ...hands } = usePointSelection(plot, count)

  return (
    <div ref={place} className="relative min-w-0">
      <svg
        role="application"
        aria-label={label}
        tabIndex={0}
        width={width}
        height={chartHeight}
        className="block max-w-full touch-pan-y"
        {...hands}
      >
        {isBanded && selected !== null && <Band plot={plot} position={selected} />}
        <ChartAxes plot={plot} ticks={ticks} tickTexts={tickTexts} pointTexts={pointTexts} />
        {children(plot, selected)}
      </svg>
      <ChartTooltip x={selected === null ? 0 : plot.x(selected)} width={width}>
        {selected !== null && renderTooltip(selected)}
      </ChartTooltip>
    </div>
  )
}

function Band({ plot: { x, step, top, bottom }, position }: { plot: Plot; position: number }) {
  return <rect x={x(position) - step / 2} y={top} width={step} height={bottom - top} fill="var(--color-hover)" />
}

/** Which point is looked at, by pointer or keyboard. */
function usePointSelection(plot: Plot, count: number) {
  const [chosen, select] = useState<number | null>(null)
  const selected = chosen === null || count === 0 ? null : Math.min(chosen, count - 1)
  const point = ({ clientX, currentTarget }: PointerEvent) =>
    select(plot.positionAt(clientX - currentTarget.getBoundingClientRect().left))
  return {
    looked: selected,
    onPointerDown: point,
    onPointerMove: point,
    // A finger that is lifted leaves too, and what it pointed at is still being read.
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && select(null),
    onFocus: () => select(selected ?? 0),
    onBlur: () => select(null),
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      if (step === 0) return
      event.preventDefault()
      select(Math.min(count - 1, Math.max(0, (selected ?? 0) + step)))
    },
  }
}
