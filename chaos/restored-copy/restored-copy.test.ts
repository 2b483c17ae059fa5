import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runRestoredCopy } from './scenario.ts'

it('a restored copy sends nothing until it is reconciled, and nothing twice after', async () => {
  expect(failuresOf(await runRestoredCopy({ size: 'short', seed: 1 }))).toEqual([])
}, 300_000)
