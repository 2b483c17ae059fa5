import type { Plot } from './plot.ts'

/** Straight from point to point; where there is no value, there is no line. */
export function linePath({ x, y }: Plot, values: readonly (number | null)[]): string {
  const places = values.map((value, position) =>
    value === null ? '' : `${(values[position - 1] ?? null) === null ? 'M' : 'L'}${x(position)} ${y(value)}`,
  )
  return places.join('')
}

/** Each value stays until the next. */
export function stepPath({ x, y }: Plot, values: readonly number[]): string {
  return values.map((value, at) => (at === 0 ? `M${x(at)} ${y(value)}` : `H${x(at)}V${y(value)}`)).join('')
}
