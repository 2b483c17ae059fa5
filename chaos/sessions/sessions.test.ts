import { expect, it } from 'vitest'
import { openWebOfTest } from '../harness/test-web-server.ts'
import { failuresOf } from '../scenario-result.ts'
import { endSessionsElsewhere } from './scenario.ts'

it('ends a session at once in a process that has it from before', { timeout: 120_000 }, async () => {
  const web = await openWebOfTest({ web: 2 })
  const outcome = await endSessionsElsewhere(web, { size: 'short', seed: 11 })
  await web.close()
  expect(failuresOf(outcome)).toEqual([])
})
