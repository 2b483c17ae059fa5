import { expect, it } from 'vitest'
import { failuresOf } from '../scenario-result.ts'
import { runCanaries } from './scenario.ts'

it('leaves no canary of personal data or secrets in a dump, the write-ahead log, logs or exports', async () => {
  expect(failuresOf(await runCanaries({ size: 'short', seed: 11 }))).toEqual([])
}, 240_000)
