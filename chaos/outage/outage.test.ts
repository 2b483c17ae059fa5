import { expect, it } from 'vitest'
import { failuresOf } from '../outcome.ts'
import { runOutage } from './play.ts'

it('places all orders by itself once Amazon is back', async () => {
  expect(failuresOf(await runOutage({ size: 'short', seed: 1 }))).toEqual([])
}, 120_000)
