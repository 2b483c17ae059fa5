import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StockDifference, type DriftReport, type SyncRun } from '#contract/marketplace.ts'
import { newId } from '#server/platform/ids.ts'
import { type Browser, readAllPages } from '#server/testing/app.ts'
import { stockRow, unitedStates } from '#server/testing/fake-marketplace.ts'
import {
  createStockSyncFixture,
  type SyncedCompany,
  type StockSyncFixture,
} from '#server/testing/stock-sync-fixture.ts'
import { countStock } from '#server/testing/stock.ts'
import { queryJobs } from '#server/testing/test-jobs.ts'

let test: StockSyncFixture
let company: SyncedCompany
let browser: Browser

beforeAll(async () => {
  test = await createStockSyncFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
  browser = await test.as('readonly', company.id)
  test.amazon.stock.clear()
})

const atAmazon = (...rows: ReturnType<typeof stockRow>[]) => void test.amazon.stock.set(unitedStates, rows)
const drift = async () => (await browser.get('/api/amazon/drift')).json<DriftReport | null>()
const differences = async (runId: string, query = '') =>
  (await browser.get(`/api/amazon/sync-runs/${runId}/differences${query}`)).json<StockDifference[]>()
const quantities = (qtyAvailable: number, qtyReserved = 0, qtyInbound = 0) => ({
  qtyAvailable,
  qtyReserved,
  qtyInbound,
})

describe('the drift report', () => {
  it('is empty before the first full read', async () => {
    expect(await drift()).toBeNull()
    atAmazon(stockRow('A'))
    await company.sync(company.accountId, 'delta')
    expect(await drift()).toBeNull()
  })

  it('lists each difference with its cause and both numbers', async () => {
    const codes = ['SAME', 'TYPED', 'CHANGED', 'INBOUND', 'MISSED', 'GONE']
    atAmazon(...codes.map((code) => stockRow(code)))
    await company.sync(company.accountId)
    test.clock.advance(60)
    const typed = await company.sku('TYPED')
    await countStock(test.deps.db, company.id, typed.id, { available: 4, source: 'sheet', readAt: test.clock.now() })
    const before = new Date(test.clock.now().getTime() - 3600_000)
    const since = test.clock.now()
    test.clock.advance(60)
    atAmazon(
      stockRow('SAME'),
      stockRow('TYPED'),
      stockRow('CHANGED', { qtyAvailable: 8, qtyReserved: 2, changedAt: since }),
      stockRow('INBOUND', { qtyInbound: 40, changedAt: before }),
      stockRow('MISSED', { qtyAvailable: 1, changedAt: before }),
      stockRow('NEW', { qtyAvailable: 3 }),
    )
    const runId = await company.sync(company.accountId)
    expect((await differences(runId)).map(({ sku, cause, here, amazon }) => [sku, cause, here, amazon])).toEqual([
      ['CHANGED', 'changed_since', quantities(10), quantities(8, 2)],
      ['GONE', 'missing_on_amazon', quantities(10), null],
      ['INBOUND', 'changed_since', quantities(10), quantities(10, 0, 40)],
      ['MISSED', 'missed', quantities(10), quantities(1)],
      ['NEW', 'new_on_amazon', null, quantities(3)],
      ['TYPED', 'typed_here', quantities(4), quantities(10)],
    ])
    expect(await drift()).toEqual({
      runId,
      comparedAt: test.clock.now().toISOString(),
      skusCompared: 6,
      differences: 6,
      unexplained: 1,
    })
    expect(await differences(runId, '?cause=missed')).toMatchObject([{ sku: 'MISSED', title: 'Title of MISSED' }])
  })

  it('counts all differences and stores the first thousand of a cause', async () => {
    atAmazon(...Array.from({ length: 1_100 }, (_, index) => stockRow(`S${index}`)))
    const runId = await company.sync(company.accountId)
    expect(await drift()).toMatchObject({ differences: 1_100, skusCompared: 1_100 })
    const pages = await readAllPages(browser, `/api/amazon/sync-runs/${runId}/differences?limit=500`, StockDifference)
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [500, 1_000],
      [500, 1_000],
    ])
  })

  it('is invisible to other companies', async () => {
    atAmazon(stockRow('A'))
    const runId = await company.sync(company.accountId)
    const stranger = await test.as('ops')
    expect((await stranger.get(`/api/amazon/sync-runs/${runId}/differences`)).statusCode).toBe(404)
    expect((await stranger.get('/api/amazon/sync-runs')).json()).toEqual([])
    expect((await stranger.get('/api/amazon/drift')).json()).toBeNull()
    expect((await browser.get(`/api/amazon/sync-runs/${newId()}/differences`)).statusCode).toBe(404)
  })
})

describe('the list of syncs', () => {
  it('is sorted newest first, with progress relative to the last full read', async () => {
    atAmazon(stockRow('A'), stockRow('B'))
    const first = await company.sync(company.accountId)
    test.clock.advance(60)
    const second = await company.request(company.accountId, 'delta')
    const runs = (await browser.get('/api/amazon/sync-runs')).json<SyncRun[]>()
    expect(runs).toMatchObject([
      { id: second, status: 'running', mode: 'delta', rowsRead: 0, rowsExpected: 2, finishedAt: null },
      { id: first, status: 'completed', accountName: 'Harbor Home', rowsRead: 2, rowsCreated: 2, rowsExpected: null },
    ])
  })

  it('shows a sync as failed whose job has failed for good', async () => {
    const runId = await company.request(company.accountId)
    const { jobId } = await company.run(runId)
    await queryJobs(test.deps.db, `update pgboss.job set state = 'failed' where id = $1`, [jobId])
    const runs = (await browser.get('/api/amazon/sync-runs')).json<SyncRun[]>()
    expect(runs).toMatchObject([{ id: runId, status: 'failed', error: 'It was interrupted and not resumed.' }])
  })
})

describe('a SKU stocked by Amazon', () => {
  it('shows where, and since when it is missing', async () => {
    atAmazon(stockRow('A'), stockRow('B'))
    await company.sync(company.accountId)
    test.clock.advance(60)
    atAmazon(stockRow('B'))
    await company.sync(company.accountId)
    const { id } = await company.sku('A')
    expect((await browser.get(`/api/inventory/${id}`)).json()).toMatchObject({
      stockedAt: { accountName: 'Harbor Home', marketplace: unitedStates },
      missingOnAmazonSince: test.clock.now().toISOString(),
    })
    expect((await browser.get('/api/inventory')).json()).toMatchObject([
      { sku: 'A', missingOnAmazonSince: test.clock.now().toISOString() },
      { sku: 'B', missingOnAmazonSince: null },
    ])
  })
})
