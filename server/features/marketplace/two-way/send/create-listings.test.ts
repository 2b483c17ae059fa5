import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Unavailable } from '#server/ports/failure.ts'
import { objection } from '#server/testing/fake-listings.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import {
  createOutgoingChangesFixture,
  type OutgoingChangesCompany,
  type OutgoingChangesFixture,
} from '#server/testing/two-way-fixture.ts'

let test: OutgoingChangesFixture
let company: OutgoingChangesCompany

beforeAll(async () => {
  test = await createOutgoingChangesFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
})

const callsOf = (call: string) => company.amazon.asked.filter((request) => request.call === call)
const atAmazon = (code: string) => company.amazon.read(unitedStates, code)

it('a SKU that was never listed is created at Amazon, after a validation preview', async () => {
  await company.add(['NEW'])
  const runId = await company.sync()
  expect(await company.changes(runId)).toMatchObject([{ sku: 'NEW', field: 'listing', outcome: 'sent', reason: null }])
  expect(callsOf('suggestProductType')).toMatchObject([{ values: [{ title: 'Title of NEW' }] }])
  expect(callsOf('create')).toHaveLength(2)
  expect(atAmazon('NEW')).toMatchObject({ values: { title: 'Title of NEW', price: '20.00', quantity: 5 } })
})

it('a SKU with an ASIN becomes an offer on that item', async () => {
  await company.add(['NEW'], { asin: 'B0MUG00001' })
  await company.sync()
  expect(callsOf('suggestProductType')).toEqual([])
  expect(atAmazon('NEW')).toMatchObject({ asin: 'B0MUG00001', values: { price: '20.00' } })
})

it('a listing is created once: its echo is recognized, and later changes here are sent', async () => {
  company.amazon.settleSeconds = 60
  await company.add(['NEW'])
  await company.sync()
  await company.edit('NEW', { price: '22.00' })
  test.clock.advance(60)
  await company.sync()
  test.clock.advance(60)
  expect(atAmazon('NEW')?.values.price).toBe('22.00')
  expect(callsOf('create')).toHaveLength(2)
  expect(await company.changes(await company.sync())).toEqual([])
})

it('a listing that lacks required attributes is not created, and the SKU shows what is missing', async () => {
  company.amazon.objections.set('NEW', [objection({ message: '“brand” is required.', attributes: ['brand'] })])
  await company.add(['NEW'])
  const runId = await company.sync()
  expect(await company.changes(runId)).toMatchObject([{ outcome: 'rejected', reason: '“brand” is required.' }])
  expect(await company.listing('NEW')).toMatchObject({
    readAt: null,
    statuses: [],
    sendError: '“brand” is required.',
    issues: [{ message: '“brand” is required.', attributes: ['brand'] }],
  })
  expect(callsOf('create')).toHaveLength(1)
  expect(await company.changes(await company.sync())).toEqual([])
  company.amazon.objections.clear()
  await company.edit('NEW', { title: 'Northfield mug' })
  await company.sync()
  expect(atAmazon('NEW')?.values.title).toBe('Northfield mug')
  expect(await company.listing('NEW')).toMatchObject({ sendError: null })
})

it('a title without a suggested product type leads to an instruction for the user', async () => {
  company.amazon.suggestion = null
  await company.add(['NEW'])
  const runId = await company.sync()
  expect(await company.changes(runId)).toMatchObject([
    { outcome: 'rejected', reason: expect.stringContaining('Enter the SKU’s ASIN') },
  ])
  expect(callsOf('create')).toEqual([])
})

it('after a lost answer creating continues, and a SKU changed meanwhile is left to the next sync', async () => {
  await company.add(['A-NEW'])
  await company.add(['B-NEW'])
  const runId = await company.request()
  company.amazon.meanwhile = ({ call, names }) => {
    if (call === 'create' && names[0] === 'B-NEW') throw new Unavailable('Amazon is away.')
  }
  await expect(company.carryOut(runId)).rejects.toThrow('Amazon is away.')
  company.amazon.meanwhile = () => {}
  await company.edit('B-NEW', { price: '22.00' })
  await company.carryOut(runId)
  expect(await company.changes(runId)).toMatchObject([
    { sku: 'A-NEW', outcome: 'sent' },
    { sku: 'B-NEW', outcome: 'skipped' },
  ])
  await company.sync()
  expect(atAmazon('B-NEW')?.values.price).toBe('22.00')
})
