/** Pixels: as high as `ChartPlace`, with room for a line of text below and for half a line above. */
export const chartHeight = 224
const [top, bottom] = [8, chartHeight - 30]
const rightMargin = 8
const digitWidth = 7

export const textWidth = (text: string) => text.length * digitWidth

/** Where things are within a chart. Points stand in bands of their own, or reach from one edge to the other. */
export type Plot = {
  left: number
  right: number
  top: number
  bottom: number
  /** From one point to the next. */
  step: number
  x: (position: number) => number
  y: (value: number) => number
  /** The point that is nearest. */
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
