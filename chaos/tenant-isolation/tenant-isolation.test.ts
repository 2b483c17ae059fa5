import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Web } from '../harness/web-server.ts'
import { openWebOfTest } from '../harness/test-web-server.ts'
import { failuresOf } from '../scenario-result.ts'
import { askForOthers } from './scenario.ts'
import { runTwinCompanies } from './twin-companies.ts'

let web: Web
beforeAll(async () => {
  web = await openWebOfTest()
}, 60_000)
afterAll(() => web.close())

const patient = { timeout: 120_000 }

it('answers for what is another company’s as for what nobody has', patient, async () => {
  const outcome = await askForOthers(web, { size: 'short', seed: 11 })
  expect(failuresOf(outcome)).toEqual([])
})

it('lets companies that call everything the same act side by side as if each were alone', patient, async () => {
  const outcome = await runTwinCompanies(web, { size: 'short', seed: 11 })
  expect(failuresOf(outcome)).toEqual([])
})
