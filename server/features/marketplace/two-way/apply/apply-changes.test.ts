import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProductHistoryEntry } from '#contract/products.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { marketplaceSyncRuns } from '#server/platform/db/schema/marketplace.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import type { FakeListings } from '#server/testing/fake-listings.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { changeSettings } from '#server/testing/stock.ts'
import {
  buildSyncedSku,
  createTwoWayFixture,
  type TwoWayCompany,
  type TwoWayFixture,
} from '#server/testing/two-way-fixture.ts'

let test: TwoWayFixture
let company: TwoWayCompany
let amazon: FakeListings

beforeAll(async () => {
  test = await createTwoWayFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
  amazon = test.freshListings()
})

const sync = (mode?: 'full' | 'delta' | 'dry_run') => company.sync(company.accountId, mode)
const inStep = (product?: Parameters<typeof buildSyncedSku>[2], quantity?: number) =>
  buildSyncedSku(test, company, product, quantity)

describe('a change at Amazon', () => {
  it('is applied here, field by field', async () => {
    const { id, product } = await inStep()
    const values = { title: 'Lamp, new', price: '22.50', brand: 'Pine', description: 'Warm.', bulletPoints: ['a', 'b'] }
    test.laterAtAmazon('A', values)
    const runId = await sync('delta')
    const { price, ...ofProduct } = values
    expect(await company.sku('A')).toMatchObject({
      price,
      title: null,
      version: 2,
      product: { ...ofProduct, version: 2 },
    })
    expect(await company.listing(id, unitedStates)).toMatchObject({
      agreed: { ...values, bulletPoints: 'a\nb', quantity: '5' },
    })
    expect(new Set((await company.summary(runId)).map(({ outcome }) => outcome))).toEqual(new Set(['taken']))
    expect(await company.run(runId)).toMatchObject({ rowsChanged: 5, differences: 5 })
    expect(await company.summary(await sync('delta'))).toEqual([])
    expect(product.version).toBe(1)
  })

  it('is in the product’s history with Amazon as the actor, and once in the audit log for the batch', async () => {
    const { product } = await inStep()
    test.laterAtAmazon('A', { title: 'Lamp, new', price: '22.50' })
    const runId = await sync('delta')
    const reader = await test.as('readonly', company.id)
    const history = (await reader.get(`/api/products/${product.id}/history`)).json<ProductHistoryEntry[]>()
    expect(history.map(({ actorName, action, about, changes }) => ({ actorName, action, about, changes }))).toEqual(
      expect.arrayContaining([
        {
          actorName: 'Amazon',
          action: 'sku.update',
          about: 'A',
          changes: [{ field: 'price', before: '20.00', after: '22.50' }],
        },
        {
          actorName: 'Amazon',
          action: 'product.update',
          about: null,
          changes: [{ field: 'title', before: 'Lamp', after: 'Lamp, new' }],
        },
      ]),
    )
    const entries = await company.ctx.transaction((tx) =>
      tx
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.action, 'amazon.take-changes'), eq(auditLog.resourceId, runId))),
    )
    expect(entries).toMatchObject([{ changes: { after: { title: 1, price: 1 } } }])
  })

  it('sets the title of the SKU if it has its own, or if the product has several SKUs', async () => {
    const { id, product } = await inStep()
    await company.editSku(id, { title: 'Lamp' })
    test.laterAtAmazon('A', { title: 'Second' })
    await sync('delta')
    expect(await company.sku('A')).toMatchObject({ title: 'Second', product: { title: 'Second' } })
    await buildSku(test.deps.db, company.id, { productId: product.id, isActive: false })
    test.laterAtAmazon('A', { title: 'Third' })
    await sync('delta')
    expect(await company.sku('A')).toMatchObject({ title: 'Third', product: { title: 'Second' } })
  })

  /** Applies a run that was planned some time ago. */
  const takePlanned = async (meanwhile: () => Promise<unknown>) => {
    const runId = await sync('dry_run')
    await meanwhile()
    await company.ctx.transaction((tx) =>
      tx
        .update(marketplaceSyncRuns)
        .set({
          mode: 'delta',
          status: 'running',
          checkpoint: { step: 'take', done: [], reading: null, detailed: 0, plannedUntil: null, sending: {} },
        })
        .where(eq(marketplaceSyncRuns.id, runId)),
    )
    await company.carryOut(runId)
    return company.changes(runId)
  }
  const skipped = [{ outcome: 'skipped', reason: 'It was changed in the meantime.' }]

  it('is skipped when the SKU was edited here after planning', async () => {
    const { id } = await inStep()
    test.laterAtAmazon('A', { price: '22.50' })
    expect(await takePlanned(() => company.editSku(id, { price: '19.00' }))).toMatchObject(skipped)
    expect((await company.sku('A')).price).toBe('19.00')
  })

  it('of a quantity is skipped when Amazon has come to hold the stock after planning', async () => {
    const { id } = await inStep()
    test.laterAtAmazon('A', { quantity: 2 })
    expect(await takePlanned(() => company.editSku(id, { stockHolder: 'amazon' }))).toMatchObject(skipped)
    expect((await company.sku('A')).level).toMatchObject({ qtyAvailable: 5, source: 'sheet' })
  })

  it('of a text is skipped when the product has got a second SKU after planning', async () => {
    const { product } = await inStep({ brand: 'Pine' })
    test.laterAtAmazon('A', { brand: 'Spruce' })
    const addSecond = () => buildSku(test.deps.db, company.id, { productId: product.id, isActive: false })
    expect(await takePlanned(addSecond)).toMatchObject(skipped)
    expect((await company.sku('A')).product.brand).toBe('Pine')
  })

  it('in another currency is ignored', async () => {
    await inStep()
    test.laterAtAmazon('A', { price: '2200.00', currency: 'JPY' })
    expect(await company.summary(await sync('delta'))).toEqual([])
  })
})

