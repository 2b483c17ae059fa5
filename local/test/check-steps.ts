import { root } from '../root.ts'
import { runQuietly, tool, type ToolResult } from '../tool.ts'
import { failureOf, countsOf, type TestCounts } from './counts.ts'
import { runVitest } from './vitest.ts'

type Step = { name: string; run(): Promise<{ output: string; tally: TestCounts }> }

const folders = ['contract', 'server', 'web', 'emulators', 'local', 'e2e', 'bench', 'chaos', 'mutation']

const steps: Step[] = [
  command('types', () => runQuietly(tool('tsc', '-p', root))),
  command('lint', () => runQuietly(tool('oxlint', '--type-aware', '--deny-warnings'))),
  command('format', () => runQuietly(tool('oxfmt', '--check'))),
  command('import floors', checkFloors),
  command('unused code', () => runQuietly(tool('knip'))),
  { name: 'pure tests', run: () => runVitest('pure', 'quiet') },
]

/** Two at a time, the longest first: that keeps two cores busy and the whole check short. */
export async function runCheckSteps(): Promise<TestCounts[]> {
  const waiting = [...steps]
  const tallies: TestCounts[] = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) tallies.push(await runStep(step))
  }
  await Promise.all([work(), work()])
  return tallies
}

async function runStep(step: Step): Promise<TestCounts> {
  const begun = Date.now()
  const { output, tally } = await step.run()
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  console.log(`${tally.failed === 0 ? '✓' : '✗'} ${step.name.padEnd(14)} ${seconds.padStart(5)} s`)
  if (tally.failed > 0) console.log(`${output.trim()}\n`)
  return tally
}

function command(name: string, run: () => Promise<ToolResult>): Step {
  return {
    name,
    async run() {
      const { code, output } = await run()
      return { output, tally: countsOf(name, code === 0 ? 1 : 0, code === 0 ? [] : [failureOf(name, output)], code) }
    },
  }
}

/** dependency-cruiser is content with a tree it cannot read, so what it read is counted too. */
async function checkFloors(): Promise<ToolResult> {
  const { code, output } = await runQuietly(tool('depcruise', '--config', '.dependency-cruiser.cjs', ...folders))
  const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0)
  if (code === 0 && modules === 0)
    return { code: 1, output: `${output}\nNo module was read: the floors are not checked.` }
  return { code, output }
}
