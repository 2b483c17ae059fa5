import { afterAll, beforeAll, expect, it } from 'vitest'
import { editLockstep, readAmazon } from '#server/testing/two-way-simulation/both-sides.ts'
import {
  connectSeller,
  startTwoWayEmulation,
  sync,
  type TwoWayEmulation,
} from '#server/testing/two-way-simulation/fixture.ts'

let emulation: TwoWayEmulation
beforeAll(async () => {
  emulation = await startTwoWayEmulation({ limits: 'amazon' })
})
afterAll(() => emulation.close())

const codes = Array.from({ length: 30 }, (_, index) => `ITEM-${index}`)

it('all changes are sent through a minute of throttling, never above the rate limit', async () => {
  const { amazon } = emulation
  const items = codes.map((sku) => ({ sku, title: sku, price: 10, fulfilledBy: 'merchant' as const, quantity: 3 }))
  const seller = await connectSeller(emulation, items)
  await sync(seller)
  for (const sku of codes) await editLockstep(seller, sku, 'price', '12.00')
  const begun = amazon.clock.time()
  amazon.faults.add({ kind: 'throttle', operation: 'patchListingsItem', seconds: 60 })
  expect(await sync(seller)).toBe(codes.length)
  expect(amazon.clock.time() - begun).toBeGreaterThan(60_000)
  amazon.clock.advance(60_000)
  expect(await sync(seller)).toBe(0)
  expect(codes.map((sku) => readAmazon(seller, sku).price)).toEqual(codes.map(() => '12.00'))
  const violations = Object.entries(amazon.stats.read()).filter(([, usage]) => usage.violations > 0)
  expect(violations).toEqual([])
})