describe('a conflict', () => {
  it('is won by the later edit and listed', async () => {
    const { id } = await inStep()
    await company.editSku(id, { price: '18.00' })
    test.laterAtAmazon('A', { price: '22.50' })
    expect(await company.summary(await sync('delta'))).toEqual([
      { field: 'price', direction: 'to_lockstep', values: ['18.00', '22.50'], outcome: 'taken', isConflict: true },
    ])
  })

  it('is won by our edit if that is later', async () => {
    const { id } = await inStep()
    amazon.put(unitedStates, 'A', { changedAt: test.clock.now(), values: { title: 'Lamp', price: '22.50' } })
    const editedAt = { price: new Date(test.clock.now().getTime() + 1000).toISOString() }
    await company.editSku(id, { price: '18.00' })
    await company.editSku(id, { editedAt })
    expect(await company.summary(await sync('dry_run'))).toEqual([
      { field: 'price', direction: 'to_amazon', values: ['18.00', '22.50'], outcome: 'planned', isConflict: true },
    ])
  })
})

describe('a product with several SKUs', () => {
  it('is filled from the first listing, and overwritten by none', async () => {
    const product = await buildProduct(test.deps.db, company.id, { brand: 'Pine' })
    for (const sku of ['A', 'B']) {
      await buildSku(test.deps.db, company.id, { sku, productId: product.id, price: '20.00' })
      amazon.put(unitedStates, sku, { values: { brand: 'Other', description: `Of ${sku}` } })
    }
    test.clock.advance(60)
    const runId = await sync()
    expect(await company.sku('A')).toMatchObject({
      title: 'Title of A',
      product: { brand: 'Pine', description: 'Of A' },
    })
    expect((await company.sku('B')).title).toBe('Title of B')
    expect((await company.changes(runId)).filter(({ field }) => field === 'description')).toMatchObject([
      { outcome: 'taken' },
      { outcome: 'skipped' },
    ])
    expect(await company.summary(await sync())).toEqual([])
  })
})

describe('a quantity', () => {
  it('that Amazon has sold is subtracted from our stock, once', async () => {
    await inStep({}, 10)
    test.laterAtAmazon('A', { quantity: 7 })
    await sync('delta')
    expect((await company.sku('A')).level).toMatchObject({ qtyAvailable: 7, source: 'amazon' })
    expect((await company.sku('A')).version).toBe(1)
    await sync('delta')
    expect((await company.sku('A')).level.qtyAvailable).toBe(7)
  })

  it('is the sellable quantity, without the safety buffer', async () => {
    const { id } = await inStep({}, 10)
    await company.editSku(id, { safetyBuffer: 2 })
    await changeSettings(test.deps.db, company.id, { safetyBuffer: 3 })
    expect(await company.summary(await sync('dry_run'))).toMatchObject([{ field: 'quantity', values: ['7', '10'] }])
  })

  it('of stock that Amazon holds is never planned', async () => {
    await buildSku(test.deps.db, company.id, { sku: 'A', price: '20.00', title: 'Title of A' })
    amazon.put(unitedStates, 'A', { fulfilledBy: 'amazon', values: { quantity: 50 } })
    expect((await company.summary(await sync())).map(({ field }) => field)).not.toContain('quantity')
  })

  it('that was never counted here is not sent as zero but taken from Amazon', async () => {
    await buildSku(test.deps.db, company.id, { sku: 'A', price: '20.00', title: 'Title of A' })
    amazon.put(unitedStates, 'A', { values: { quantity: 12 } })
    await sync()
    expect((await company.sku('A')).level).toMatchObject({ qtyAvailable: 12, source: 'amazon' })
  })
})
