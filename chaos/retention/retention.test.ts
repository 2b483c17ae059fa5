import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runRetention } from './scenario.ts'

it('the purge leaves nothing readable on day 30 and touches nothing on day 29, although it is killed half-way', async () => {
  expect(failuresOf(await runRetention({ size: 'short', seed: 11 }))).toEqual([])
}, 240_000)
