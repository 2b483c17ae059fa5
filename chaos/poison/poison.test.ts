import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runPoison } from './scenario.ts'

it('keeps what nobody can read with its cause, lets the rest go on, and takes it in once after the cure', async () => {
  expect(failuresOf(await runPoison({ size: 'short', seed: 1 }))).toEqual([])
}, 120_000)
