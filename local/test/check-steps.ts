import { root } from '../root.ts'
import { runQuietly, tool, type QuietRun, type ToolResult } from '../tool.ts'
import { countsOf, failureOf, type TestCounts } from './counts.ts'
import { checkMessages } from '../messages/update-catalogs.ts'
import { checkDependencies } from './dependencies.ts'
import { checkStructure } from './structure.ts'
import { runVitest } from './vitest.ts'

type Step = { name: string; run(how: QuietRun): Promise<{ output: string; counts: TestCounts; summary?: string }> }

/** For programs in Go: they collect garbage less often, which saves a fifth of their time. */
const lessGarbageCollection = { GOGC: '800' }

const steps: Step[] = [
  // Several checkers would each infer the same types: on two cores, with lint beside them, that takes longer.
  command('types', (how) =>
    runQuietly(tool('tsc', '-p', root, '--checkers', '1'), { ...how, env: lessGarbageCollection }),
  ),
  command('lint', (how) =>
    runQuietly(tool('oxlint', '--type-aware', '--deny-warnings'), { ...how, env: lessGarbageCollection }),
  ),
  command('format', (how) => runQuietly(tool('oxfmt', '--check'), how)),
  command('structure', checkStructure, true),
  command('messages', () => checkMessages(), true),
  command('unused code', (how) => runQuietly(tool('knip'), how)),
  command('dependencies', checkDependencies, true),
  {
    name: 'pure tests',
    run: (how) => runVitest({ name: 'pure tests', args: ['--project', 'pure'], isQuiet: true, ...how }),
  },
]

type CheckRun = QuietRun & { print?: (line: string) => void }

/** Runs two steps at a time, the longest first, which keeps two cores busy; beside other stages one at a time. */
export async function runCheckSteps({ print = console.log, ...how }: CheckRun = {}): Promise<TestCounts[]> {
  const waiting = [...steps]
  const counts: TestCounts[] = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) counts.push(await runStep(step, how, print))
  }
  await Promise.all(how.isBeside ? [work()] : [work(), work()])
  return counts
}

async function runStep(step: Step, how: QuietRun, print: (line: string) => void): Promise<TestCounts> {
  const startedAt = Date.now()
  const { output, counts, summary } = await step.run(how)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const note = summary ? `   ${summary}` : ''
  print(`${counts.failed === 0 ? '✓' : '✗'} ${step.name.padEnd(14)} ${seconds.padStart(5)} s${note}`)
  if (counts.failed > 0) print(`${output.trim()}\n`)
  return counts
}

/** A step that is one program. With `hasSummary`, the first line of its output is printed even when it passes. */
function command(name: string, run: (how: QuietRun) => Promise<ToolResult>, hasSummary = false): Step {
  return {
    name,
    async run(how) {
      const { code, output } = await run(how)
      const failures = code === 0 ? [] : [failureOf(name, output)]
      const counts = countsOf(name, code === 0 ? 1 : 0, failures, code)
      return { output, counts, ...(hasSummary ? { summary: output.split('\n')[0] ?? '' } : {}) }
    },
  }
}
