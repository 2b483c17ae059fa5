/** About as many steps from one end of an axis to the other. */
const tickCount = 4
const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Round numbers around all values and zero, in even steps; whole ones for what is counted. */
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
