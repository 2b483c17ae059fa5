import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { acceptHolds, holdUnits } from '#server/features/inventory/holds.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { newId } from '#server/platform/ids.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { countLockWaits } from '#server/testing/database-contents.ts'
import { canada, stockRow, unitedStates } from '#server/testing/fake-marketplace.ts'
import {
  buildAccount,
  createStockSyncFixture,
  type SyncedCompany,
  type StockSyncFixture,
} from '#server/testing/stock-sync-fixture.ts'
import { buildFulfillment, buildOrderWithLines, countStock } from '#server/testing/stock.ts'

let test: StockSyncFixture
let company: SyncedCompany

beforeAll(async () => {
  test = await createStockSyncFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
  test.amazon.stock.clear()
  test.amazon.meanwhile = () => {}
})

const atAmazon = (...rows: ReturnType<typeof stockRow>[]) => void test.amazon.stock.set(unitedStates, rows)
const sell = (marketplaceIds: string[]) =>
  company.ctx.transaction((tx) =>
    tx.update(amazonIntegrations).set({ marketplaceIds }).where(eq(amazonIntegrations.id, company.accountId)),
  )

describe('a known SKU', () => {
  it('gets Amazon’s quantities, its home, ASIN and FNSKU', async () => {
    await buildSku(test.deps.db, company.id, { sku: 'TEE-L', asin: 'B0TYPED', isActive: false })
    atAmazon(stockRow('TEE-L', { asin: 'B0TEE', fnsku: 'X001', qtyAvailable: 7, qtyReserved: 2, qtyInbound: 30 }))
    const runId = await company.sync(company.accountId)
    expect(await company.sku('TEE-L')).toMatchObject({
      asin: 'B0TEE',
      fnsku: 'X001',
      stockHolder: 'amazon',
      isActive: false,
      lastAmazonSync: test.clock.now(),
      amazonIntegrationId: company.accountId,
      amazonMarketplaceId: unitedStates,
      level: { qtyAvailable: 7, qtyReserved: 2, qtyInbound: 30, source: 'amazon', readAt: test.clock.now() },
    })
    expect(await company.run(runId)).toMatchObject({ status: 'completed', rowsRead: 1, rowsChanged: 1, rowsCreated: 0 })
  })

  it('keeps its ASIN where Amazon has none, and its version while only its stock changes', async () => {
    await buildSku(test.deps.db, company.id, { sku: 'TEE-L', asin: 'B0TYPED' })
    atAmazon(stockRow('TEE-L'))
    await company.sync(company.accountId)
    expect(await company.sku('TEE-L')).toMatchObject({ asin: 'B0TYPED', version: 1 })
  })

  it('gets a snapshot only where a quantity changed', async () => {
    atAmazon(stockRow('A'), stockRow('B'))
    await company.sync(company.accountId)
    const { level: _seen, ...before } = await company.sku('A')
    test.clock.advance(60)
    atAmazon(stockRow('A'), stockRow('B', { qtyAvailable: 3 }))
    const runId = await company.sync(company.accountId)
    expect(await company.run(runId)).toMatchObject({ rowsRead: 2, rowsChanged: 1 })
    expect(await company.snapshots()).toHaveLength(3)
    expect(await company.sku('A')).toMatchObject({ ...before, level: { seenAt: test.clock.now() } })
  })

  it('is updated when Amazon reports another ASIN, and publishes the change', async () => {
    atAmazon(stockRow('A', { asin: 'B0OLD' }))
    await company.sync(company.accountId)
    test.clock.advance(60)
    atAmazon(stockRow('A', { asin: 'B0NEW' }))
    await company.sync(company.accountId)
    expect(await company.sku('A')).toMatchObject({ asin: 'B0NEW', version: 2, lastAmazonSync: test.clock.now() })
  })

  it('keeps a count made after the read', async () => {
    const { id } = await buildSku(test.deps.db, company.id, { sku: 'A' })
    atAmazon(stockRow('A', { qtyAvailable: 10 }))
    test.amazon.meanwhile = async () => {
      const readAt = new Date(test.clock.now().getTime() + 1000)
      await countStock(test.deps.db, company.id, id, { available: 4, source: 'sheet', readAt })
    }
    await company.sync(company.accountId)
    expect((await company.sku('A')).level).toMatchObject({ qtyAvailable: 4, source: 'sheet' })
  })
})

