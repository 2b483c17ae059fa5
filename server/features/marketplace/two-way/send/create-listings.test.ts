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

const callsOf = (call: string) => company.amazon.asked.filter((asked) => asked.call === call)
const atAmazon = (code: string) => company.amazon.read(unitedStates, code)

it('makes a listing of a SKU that was never at Amazon, after asking Amazon about it', async () => {
  await company.add(['NEW'])
  const runId = await company.sync()
  expect(await company.changes(runId)).toMatchObject([{ sku: 'NEW', field: 'listing', outcome: 'sent', reason: null }])
  expect(callsOf('suggestProductType')).toMatchObject([{ values: [{ title: 'Title of NEW' }] }])
  expect(callsOf('create')).toHaveLength(2)
  expect(atAmazon('NEW')).toMatchObject({ values: { title: 'Title of NEW', price: '20.00', quantity: 5 } })
})

it('makes an offer on the item of the SKU’s ASIN', async () => {
  await company.add(['NEW'], { asin: 'B0MUG00001' })
  await company.sync()
  expect(callsOf('suggestProductType')).toEqual([])
  expect(atAmazon('NEW')).toMatchObject({ asin: 'B0MUG00001', values: { price: '20.00' } })
})

it('makes it once: what is read back is ours, and what changed here since is sent', async () => {
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

it('makes nothing when Amazon wants more, and says what at the SKU', async () => {
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

it('says what to do when Amazon knows no type of product for the title', async () => {
  company.amazon.suggestion = null
  await company.add(['NEW'])
  const runId = await company.sync()
  expect(await company.changes(runId)).toMatchObject([
    { outcome: 'rejected', reason: expect.stringContaining('Give the SKU its ASIN') },
  ])
  expect(callsOf('create')).toEqual([])
})

it('goes on after an answer that was lost, and leaves a SKU that has changed since to the next sync', async () => {
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
