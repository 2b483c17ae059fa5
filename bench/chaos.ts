import { playChaos } from '#server/testing/chaos/play.ts'
import { openWorld } from '#server/testing/chaos/world.ts'
import { timed } from './measure.ts'
import { figure, type Figure } from './report.ts'

const orders = 5_000
const kills = 20

/** 5,000 orders for 50 SKUs while processes are killed and PostgreSQL is restarted, on a product of its own. */
export async function benchChaos(): Promise<Figure[]> {
  const world = await openWorld()
  const seed = Date.now() % 1_000_000
  try {
    let outcome = { faults: [''], taken: 0, clear: 0, deliveries: 0 }
    const took = await timed(async () => {
      outcome = await playChaos(world, { orders, kills, seed })
    })
    const { faults, taken, clear, deliveries } = outcome
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
    const story = `${deliveries} deliveries, ${kills} kills, one restart of PostgreSQL, ${(took / 1000).toFixed(0)} s, seed ${seed}`
    return [
      figure({ what: 'chaos, orders taken in', ours: taken, unit: 'orders', atLeast: orders, note: story }),
      figure({
        what: 'chaos, faults',
        ours: faults.length,
        unit: 'orders or levels',
        atMost: 0,
        note: `${clear} clear to ship, as there was stock`,
      }),
    ]
  } finally {
    await world.close()
  }
}
