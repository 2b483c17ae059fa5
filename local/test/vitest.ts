import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tallyOf, type Tally } from '../tally.ts'
import { runQuietly, runVisibly, tool } from '../tool.ts'

type Report = { numPassedTests: number; numFailedTests: number }

/** One project of the vitest config: visibly with a line per file, or quietly with its words kept for the case of failure. */
export async function runVitest(
  project: string,
  manner: 'visible' | 'quiet',
): Promise<{ output: string; tally: Tally }> {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-report-'))
  const file = join(folder, 'report.json')
  const program = tool('vitest', 'run', '--project', project, '--passWithNoTests')
  program.push('--reporter=default', '--reporter=json', `--outputFile.json=${file}`)
  try {
    const { code, output } =
      manner === 'quiet' ? await runQuietly(program) : { code: await runVisibly(program), output: '' }
    const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
    return { output, tally: tallyOf(report?.numPassedTests ?? 0, report?.numFailedTests ?? 0, code) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
