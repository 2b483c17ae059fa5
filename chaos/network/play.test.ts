import { expect, it } from 'vitest'
import { failuresOf } from '../outcome.ts'
import { playNetwork } from './play.ts'

it('loses and doubles nothing while the way to PostgreSQL is slow or closed', async () => {
  expect(failuresOf(await playNetwork({ size: 'short', seed: 1 }))).toEqual([])
}, 120_000)
