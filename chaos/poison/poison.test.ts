import { expect, it } from 'vitest'
import { failuresOf } from '../outcome.ts'
import { runPoison } from './play.ts'

it('keeps what nobody can read with its cause, lets the rest go on, and takes it in once after the cure', async () => {
  expect(failuresOf(await runPoison({ size: 'short', seed: 1 }))).toEqual([])
}, 120_000)
