import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runMixedLoad } from './scenario.ts'

it('loses and doubles nothing while processes are killed and PostgreSQL crashes', async () => {
  expect(failuresOf(await runMixedLoad({ size: 'short', seed: 1 }))).toEqual([])
}, 180_000)
