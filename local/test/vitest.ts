import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../root.ts'
import { failureOf, countsOf, type TestCounts } from './counts.ts'
import { runQuietly, runVisibly, tool } from '../tool.ts'

type Report = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** One project of the vitest config: visibly with a line per file, or quietly with its words kept for the case of failure. */
export async function runVitest(
  project: string,
  manner: 'visible' | 'quiet',
): Promise<{ output: string; tally: TestCounts }> {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-report-'))
  const file = join(folder, 'report.json')
  const program = tool('vitest', 'run', '--project', project, '--passWithNoTests')
  program.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`)
  try {
    const { code, output } =
      manner === 'quiet' ? await runQuietly(program) : { code: await runVisibly(program), output: '' }
    const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
    const failures = report?.testResults.flatMap(failuresOf) ?? []
    return { output, tally: countsOf(`${project} tests`, report?.numPassedTests ?? 0, failures, code) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A file that could not be loaded has no test that failed, but a message of its own. */
function failuresOf({ name, status, message, assertionResults }: Report['testResults'][number]): string[] {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [failureOf(file, message)]
  return failed.map((test) => failureOf(`${file} › ${test.fullName}`, test.failureMessages.join('\n')))
}
