/** Pixels: as high as `ChartPlaceholder`, with room for a line of text below and half a line above. */
export const chartHeight = 224

const [top, bottom] = [8, chartHeight - 30]

const rightMargin = 8

const digitWidth = 7

export const textWidth = (text: string) => text.length * digitWidth

/** Scales of a chart in pixels. Points are centered in bands (bars), or run from edge to edge (lines). */
export type Plot = {
  left: number
  right: number
  top: number
  bottom: number
  /** Pixels from one point to the next. */
  step: number
  x: (position: number) => number
  y: (value: number) => number
  /** Index of the point nearest to `x`. */
  positionAt: (x: number) => number
}

type PlotInput = {
  width: number
  count: number
  ticks: readonly number[]
  tickTexts: readonly string[]
  isBanded: boolean
}

export function layoutPlot({ width, count, ticks, tickTexts, isBanded }: PlotInput): Plot {
  const left = Math.max(...tickTexts.map(textWidth)) + digitWidth
  const right = Math.max(width - rightMargin, left + 1)
  const isCentred = isBanded || count < 2
  const step = (right - left) / (isCentred ? count : count - 1)
  const first = isCentred ? left + step / 2 : left
  const [lowest, highest] = [Math.min(...ticks), Math.max(...ticks)]
  return {
    left,
    right,
    top,
    bottom,
    step,
    x: (position) => first + position * step,
    y: (value) => bottom - ((value - lowest) / (highest - lowest)) * (bottom - top),
    positionAt: (x) => Math.min(count - 1, Math.max(0, Math.round((x - first) / step))),
  }
}

/** Approximate number of steps on the y axis. */
const tickCount = 4

const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Evenly spaced round numbers that enclose zero and all values; integers for counts. */
export function axisTicks(values: readonly number[], isCounted: boolean): number[] {
  const lowest = Math.min(0, ...values)
  const highest = Math.max(0, ...values) || (lowest < 0 ? 0 : tickCount)
  const step = roundStep((highest - lowest) / tickCount, isCounted)
  const [first, last] = [Math.floor(lowest / step), Math.ceil(highest / step)]
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

function roundStep(least: number, isCounted: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * (roundSteps.find((round) => round * power >= least) ?? 10)
  return isCounted ? Math.ceil(step) : step
}

/** Pixels to each side of a point without neighbors, which is drawn as a short line. */
const lonePointWidth = 8

/** SVG path of straight lines between points, interrupted where a value is missing. */
export function linePath({ x, y }: Pick<Plot, 'x' | 'y'>, values: readonly (number | null)[]): string {
  const isThere = (position: number) => (values[position] ?? null) !== null
  const places = values.map((value, position) => {
    if (value === null) return ''
    const [across, up] = [x(position), y(value)]
    if (isThere(position - 1)) return `L${across} ${up}`
    return isThere(position + 1) ? `M${across} ${up}` : `M${across - lonePointWidth} ${up}H${across + lonePointWidth}`
  })
  return places.join('')
}

/** SVG path of a step chart: each value holds until the next. */
export function stepPath({ x, y }: Plot, values: readonly number[]): string {
  return values.map((value, at) => (at === 0 ? `M${x(at)} ${y(value)}` : `H${x(at)}V${y(value)}`)).join('')
}
