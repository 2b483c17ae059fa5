import { addCounts, countsOf, failureOf, type TestCounts } from './test/counts.ts'
import { runCheckSteps } from './test/check-steps.ts'
import { findSpecs, runPlaywright } from './test/playwright.ts'
import { runVitest } from './test/vitest.ts'

type Print = (line: string) => void
type Stage = { name: string; run(print: Print): Promise<TestCounts> }

const project = (name: string, ...args: string[]): Stage => ({
  name,
  run: async () => (await runVitest({ name, args })).counts,
})

/** Tests of processes, deadlines and real browsers: these wait now and then, and must not be kept waiting. */
const mainStages: Stage[] = [
  project('Adapters and emulators', '--project', 'adapters'),
  project('Server tests on PostgreSQL', '--project', 'server'),
  { name: 'Browser tests', run: () => runPlaywright() },
]

/** Run beside the main stages, one process at a lower priority, which keeps both cores busy: nothing in them depends on time. */
const besideStages: Stage[] = [
  { name: 'Checks', run: async (print) => addCounts(await runCheckSteps({ isBeside: true, print })) },
  projectBeside('Screen tests', '--project', 'screens'),
]

function projectBeside(name: string, ...args: string[]): Stage {
  return {
    name,
    async run(print) {
      const { output, counts } = await runVitest({ name, args, isQuiet: true, isBeside: true })
      print(output.trim())
      return counts
    },
  }
}

/** `npm test -- <path or part of it>… [-t <title>]` runs those tests only. */
function selectedStages(args: readonly string[]): Stage[] {
  const specs = findSpecs(args.filter((arg) => !arg.startsWith('-')))
  const isAboutSpecsOnly = specs.length > 0 && args.every((arg) => arg.startsWith('e2e/') || arg.endsWith('.spec.ts'))
  return [
    ...(isAboutSpecsOnly ? [] : [project('Selected tests', ...args)]),
    ...(specs.length > 0 ? [{ name: 'Browser tests', run: () => runPlaywright(specs) }] : []),
  ]
}

const counts: TestCounts[] = []

async function runStage({ name, run }: Stage, print: Print): Promise<void> {
  const startedAt = Date.now()
  print(`\n${name}`)
  const result = await run(print).catch((error: unknown): TestCounts => {
    const message = error instanceof Error ? error.message : String(error)
    print(message)
    return countsOf(name, 0, [failureOf(name, message)], 1)
  })
  print(`${result.failed === 0 ? '✓' : '✗'} ${name} in ${Math.round((Date.now() - startedAt) / 1000)} s`)
  counts.push(result)
}

/** Prints a finished stage beside between two main stages, so that lines do not mix. */
async function runAllStages(): Promise<void> {
  const finished: string[] = []
  const flush = () => finished.splice(0).forEach((text) => console.log(text))
  const beside = (async () => {
    for (const stage of besideStages) {
      const lines: string[] = []
      await runStage(stage, (line) => lines.push(line))
      finished.push(lines.join('\n'))
    }
  })()
  for (const stage of mainStages) {
    await runStage(stage, console.log)
    flush()
  }
  await beside
  flush()
}

const args = process.argv.slice(2)
if (args.length > 0) for (const stage of selectedStages(args)) await runStage(stage, console.log)
else await runAllStages()

const { passed, failed, failures } = addCounts(counts)
for (const failure of failures) console.log(`\n✗ ${failure}`)
if (args.length > 0 && passed + failed === 0) console.log(`No test matches ${args.join(' ')}.`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
