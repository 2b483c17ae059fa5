import { addCounts, failureOf, countsOf, type TestCounts } from './test/counts.ts'
import { runCheckSteps } from './test/check-steps.ts'
import { runPlaywright } from './test/playwright.ts'
import { runVitest } from './test/vitest.ts'

const stages: { name: string; run(): Promise<TestCounts> }[] = [
  { name: 'Checks', run: async () => addCounts(await runCheckSteps()) },
  { name: 'Adapters and stand-ins', run: async () => (await runVitest('adapters', 'visible')).tally },
  { name: 'Server tests on PostgreSQL', run: async () => (await runVitest('server', 'visible')).tally },
  { name: 'Screen tests', run: async () => (await runVitest('screens', 'visible')).tally },
  { name: 'Browser tests', run: () => runPlaywright() },
]

const tallies: TestCounts[] = []
for (const { name, run } of stages) {
  const begun = Date.now()
  console.log(`\n${name}`)
  const tally = await run().catch((error: unknown): TestCounts => {
    const message = error instanceof Error ? error.message : String(error)
    console.error(message)
    return countsOf(name, 0, [failureOf(name, message)], 1)
  })
  console.log(`${tally.failed === 0 ? '✓' : '✗'} ${name} in ${Math.round((Date.now() - begun) / 1000)} s`)
  tallies.push(tally)
}

const { passed, failed, failures } = addCounts(tallies)
for (const failure of failures) console.log(`\n✗ ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
