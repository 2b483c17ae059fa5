import { addCounts, countsOf, failureOf, type TestCounts } from './test/counts.ts'
import { runCheckSteps } from './test/check-steps.ts'
import { findSpecs, runPlaywright } from './test/playwright.ts'
import { runVitest } from './test/vitest.ts'

type Stage = { name: string; run(): Promise<TestCounts> }

const project = (name: string, ...args: string[]): Stage => ({
  name,
  run: async () => (await runVitest({ name, args })).counts,
})

const allStages: Stage[] = [
  { name: 'Checks', run: async () => addCounts(await runCheckSteps()) },
  project('Adapters and emulators', '--project', 'adapters'),
  project('Server tests on PostgreSQL', '--project', 'server'),
  project('Screen tests', '--project', 'screens'),
  { name: 'Browser tests', run: () => runPlaywright() },
]

/** `npm test -- <path or part of it>… [-t <title>]` runs those tests only. */
function selectedStages(args: readonly string[]): Stage[] {
  const specs = findSpecs(args.filter((arg) => !arg.startsWith('-')))
  const isAboutSpecsOnly = specs.length > 0 && args.every((arg) => arg.startsWith('e2e/') || arg.endsWith('.spec.ts'))
  return [
    ...(isAboutSpecsOnly ? [] : [project('Selected tests', ...args)]),
    ...(specs.length > 0 ? [{ name: 'Browser tests', run: () => runPlaywright(specs) }] : []),
  ]
}

const args = process.argv.slice(2)
const counts: TestCounts[] = []
for (const { name, run } of args.length > 0 ? selectedStages(args) : allStages) {
  const startedAt = Date.now()
  console.log(`\n${name}`)
  const result = await run().catch((error: unknown): TestCounts => {
    const message = error instanceof Error ? error.message : String(error)
    console.error(message)
    return countsOf(name, 0, [failureOf(name, message)], 1)
  })
  console.log(`${result.failed === 0 ? '✓' : '✗'} ${name} in ${Math.round((Date.now() - startedAt) / 1000)} s`)
  counts.push(result)
}

const { passed, failed, failures } = addCounts(counts)
for (const failure of failures) console.log(`\n✗ ${failure}`)
if (args.length > 0 && passed + failed === 0) console.log(`No test matches ${args.join(' ')}.`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
