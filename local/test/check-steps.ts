import { root } from '../root.ts'
import { runQuietly, tool, type ToolResult } from '../tool.ts'
import { countsOf, failureOf, type TestCounts } from './counts.ts'
import { checkStructure } from './structure.ts'
import { runVitest } from './vitest.ts'

type Step = { name: string; run(): Promise<{ output: string; counts: TestCounts; summary?: string }> }

/** For programs in Go: they collect garbage less often, which saves a fifth of their time. */
const lessGarbageCollection = { GOGC: '800' }

const steps: Step[] = [
  // Several checkers would each infer the same types: on two cores, with lint beside them, that takes longer.
  command('types', () => runQuietly(tool('tsc', '-p', root, '--checkers', '1'), lessGarbageCollection)),
  command('lint', () => runQuietly(tool('oxlint', '--type-aware', '--deny-warnings'), lessGarbageCollection)),
  command('format', () => runQuietly(tool('oxfmt', '--check'))),
  command('structure', checkStructure, true),
  command('unused code', () => runQuietly(tool('knip'))),
  {
    name: 'pure tests',
    run: () => runVitest({ name: 'pure tests', args: ['--project', 'pure'], isQuiet: true }),
  },
]

/** Runs two steps at a time, the longest first, which keeps two cores busy. */
export async function runCheckSteps(): Promise<TestCounts[]> {
  const waiting = [...steps]
  const counts: TestCounts[] = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) counts.push(await runStep(step))
  }
  await Promise.all([work(), work()])
  return counts
}

async function runStep(step: Step): Promise<TestCounts> {
  const startedAt = Date.now()
  const { output, counts, summary } = await step.run()
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const note = summary ? `   ${summary}` : ''
  console.log(`${counts.failed === 0 ? '✓' : '✗'} ${step.name.padEnd(14)} ${seconds.padStart(5)} s${note}`)
  if (counts.failed > 0) console.log(`${output.trim()}\n`)
  return counts
}

/** A step that is one program. With `hasSummary`, the first line of its output is printed even when it passes. */
function command(name: string, run: () => Promise<ToolResult>, hasSummary = false): Step {
  return {
    name,
    async run() {
      const { code, output } = await run()
      const failures = code === 0 ? [] : [failureOf(name, output)]
      const counts = countsOf(name, code === 0 ? 1 : 0, failures, code)
      return { output, counts, ...(hasSummary ? { summary: output.split('\n')[0] ?? '' } : {}) }
    },
  }
}
