import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runOversell } from './scenario.ts'

it('promises each unit once, however many want it at once', async () => {
  expect(failuresOf(await runOversell({ size: 'short', seed: 1 }))).toEqual([])
}, 90_000)
