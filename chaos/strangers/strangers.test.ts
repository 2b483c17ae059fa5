import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Web } from '../hostile/open-web.ts'
import { openWebOfTest } from '../hostile/web-of-test.ts'
import { failuresOf } from '../outcome.ts'
import { askForOthers } from './play.ts'
import { runTwinCompanies } from './twins.ts'

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
