import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../root.ts'
import { runQuietly, runVisibly, tool, type QuietRun } from '../tool.ts'
import { countsOf, failureOf, type TestCounts } from './counts.ts'

type Report = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type VitestRun = {
  name: string
  /** Arguments after `vitest run`: `--project`, paths, `-t`. */
  args: readonly string[]
  /** A quiet run returns its output; any other prints a line per file. */
  isQuiet?: boolean
} & Pick<QuietRun, 'isBeside'>

/** Runs vitest in a process of its own and counts its tests. */
export async function runVitest({ name, args, isQuiet = false, isBeside = false }: VitestRun): Promise<{
  output: string
  counts: TestCounts
}> {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-report-'))
  const file = join(folder, 'report.json')
  const program = tool('vitest', 'run', '--passWithNoTests', ...args, ...(isBeside ? ['--maxWorkers=1'] : []))
  program.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`)
  try {
    const { code, output } = isQuiet
      ? await runQuietly(program, { isBeside })
      : { code: await runVisibly(program), output: '' }
    const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
    const failures = report?.testResults.flatMap(failuresOf) ?? []
    return { output, counts: countsOf(name, report?.numPassedTests ?? 0, failures, code) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A file that could not be loaded has no failed test, but a message of its own. */
function failuresOf({ name, status, message, assertionResults }: Report['testResults'][number]): string[] {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [failureOf(file, message)]
  return failed.map((test) => failureOf(`${file} › ${test.fullName}`, test.failureMessages.join('\n')))
}
