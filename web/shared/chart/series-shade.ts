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