describe('an unknown SKU', () => {
  it('is created with its product, under Amazon’s title', async () => {
    atAmazon(stockRow('NEW-1', { title: 'Harbor lantern', asin: 'B0NEW1' }), stockRow('NEW-2', { title: null }))
    const runId = await company.sync(company.accountId)
    const made = await company.ctx.transaction((tx) => tx.select().from(products).orderBy(products.title))
    expect(made.map(({ title, isActive }) => [title, isActive])).toEqual([
      ['Harbor lantern', true],
      ['NEW-2', true],
    ])
    expect(await company.sku('NEW-1')).toMatchObject({
      stockHolder: 'amazon',
      isActive: true,
      asin: 'B0NEW1',
      title: null,
    })
    expect(await company.run(runId)).toMatchObject({ rowsCreated: 2, rowsChanged: 2 })
  })

  it('is part of one audit entry per batch', async () => {
    atAmazon(stockRow('NEW-1'), stockRow('NEW-2'))
    const runId = await company.sync(company.accountId)
    const entries = await company.ctx.transaction((tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'amazon.add-skus')),
    )
    expect(entries).toMatchObject([{ resourceId: runId, changes: { after: { created: 2, skus: ['NEW-1', 'NEW-2'] } } }])
  })

  it('joins the active product with its ASIN, and two of one ASIN share a new product', async () => {
    const tee = await buildProduct(test.deps.db, company.id, { title: 'Tee' })
    const old = await buildProduct(test.deps.db, company.id, { title: 'Old', isActive: false })
    await buildSku(test.deps.db, company.id, { sku: 'TEE', asin: 'B0TEE', productId: tee.id })
    await buildSku(test.deps.db, company.id, { sku: 'OLD', asin: 'B0OLD', productId: old.id, isActive: false })
    atAmazon(
      stockRow('TEE-FBA', { asin: 'B0TEE' }),
      stockRow('OLD-FBA', { asin: 'B0OLD' }),
      stockRow('MUG-1', { asin: 'B0MUG' }),
      stockRow('MUG-2', { asin: 'B0MUG' }),
    )
    await company.sync(company.accountId)
    expect((await company.sku('TEE-FBA')).productId).toBe(tee.id)
    expect((await company.sku('OLD-FBA')).productId).not.toBe(old.id)
    expect((await company.sku('MUG-1')).productId).toBe((await company.sku('MUG-2')).productId)
  })

  it('that comes twice in one read is created once, from the last row', async () => {
    atAmazon(stockRow('A', { qtyAvailable: 1 }), stockRow('A', { qtyAvailable: 2 }))
    await company.sync(company.accountId)
    expect((await company.sku('A')).level.qtyAvailable).toBe(2)
  })

  it('that a user creates at the same time is updated, not created twice', async () => {
    atAmazon(stockRow('A', { qtyAvailable: 5 }))
    const runId = await company.begin(company.accountId, 'full')
    const product = await buildProduct(test.deps.db, company.id)
    const syncing = await company.ctx.transaction(async (tx) => {
      await tx.insert(skus).values({ companyId: company.id, id: newId(), productId: product.id, sku: 'A' })
      const started = company.carryOut(runId)
      await expect.poll(() => countLockWaits(test.deps.db), { interval: 5 }).toBe(1)
      return { started }
    })
    await syncing.started
    expect(await company.run(runId)).toMatchObject({ status: 'completed', rowsCreated: 0, rowsRead: 1 })
    expect(await company.sku('A')).toMatchObject({ productId: product.id, level: { qtyAvailable: 5 } })
  })
})

