import type { FaultKind } from '#emulators/amazon/faults/faults.ts'
import { openDeps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config.ts'
import { testEnvironment } from '#server/testing/app.ts'
import { never } from '#server/testing/exactly-once/mortality.ts'
import { playSending } from '#server/testing/exactly-once/play.ts'
import { openOwnPostgres } from '#server/testing/own-postgres.ts'
import { openFulfillmentWorld } from '#server/testing/exactly-once/world.ts'
import { randomFrom } from '#server/testing/random.ts'
import { timed } from './measure.ts'
import { figure, type Figure } from './report.ts'

const runs = 2_000
const faults: (FaultKind | null)[] = [
  null,
  'drop-after-acting',
  'drop',
  'error-500',
  'error-503',
  'html-502',
  'truncated',
]

/** 2,000 orders, each sent by processes that are killed at a random await, twice, while Amazon misbehaves. */
export async function benchExactlyOnce(): Promise<Figure[]> {
  const postgres = await openOwnPostgres()
  const deps = await openDeps(readConfig(testEnvironment(postgres.url)), 'job')
  const world = await openFulfillmentWorld(deps)
  const seed = Date.now() % 1_000_000
  const random = randomFrom(seed)
  const whole = (most: number) => Math.floor(random() * most)
  try {
    const { awaits } = await playSending(world, { death: never, fault: null })
    const wrong: string[] = []
    const took = await timed(async () => {
      for (let run = 0; run < runs; run += 1) {
        const death = () => ({ at: 1 + whole(awaits.length), hasActed: random() < 0.5 })
        const trouble = { death: death(), secondDeath: random() < 0.5 ? death() : null, areTwins: random() < 0.3 }
        const fault = faults[whole(faults.length)] ?? null
        wrong.push(...(await playSending(world, { ...trouble, fault })).wrong)
      }
    })
    for (const one of wrong.slice(0, 20)) console.log(`  ${one}`)
    const note = `killed at any of ${awaits.length} awaits, ${(took / 1000).toFixed(0)} s, seed ${seed}`
    return [
      figure({ what: `exactly once, faults in ${runs} orders`, ours: wrong.length, unit: 'faults', atMost: 0, note }),
    ]
  } finally {
    await world.close()
    await deps.close()
    await postgres.close()
  }
}
