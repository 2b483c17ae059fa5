import { expect, it } from 'vitest'
import { openWebOfTest } from '../hostile/web-of-test.ts'
import { failuresOf } from '../outcome.ts'
import { fuzz } from './play.ts'

it('answers whatever is sent, and never with a fault of ours or with our insides', { timeout: 120_000 }, async () => {
  const web = await openWebOfTest()
  const outcome = await fuzz(web, { size: 'short', seed: 11 })
  await web.close()
  expect(failuresOf(outcome)).toEqual([])
})
