import { expect, it } from 'vitest'
import { failuresOf } from '../outcome.ts'
import { playRestoredCopy } from './play.ts'

it('sends nothing from a copy until it is reconciled, and nothing twice after', async () => {
  expect(failuresOf(await playRestoredCopy({ size: 'short', seed: 1 }))).toEqual([])
}, 300_000)
