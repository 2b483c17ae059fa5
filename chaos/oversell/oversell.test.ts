import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runOversell } from './scenario.ts'

it('each unit is promised once, however many orders compete for it', async () => {
  expect(failuresOf(await runOversell({ size: 'short', seed: 1 }))).toEqual([])
}, 90_000)
