/** One figure against its limit; `atLeast` where more is better. */
export type Figure = { what: string; value: number; unit: string; against: string } & (
  | { atMost: number }
  | { atLeast: number }
)

export const holds = (figure: Figure): boolean =>
  'atMost' in figure ? figure.value <= figure.atMost : figure.value >= figure.atLeast

export function printReport(figures: readonly Figure[]): void {
  const lines = figures.map((figure) => [
    holds(figure) ? '✓' : '✗',
    figure.what,
    `${round(figure.value)} ${figure.unit}`,
    'atMost' in figure ? `≤ ${figure.atMost}` : `≥ ${figure.atLeast}`,
    figure.against,
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

const round = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))
