import { expect, it } from 'vitest'
import { startTestWebSystem } from '../harness/test-web-server.ts'
import { failuresOf } from '../scenario-result.ts'
import { fuzz } from './scenario.ts'

it(
  'the server answers every malformed request without a 5xx and without exposing internals',
  { timeout: 120_000 },
  async () => {
    const web = await startTestWebSystem()
    const result = await fuzz(web, { size: 'short', seed: 11 })
    await web.close()
    expect(failuresOf(result)).toEqual([])
  },
)