describe('a SKU in several places', () => {
  it('is counted in the first marketplace it was seen in and never added up', async () => {
    await sell([unitedStates, canada])
    atAmazon(stockRow('A', { qtyAvailable: 5 }))
    test.amazon.stock.set(canada, [stockRow('A', { qtyAvailable: 9 }), stockRow('B', { qtyAvailable: 1 })])
    const runId = await company.sync(company.accountId)
    expect((await company.sku('A')).level.qtyAvailable).toBe(5)
    expect((await company.sku('B')).amazonMarketplaceId).toBe(canada)
    expect(await company.run(runId)).toMatchObject({ rowsRead: 3, rowsElsewhere: 1, rowsCreated: 2 })
  })

  it('moves when its marketplace is deselected or its account disconnected', async () => {
    await sell([unitedStates, canada])
    atAmazon(stockRow('A', { qtyAvailable: 5 }))
    test.amazon.stock.set(canada, [stockRow('A', { qtyAvailable: 9 })])
    await company.sync(company.accountId)
    await sell([canada])
    test.clock.advance(60)
    await company.sync(company.accountId)
    expect(await company.sku('A')).toMatchObject({ amazonMarketplaceId: canada, level: { qtyAvailable: 9 } })
    const other = await buildAccount(test.deps, company.id, { marketplaceIds: [unitedStates] })
    const elsewhere = await company.sync(other)
    expect(await company.run(elsewhere)).toMatchObject({ rowsElsewhere: 1, rowsChanged: 0 })
    await company.ctx.transaction((tx) =>
      tx
        .update(amazonIntegrations)
        .set({ disconnectedAt: test.clock.now(), isActive: false })
        .where(eq(amazonIntegrations.id, company.accountId)),
    )
    test.clock.advance(60)
    await company.sync(other)
    expect(await company.sku('A')).toMatchObject({ amazonIntegrationId: other, level: { qtyAvailable: 5 } })
  })

  it('gets one home when two accounts report it at once', async () => {
    const other = await buildAccount(test.deps, company.id)
    atAmazon(...Array.from({ length: 60 }, (_, index) => stockRow(`S${index}`)))
    const runs = await Promise.all([company.sync(company.accountId), company.sync(other)])
    const counts = await Promise.all(runs.map(company.run))
    expect(counts.map(({ rowsCreated }) => rowsCreated).toSorted((a, b) => a - b)).toEqual([0, 60])
    expect(counts.map(({ rowsElsewhere }) => rowsElsewhere).toSorted((a, b) => a - b)).toEqual([0, 60])
  })
})

describe('a delta sync', () => {
  const changedAt = (minutes: number) => new Date(test.clock.now().getTime() + minutes * 60_000)

  it('requests changes since five minutes before the last read began', async () => {
    atAmazon(stockRow('A', { changedAt: changedAt(-60) }), stockRow('B', { changedAt: changedAt(-4) }))
    await company.sync(company.accountId)
    const began = test.clock.now()
    test.clock.advance(1800)
    const runId = await company.sync(company.accountId, 'delta')
    const request = test.amazon.asked.at(-1)
    expect(request).toMatchObject({ question: { changedSince: new Date(began.getTime() - 300_000) } })
    expect(await company.run(runId)).toMatchObject({ mode: 'delta', rowsRead: 1, differences: 0, rowsMissing: 0 })
  })

  it('reads everything before the first full read', async () => {
    atAmazon(stockRow('A'))
    await company.sync(company.accountId, 'delta')
    expect(test.amazon.asked.at(-1)).not.toHaveProperty('question.changedSince')
  })
})

describe('stock holds', () => {
  it('end with a read after Amazon accepted them, and not with an earlier one', async () => {
    atAmazon(stockRow('A', { qtyAvailable: 10 }))
    await company.sync(company.accountId)
    const { id: skuId } = await company.sku('A')
    const order = await buildOrderWithLines(test.deps.db, company.id, [{ skuId, quantity: 2 }])
    const { id: fulfillmentId } = await buildFulfillment(test.deps.db, company.id, order)
    await company.ctx.transaction((tx) =>
      holdUnits(tx, { companyId: company.id, orderId: order.id, at: test.clock.now() }),
    )
    const acceptedAt = new Date(test.clock.now().getTime() + 60_000)
    const acceptance = { companyId: company.id, fulfillmentId, acceptedAt }
    await company.ctx.transaction((tx) => acceptHolds(tx, acceptance))
    test.clock.advance(30)
    await company.sync(company.accountId)
    expect((await company.sku('A')).level).toMatchObject({ qtyAvailable: 10, qtyHeld: 2, qtyFree: 8 })
    test.clock.advance(60)
    atAmazon(stockRow('A', { qtyAvailable: 8, qtyReserved: 2 }))
    await company.sync(company.accountId)
    expect((await company.sku('A')).level).toMatchObject({ qtyAvailable: 8, qtyHeld: 0, qtyFree: 8 })
  })
})
