import { afterAll, beforeAll, expect, it } from 'vitest'
import { playChaos } from '#server/testing/chaos/play.ts'
import { openWorld, type ChaosWorld } from '#server/testing/chaos/world.ts'

/** `npm run bench chaos` plays the same with 5,000. */
const orders = 500

let world: ChaosWorld

beforeAll(async () => {
  world = await openWorld()
}, 120_000)
afterAll(() => world.close(), 60_000)

it('loses and doubles no order while processes are killed and PostgreSQL is restarted', async () => {
  const seed = Date.now() % 1_000_000
  process.stdout.write(`chaos: seed ${seed}\n`)
  const { faults, taken, clear } = await playChaos(world, { orders, kills: 6, seed })
  expect(faults).toEqual([])
  expect(taken).toBe(orders)
  expect(clear).toBeGreaterThan(orders / 10)
  expect(clear).toBeLessThan(orders * 0.9)
}, 300_000)
