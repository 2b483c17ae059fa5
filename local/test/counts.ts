import { stripVTControlCharacters } from 'node:util'

/** `failures` says what failed and why in a few lines each; the whole report stands where it happened. */
export type TestCounts = { passed: number; failed: number; failures: string[] }

export function addCounts(counts: TestCounts[]): TestCounts {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    failures: counts.flatMap(({ failures }) => failures),
  }
}

/** A program that failed without a failed test broke before it could run them, or beside them. */
export function countsOf(name: string, passed: number, failures: string[], exitCode: number): TestCounts {
  const all = exitCode !== 0 && failures.length === 0 ? [`${name}: ended with code ${exitCode}`] : failures
  return { passed, failed: all.length, failures: all }
}

/** The name of a failed test with the first lines of its error, as a reader needs them who sees only the end of a log. */
export function failureOf(name: string, error: string): string {
  const lines = stripVTControlCharacters(error).trim().split('\n').slice(0, 8)
  return [name, ...lines.map((line) => `    ${line.slice(0, 300)}`)].join('\n')
}
