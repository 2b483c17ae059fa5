import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runOutage } from './scenario.ts'

it('all orders are sent to Amazon without anybody’s help once it is back', async () => {
  expect(failuresOf(await runOutage({ size: 'short', seed: 1 }))).toEqual([])
}, 120_000)
