import type { Plot } from './plot.ts'

/** Pixels to each side of a point that has no neighbour to draw a line to. */
const lonePointWidth = 8

/** Straight from point to point; where there is no value, there is no line. */
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

/** Each value stays until the next. */
export function stepPath({ x, y }: Plot, values: readonly number[]): string {
  return values.map((value, at) => (at === 0 ? `M${x(at)} ${y(value)}` : `H${x(at)}V${y(value)}`)).join('')
}
