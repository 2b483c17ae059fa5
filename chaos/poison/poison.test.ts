import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runPoison } from './scenario.ts'

it('unreadable messages wait with their cause, hold up no others, and become orders once after a replay', async () => {
  expect(failuresOf(await runPoison({ size: 'short', seed: 1 }))).toEqual([])
}, 120_000)
