import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { objection } from '#server/testing/fake-listings.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import {
  createOutgoingChangesFixture,
  buildSyncedSkus,
  type OutgoingChangesCompany,
  type OutgoingChangesFixture,
} from '#server/testing/two-way-fixture.ts'

const codes = Array.from({ length: 400 }, (_, index) => `SKU-${String(index).padStart(3, '0')}`)

let test: OutgoingChangesFixture
let company: OutgoingChangesCompany
let runs = 0

beforeAll(async () => {
  test = await createOutgoingChangesFixture()
  company = await test.company()
  await buildSyncedSkus(company, codes)
})
afterAll(() => test.close())
beforeEach(async () => {
  Object.assign(company.amazon, { workSeconds: 0, workFailure: null })
  company.amazon.objections.clear()
  company.amazon.meanwhile = () => {}
  // Values sent by earlier tests have been read back long ago.
  test.clock.advance(3_600)
  await company.sync()
  company.amazon.asked.length = 0
  runs += 1
  await company.ctx.transaction((tx) => tx.execute(sql`update skus set title = sku || ${` no. ${runs}`}`))
})

const callsOf = (call: string) => company.amazon.asked.filter((request) => request.call === call)
const titleAt = (code: string) => company.amazon.read(unitedStates, code)?.values.title
const outcomesOf = async (runId: string) => Map.groupBy(await company.changes(runId), ({ outcome }) => outcome)

it('more than 300 SKUs are sent in one feed, without blocking the worker meanwhile', async () => {
  company.amazon.workSeconds = 90
  const runId = await company.request()
  await expect(company.carryOut(runId)).rejects.toMatchObject({ name: 'Unavailable', retryAfterSeconds: 30 })
  expect(await company.run(runId)).toMatchObject({
    status: 'running',
    error: expect.stringContaining('still processing'),
  })
  test.clock.advance(90)
  await company.carryOut(runId)
  expect(await company.run(runId)).toMatchObject({ status: 'completed', result: { toAmazon: 400, rejected: 0 } })
  expect((await outcomesOf(runId)).get('sent')).toHaveLength(400)
  expect(callsOf('beginPatches')).toMatchObject([{ names: { length: 400 } }])
  expect(callsOf('patch')).toEqual([])
  expect(codes.map(titleAt)).toEqual(codes.map((code) => `${code} no. ${runs}`))
})

it('a feed whose id was lost is submitted again, and feeds may overlap', async () => {
  const runId = await company.request()
  company.amazon.loseNextAnswer('beginPatches', new Error('killed'))
  await expect(company.carryOut(runId)).rejects.toThrow('killed')
  await company.carryOut(runId)
  expect((await outcomesOf(runId)).get('sent')).toHaveLength(400)
  expect(callsOf('beginPatches')).toHaveLength(2)
  expect((await company.listing('SKU-000'))?.sent).toEqual({ title: [expect.objectContaining({ isRejected: false })] })
})

it('a feed is collected however late, and the rest is left to the next sync', async () => {
  company.amazon.workSeconds = 2 * 3_600
  const runId = await company.request()
  await expect(company.carryOut(runId)).rejects.toMatchObject({ name: 'Unavailable' })
  test.clock.advance(2 * 3_600)
  await company.carryOut(runId)
  expect((await outcomesOf(runId)).get('sent')).toHaveLength(400)
})

it('refusals in a feed are stored with the SKU, for the fields that were refused', async () => {
  await company.edit('SKU-007', { price: '21.00' })
  const tooLoud = [objection({ message: 'The title is too loud.' })]
  for (const code of ['SKU-007', 'SKU-008']) company.amazon.objections.set(code, tooLoud)
  company.amazon.meanwhile = ({ call, values }) => {
    if (call !== 'patch') return
    if (values[0]?.title === undefined) company.amazon.objections.delete('SKU-007')
    else company.amazon.objections.set('SKU-007', tooLoud)
  }
  const runId = await company.sync()
  const outcomes = await outcomesOf(runId)
  expect(outcomes.get('sent')).toHaveLength(399)
  expect(outcomes.get('rejected')).toMatchObject([
    { sku: 'SKU-007', field: 'title', reason: 'The title is too loud.' },
    { sku: 'SKU-008', field: 'title', reason: 'The title is too loud.' },
  ])
  expect(callsOf('patch').map(({ names }) => names[0])).toEqual(['SKU-007', 'SKU-007', 'SKU-007'])
  expect(await company.listing('SKU-008')).toMatchObject({ sendError: 'The title is too loud.' })
})

it('after a failed feed nothing is sent at once, and everything later', async () => {
  company.amazon.workFailure = 'The file could not be read.'
  const runId = await company.sync()
  const { length } = (await outcomesOf(runId)).get('skipped') ?? []
  expect(length).toBe(400)
  expect((await company.changes(runId))[0]?.reason).toBe(
    'Amazon didn’t process the changes. The file could not be read.',
  )
  company.amazon.workFailure = null
  expect(await company.changes(await company.sync())).toEqual([])
  test.clock.advance(16 * 60)
  expect((await outcomesOf(await company.sync())).get('sent')).toHaveLength(400)
})
