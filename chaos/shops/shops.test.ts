import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runShops } from './scenario.ts'

it('shops connected by their API stay in step while webhooks get lost and our processes die', async () => {
  expect(failuresOf(await runShops({ size: 'short', seed: 1 }))).toEqual([])
}, 180_000)
