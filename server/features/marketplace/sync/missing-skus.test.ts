import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stockRow, unitedStates } from '#server/testing/fake-marketplace.ts'
import {
  buildAccount,
  createStockSyncFixture,
  type SyncedCompany,
  type StockSyncFixture,
} from '#server/testing/stock-sync-fixture.ts'
import { countStock } from '#server/testing/stock.ts'

let test: StockSyncFixture
let company: SyncedCompany

beforeAll(async () => {
  test = await createStockSyncFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
  test.amazon.meanwhile = () => {}
  atAmazon('A', 'B', 'C')
  await company.sync(company.accountId)
  test.clock.advance(60)
})

const atAmazon = (...codes: string[]) =>
  void test.amazon.stock.set(
    unitedStates,
    codes.map((code) => stockRow(code)),
  )
const hour = 3600

describe('a SKU that a full read lacks', () => {
  it('is marked as missing, and keeps its quantities', async () => {
    atAmazon('A', 'B')
    const runId = await company.sync(company.accountId)
    expect(await company.sku('C')).toMatchObject({
      missingOnAmazonSince: test.clock.now(),
      amazonIntegrationId: company.accountId,
      level: { qtyAvailable: 10 },
    })
    expect(await company.run(runId)).toMatchObject({ rowsMissing: 1, rowsChanged: 0, differences: 1, error: null })
    expect((await company.sku('A')).missingOnAmazonSince).toBeNull()
  })

  it('goes to zero when a read an hour later lacks it too, stays marked and loses its home', async () => {
    atAmazon('A', 'B')
    await company.sync(company.accountId)
    const since = test.clock.now()
    test.clock.advance(hour - 1)
    await company.sync(company.accountId)
    expect((await company.sku('C')).level.qtyAvailable).toBe(10)
    test.clock.advance(1)
    const runId = await company.sync(company.accountId)
    expect(await company.sku('C')).toMatchObject({
      missingOnAmazonSince: since,
      amazonIntegrationId: null,
      level: { qtyAvailable: 0, source: 'amazon' },
    })
    expect(await company.run(runId)).toMatchObject({ rowsMissing: 1, rowsChanged: 1 })
    test.clock.advance(hour)
    expect(await company.run(await company.sync(company.accountId))).toMatchObject({ rowsMissing: 0 })
  })

  it('is no longer marked when it is seen again, anywhere if it was gone', async () => {
    atAmazon('A', 'B')
    await company.sync(company.accountId)
    test.clock.advance(hour)
    atAmazon('A', 'B', 'C')
    await company.sync(company.accountId)
    expect(await company.sku('C')).toMatchObject({ missingOnAmazonSince: null, level: { qtyAvailable: 10 } })
    for (const _read of [1, 2]) {
      test.clock.advance(hour)
      atAmazon('A', 'B')
      await company.sync(company.accountId)
    }
    test.clock.advance(hour)
    const other = await buildAccount(test.deps, company.id)
    atAmazon('C')
    await company.sync(other)
    expect(await company.sku('C')).toMatchObject({
      missingOnAmazonSince: null,
      amazonIntegrationId: other,
      level: { qtyAvailable: 10 },
    })
  })

  it('is not marked if Amazon reported it, even if it was counted since', async () => {
    const { id } = await company.sku('C')
    test.amazon.meanwhile = async () => {
      const readAt = new Date(test.clock.now().getTime() + 1000)
      await countStock(test.deps.db, company.id, id, { available: 4, source: 'sheet', readAt })
    }
    const runId = await company.sync(company.accountId)
    expect(await company.run(runId)).toMatchObject({ rowsMissing: 0 })
    expect(await company.sku('C')).toMatchObject({
      missingOnAmazonSince: null,
      level: { qtyAvailable: 4, seenAt: test.clock.now() },
    })
  })

  it('is ignored by a delta sync', async () => {
    atAmazon()
    const runId = await company.sync(company.accountId, 'delta')
    expect(await company.run(runId)).toMatchObject({ rowsMissing: 0, error: null })
    expect((await company.sku('C')).missingOnAmazonSince).toBeNull()
  })

  it('is ignored when its home is another account', async () => {
    const other = await buildAccount(test.deps, company.id)
    atAmazon('D')
    expect(await company.run(await company.sync(other))).toMatchObject({ rowsMissing: 0, rowsCreated: 1 })
  })
})

describe('an implausible full read', () => {
  it.each([
    ['nothing at all', [], 'Amazon returned no SKUs, so none were marked as missing.'],
    ['less than half', ['A'], 'Amazon returned 1 SKUs, after 3 last time, so none were marked as missing.'],
  ])('marks nothing: %s', async (_what, codes, says) => {
    atAmazon(...codes)
    const runId = await company.sync(company.accountId)
    expect(await company.run(runId)).toMatchObject({ status: 'completed', rowsMissing: 0, error: says })
    expect((await company.sku('C')).missingOnAmazonSince).toBeNull()
  })
})
