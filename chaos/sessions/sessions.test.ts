import { expect, it } from 'vitest'
import { startTestWebSystem } from '../harness/test-web-server.ts'
import { failuresOf } from '../scenario-result.ts'
import { revokeAcrossProcesses } from './scenario.ts'

it(
  'a session that is revoked at one process ends at once in another that has it cached',
  { timeout: 120_000 },
  async () => {
    const web = await startTestWebSystem({ web: 2 })
    const result = await revokeAcrossProcesses(web, { size: 'short', seed: 11 })
    await web.close()
    expect(failuresOf(result)).toEqual([])
  },
)
