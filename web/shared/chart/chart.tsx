/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- an application takes the focus, and the keys that walk through it */
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Spinner } from '#web/ui/loading.tsx'
import { axisTicks, chartHeight, layoutPlot, type Plot, textWidth } from './plot.ts'

type ChartProps = {
  label: string
  /** Pixels: expected width of the container, used until it has been measured. */
  usualWidth: number
  /** Label of each point on the x axis. */
  pointTexts: readonly string[]
  /** All values that the y axis must include. */
  values: readonly number[]
  isCounted: boolean
  tickText: (value: number) => string
  isBanded: boolean
  renderTooltip: (position: number) => ReactNode
  /** Draws the series; `selected` is the point under the pointer or keyboard cursor. */
  children: (plot: Plot, selected: number | null) => ReactNode
}

/** An SVG chart. Arrow keys move between points while it has the focus, and the tooltip is announced. */
export function Chart(props: ChartProps) {
  const { label, usualWidth, pointTexts, values, isCounted, tickText, isBanded, renderTooltip, children } = props
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place, usualWidth)
  const count = pointTexts.length
  const ticks = axisTicks(values, isCounted)
  const tickTexts = ticks.map(tickText)
  const plot = layoutPlot({ width, count, ticks, tickTexts, isBanded })
  const { looked: selected, ...handlers } = usePointSelection(plot, count)

  return (
    <div ref={place} className="relative min-w-0">
      <svg
        role="application"
        aria-label={label}
        tabIndex={0}
        width={width}
        height={chartHeight}
        className="block max-w-full touch-pan-y"
        {...handlers}
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

/** The point selected by pointer or keyboard, with the event handlers that select it. */
function usePointSelection(plot: Plot, count: number) {
  const [chosen, select] = useState<number | null>(null)
  const selected = chosen === null || count === 0 ? null : Math.min(chosen, count - 1)
  const point = ({ clientX, currentTarget }: PointerEvent) =>
    select(plot.positionAt(clientX - currentTarget.getBoundingClientRect().left))
  return {
    looked: selected,
    onPointerDown: point,
    onPointerMove: point,
    // Lifting a finger also leaves the chart, but the tooltip should stay readable.
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

/** Minimum pixels between two labels of the x axis. */
const leastGap = 40

type ChartAxesProps = {
  plot: Plot
  ticks: readonly number[]
  tickTexts: readonly string[]
  pointTexts: readonly string[]
}

/** Grid lines at round values, and as many x labels as fit; the last point always has one. */
function ChartAxes({ plot, ticks, tickTexts, pointTexts }: ChartAxesProps) {
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

/** Pixels between the point and its tooltip. */
const distance = 10

/** Placed on the side of the point with more room, and kept inside the chart. */
function ChartTooltip({ x, width, children }: { x: number; width: number; children: ReactNode }) {
  const across =
    x > width / 2 ? `max(0px, ${x - distance}px - 100%)` : `max(0px, min(${x + distance}px, ${width}px - 100%))`
  return (
    <output
      aria-live="assertive"
      className="pointer-events-none absolute block top-4 left-0 z-10 w-max max-w-full"
      style={{ translate: across }}
    >
      {children && (
        <div className="rounded-md bg-ink px-2.5 py-1.5 text-sm text-surface shadow-overlay">{children}</div>
      )}
    </output>
  )
}

/** Width of an element, kept up to date by a ResizeObserver; `beforehand` until it has been measured. */
function useWidth(ref: RefObject<Element | null>, beforehand: number): number {
  const [width, setWidth] = useState(beforehand)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth((before) => element.getBoundingClientRect().width || before)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

/** As high as a chart, so that the layout does not jump when it is drawn. */
export function ChartPlaceholder() {
  return (
    <div className="flex h-56 items-center justify-center">
      <Spinner />
    </div>
  )
}
