import { expect, it } from 'vitest'
import { failuresOf } from '../outcome.ts'
import { playCanaries } from './play.ts'

it('leaves no canary of personal data or secrets in a dump, the write-ahead log, logs or exports', async () => {
  expect(failuresOf(await playCanaries({ size: 'short', seed: 11 }))).toEqual([])
}, 240_000)
