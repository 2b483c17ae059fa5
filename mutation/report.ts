/** What we read of Stryker's report, which is in the format of mutation-testing-report-schema. */
export type Report = { files: Record<string, { source: string; mutants: Mutant[] }> }

type Place = { line: number; column: number }
type Mutant = { mutatorName: string; replacement?: string; location: { start: Place; end: Place }; status: string }

const noticed = new Set(['Killed', 'Timeout'])
const unnoticed = new Set(['Survived', 'NoCoverage'])

/** Mutants that can't run at all count neither way. */
export function countIn(report: Report): { detected: number; all: number; score: number } {
  const mutants = Object.values(report.files).flatMap((file) => file.mutants)
  const detected = mutants.filter(({ status }) => noticed.has(status)).length
  const all = detected + mutants.filter(({ status }) => unnoticed.has(status)).length
  return { detected, all, score: all === 0 ? 0 : (100 * detected) / all }
}

/** A line for each change that no test noticed. */
export function undetectedIn(report: Report): string[] {
  return Object.entries(report.files).flatMap(([path, { source, mutants }]) =>
    mutants
      .filter(({ status }) => unnoticed.has(status))
      .map(({ mutatorName, replacement, location, status }) => {
        const was = inOneLine(textAt(source, location))
        const untested = status === 'NoCoverage' ? ' (no test comes by)' : ''
        return `${path}:${location.start.line} ${was} → ${inOneLine(replacement ?? mutatorName)}${untested}`
      }),
  )
}

function textAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join('\n')
}

function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
