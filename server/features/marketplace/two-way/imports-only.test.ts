import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import type { FakeListings } from '#server/testing/fake-listings.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'
import { countStock } from '#server/testing/stock.ts'
import { createTwoWayFixture, type TwoWayCompany, type TwoWayFixture } from '#server/testing/two-way-fixture.ts'
import { readStatus } from '../connect/status.ts'
import { disconnectAccount } from '../connect/accounts.ts'
import { previewTwoWay, syncTwoWay } from './two-way-sync.ts'

let test: TwoWayFixture
let company: TwoWayCompany
let amazon: FakeListings
let accountId: string

beforeAll(async () => {
  test = await createTwoWayFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
  await disconnectAccount(company.ctx, { id: company.accountId })
  accountId = await buildAccount(test.deps, company.id, { sendsSince: null })
  amazon = test.freshListings()
  const { db } = test.deps
  const product = await buildProduct(db, company.id, { title: 'Lamp' })
  const sku = await buildSku(db, company.id, { sku: 'A', productId: product.id, price: '20.00' })
  await countStock(db, company.id, sku.id, { available: 5, source: 'sheet' })
  await buildSku(db, company.id, { sku: 'ONLY-HERE', price: '5.00', asin: 'B000000001' })
  amazon.put(unitedStates, 'A', { values: { title: 'Lamp', brand: 'Pine', price: '25.00' } })
})

const sentThere = () => amazon.asked.filter(({ call }) => ['patch', 'create', 'beginPatches'].includes(call))

it('a sync before the first two-way sync fills empty fields and sends nothing', async () => {
  const runId = await company.sync(accountId)
  expect(await company.summary(runId)).toMatchObject([{ field: 'brand', direction: 'to_lockstep', outcome: 'taken' }])
  expect(await company.sku('A')).toMatchObject({ price: '20.00' })
  expect(sentThere()).toEqual([])
  expect(await readStatus(company.ctx)).toMatchObject({ isConnected: true, sendsChanges: false })
})

it('a preview before the first two-way sync shows what would be sent, conflicts included', async () => {
  await company.sync(accountId)
  const [preview] = await previewTwoWay(company.ctx)
  await company.carryOut(preview?.id ?? '')
  const fields = (await company.summary(preview?.id ?? '')).map(({ field, isConflict }) => [field, isConflict])
  expect(fields).toEqual(
    expect.arrayContaining([
      ['price', true],
      ['listing', false],
    ]),
  )
  expect(sentThere()).toEqual([])
})

it('the first two-way sync sends changes, and replaces an import-only run in progress', async () => {
  const importing = await company.request(accountId)
  const [forced] = await syncTwoWay(company.ctx)
  expect(forced?.id).not.toBe(importing)
  expect(await company.run(importing)).toMatchObject({ status: 'failed', error: 'A sync has taken its place.' })
  await company.carryOut(forced?.id ?? '')
  expect(sentThere()).not.toEqual([])
  expect(await readStatus(company.ctx)).toMatchObject({ sendsChanges: true })
})

it('after a disconnect nothing is sent until a two-way sync is started again', async () => {
  await syncTwoWay(company.ctx)
  await disconnectAccount(company.ctx, { id: accountId })
  const again = await company.ctx.transaction((tx) =>
    tx.execute(`select sends_since from amazon_integrations where id = '${accountId}'`),
  )
  expect(again.rows).toEqual([{ sends_since: null }])
})
