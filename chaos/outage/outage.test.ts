import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runOutage } from './scenario.ts'

it('places all orders by itself once Amazon is back', async () => {
  expect(failuresOf(await runOutage({ size: 'short', seed: 1 }))).toEqual([])
}, 120_000)
