import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import {
  createOutgoingChangesFixture,
  buildSyncedSkus,
  type OutgoingChangesCompany,
  type OutgoingChangesFixture,
} from '#server/testing/two-way-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'

let test: OutgoingChangesFixture
let company: OutgoingChangesCompany

beforeAll(async () => {
  test = await createOutgoingChangesFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
  await buildSyncedSkus(company, ['A'])
})

const titleAt = (code: string) => company.amazon.read(unitedStates, code)?.values.title
const patched = () => company.amazon.asked.filter(({ call }) => call === 'patch')

/** Continues a planned sync after Amazon was unavailable and something else has happened. */
const onceAmazonIsBack = async (meanwhile: () => Promise<unknown>) => {
  await company.edit('A', { title: 'Mug', price: '21.00' })
  const runId = await company.request()
  company.amazon.failNext('patch', new Unavailable('Amazon is away.'))
  await expect(company.carryOut(runId)).rejects.toThrow('Amazon is away.')
  await meanwhile()
  await company.carryOut(runId)
  expect(await company.run(runId)).toMatchObject({ status: 'completed' })
  return company.changes(runId)
}

it('a planned change is not sent to an account that was disconnected and reconnected without a new two-way sync', async () => {
  const changes = await onceAmazonIsBack(() =>
    company.ctx.transaction((tx) => tx.update(amazonIntegrations).set({ sendsSince: null })),
  )
  expect(changes.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped'])
  expect(patched()).toHaveLength(1)
})

it('a planned price is not sent after the company has changed its currency', async () => {
  const changes = await onceAmazonIsBack(() => changeSettings(test.deps.db, company.ctx.companyId, { currency: 'EUR' }))
  expect(changes).toMatchObject([
    { field: 'price', outcome: 'skipped' },
    { field: 'title', outcome: 'sent' },
  ])
})

it('a planned change is not sent when the listing was read more than an hour ago', async () => {
  company.amazon.put(unitedStates, 'A', { asin: 'B0MUG00001', values: { title: 'Title of A' } })
  await company.edit('A', { title: 'Mug' })
  const runId = await company.request()
  company.amazon.failNext('readCatalog', new Unavailable('The catalogue is away.'))
  await expect(company.carryOut(runId)).rejects.toThrow('The catalogue is away.')
  test.clock.advance(3_601)
  await company.carryOut(runId)
  expect(await company.changes(runId)).toMatchObject([{ field: 'title', outcome: 'skipped' }])
  expect(patched()).toEqual([])
})

it('a planned change is skipped when Amazon was unavailable for an hour', async () => {
  await company.edit('A', { title: 'Mug' })
  const runId = await company.request()
  company.amazon.failNext('patch', new Unavailable('Amazon is away.'))
  await expect(company.carryOut(runId)).rejects.toThrow('Amazon is away.')
  test.clock.advance(3_601)
  await company.carryOut(runId)
  expect(await company.run(runId)).toMatchObject({ status: 'completed' })
  expect(await company.changes(runId)).toMatchObject([
    { outcome: 'skipped', reason: expect.stringContaining('will try again') },
  ])
  expect(patched()).toHaveLength(1)
  await company.sync()
  expect(titleAt('A')).toBe('Mug')
})
