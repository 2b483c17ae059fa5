import type { FaultKind } from '#emulators/amazon/faults/faults.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { testEnvironment } from '#server/testing/app.ts'
import { noCrash } from '#server/testing/exactly-once/crash-injection.ts'
import { runSubmission } from '#server/testing/exactly-once/scenario.ts'
import { createExactlyOnceFixture } from '#server/testing/exactly-once/fixture.ts'
import { openOwnPostgres } from '#server/testing/postgres.ts'
import { randomFrom } from '#server/testing/random.ts'
import { none, type ScenarioResult, type ScenarioOptions } from '../scenario-result.ts'

const runs = { short: 50, long: 2_000 }
const faults: (FaultKind | null)[] = [
  null,
  'drop-after-acting',
  'drop',
  'error-500',
  'error-503',
  'html-502',
  'truncated',
]

/** Each order is submitted by a process that dies at a random await, perhaps twice, while Amazon fails at random. */
export async function runExactlyOnce({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const postgres = await openOwnPostgres()
  const deps = await openDeps(readConfig(testEnvironment(postgres.url)), 'job')
  const fixture = await createExactlyOnceFixture(deps)
  const random = randomFrom(seed)
  const whole = (most: number) => Math.floor(random() * most)
  try {
    const { awaits } = await runSubmission(fixture, { death: noCrash, fault: null })
    const death = () => ({ at: 1 + whole(awaits.length), hasActed: random() < 0.5 })
    const wrong: string[] = []
    for (let run = 0; run < runs[size]; run += 1) {
      const crashes = { death: death(), secondDeath: random() < 0.5 ? death() : null, areTwins: random() < 0.3 }
      const fault = faults[whole(faults.length)] ?? null
      wrong.push(...(await runSubmission(fixture, { ...crashes, fault })).wrong)
    }
    return { claims: [none(`faults in ${runs[size]} orders, killed at any of ${awaits.length} awaits`, wrong)], wrong }
  } finally {
    await fixture.close()
    await deps.close()
    await postgres.close()
  }
}
