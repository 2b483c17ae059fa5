import { expect, it } from 'vitest'
import { failuresOf } from '../outcome.ts'
import { playOutage } from './play.ts'

it('places all orders by itself once Amazon is back', async () => {
  expect(failuresOf(await playOutage({ size: 'short', seed: 1 }))).toEqual([])
}, 120_000)
