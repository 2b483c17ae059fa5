import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDeps } from '#server/testing/app.ts'
import { noCrash } from '#server/testing/exactly-once/crash-injection.ts'
import { runSubmission } from '#server/testing/exactly-once/scenario.ts'
import { createExactlyOnceFixture, type ExactlyOnceFixture } from '#server/testing/exactly-once/fixture.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let fixture: ExactlyOnceFixture
beforeAll(async () => {
  test = await createTestDeps()
  fixture = await createExactlyOnceFixture(test.deps)
})
afterAll(async () => {
  await fixture.close()
  await test.close()
})

const faults = [null, 'drop-after-acting', 'drop', 'error-500'] as const

it('exactly one order is live at Amazon, at whichever await the process is killed', async () => {
  const { awaits, wrong } = await runSubmission(fixture, { death: noCrash, fault: null })
  expect(wrong).toEqual([])
  expect(awaits.filter((one) => one.includes('POST /fba/outbound'))).toHaveLength(2)
  const found = []
  for (const at of awaits.keys()) {
    const death = { at: at + 1, hasActed: at % 2 === 0 }
    const fault = faults[at % faults.length] ?? null
    const run = await runSubmission(fixture, { death, fault, areTwins: at % 3 === 0 })
    found.push(...run.wrong.map((one) => `${one} (killed at ${awaits[at]}, ${fault})`))
  }
  expect(found).toEqual([])
}, 180_000)
