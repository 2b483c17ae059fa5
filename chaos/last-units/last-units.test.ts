import { expect, it } from 'vitest'
import { failuresOf } from '../outcome.ts'
import { runOversell } from './play.ts'

it('promises each unit once, however many want it at once', async () => {
  expect(failuresOf(await runOversell({ size: 'short', seed: 1 }))).toEqual([])
}, 90_000)
