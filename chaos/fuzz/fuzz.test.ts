import { expect, it } from 'vitest'
import { openWebOfTest } from '../harness/test-web-server.ts'
import { failuresOf } from '../scenario-result.ts'
import { fuzz } from './scenario.ts'

it('answers whatever is sent, and never with a fault of ours or with our insides', { timeout: 120_000 }, async () => {
  const web = await openWebOfTest()
  const outcome = await fuzz(web, { size: 'short', seed: 11 })
  await web.close()
  expect(failuresOf(outcome)).toEqual([])
})
