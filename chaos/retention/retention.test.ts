import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runRetention } from './scenario.ts'

it('leaves nothing readable on day 30 and touches nothing on day 29, though the purge is killed half-way', async () => {
  expect(failuresOf(await runRetention({ size: 'short', seed: 11 }))).toEqual([])
}, 240_000)
