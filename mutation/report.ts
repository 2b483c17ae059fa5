/** The part of Stryker's report that is read (format: mutation-testing-report-schema). */
export type Report = { files: Record<string, { source: string; mutants: Mutant[] }> }

type Position = { line: number; column: number }
type Mutant = {
  mutatorName: string
  replacement?: string
  location: { start: Position; end: Position }
  status: string
}

const detectedStatuses = new Set(['Killed', 'Timeout'])
const undetectedStatuses = new Set(['Survived', 'NoCoverage'])

/** Mutants that cannot run count neither as detected nor as undetected. */
export function countIn(report: Report): { detected: number; all: number; score: number } {
  const mutants = Object.values(report.files).flatMap((file) => file.mutants)
  const detected = mutants.filter(({ status }) => detectedStatuses.has(status)).length
  const all = detected + mutants.filter(({ status }) => undetectedStatuses.has(status)).length
  return { detected, all, score: all === 0 ? 0 : (100 * detected) / all }
}

/** One line for each undetected mutant. */
export function undetectedIn(report: Report): string[] {
  return Object.entries(report.files).flatMap(([path, { source, mutants }]) =>
    mutants
      .filter(({ status }) => undetectedStatuses.has(status))
      .map(({ mutatorName, replacement, location, status }) => {
        const original = toOneLine(textAt(source, location))
        const untested = status === 'NoCoverage' ? ' (no test comes by)' : ''
        return `${path}:${location.start.line} ${original} → ${toOneLine(replacement ?? mutatorName)}${untested}`
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

function toOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
