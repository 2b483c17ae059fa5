import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WebSystem } from '../harness/web-server.ts'
import { startTestWebSystem } from '../harness/test-web-server.ts'
import { failuresOf } from '../scenario-result.ts'
import { probeForeignIds } from './scenario.ts'
import { runTwinCompanies } from './twin-companies.ts'

let web: WebSystem
beforeAll(async () => {
  web = await startTestWebSystem()
}, 60_000)
afterAll(() => web.close())

const longTimeout = { timeout: 120_000 }

it('ids of another company are answered like unknown ids', longTimeout, async () => {
  const result = await probeForeignIds(web, { size: 'short', seed: 11 })
  expect(failuresOf(result)).toEqual([])
})

it('companies with the same names act concurrently as if each were alone', longTimeout, async () => {
  const result = await runTwinCompanies(web, { size: 'short', seed: 11 })
  expect(failuresOf(result)).toEqual([])
})
