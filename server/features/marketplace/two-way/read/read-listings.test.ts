import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { canada, unitedStates } from '#server/testing/fake-marketplace.ts'
import { objection, type FakeListings } from '#server/testing/fake-listings.ts'
import { createTwoWayFixture, type TwoWayCompany, type TwoWayFixture } from '#server/testing/two-way-fixture.ts'

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
const build = (values: Parameters<typeof buildSku>[2]) => buildSku(test.deps.db, company.id, values)
const callsOf = (call: string) => amazon.asked.filter((request) => request.call === call)

describe('a listing of an unknown SKU', () => {
  it('becomes a SKU with its product, price and quantity', async () => {
    const values = { title: 'Lantern', brand: 'Tidewater', description: 'Warm light.', bulletPoints: ['Small', 'Warm'] }
    amazon.put(unitedStates, 'NEW-1', { asin: 'B0LANTERN1', values: { ...values, price: '24.00', quantity: 7 } })
    const runId = await sync()
    expect(await company.sku('NEW-1')).toMatchObject({
      asin: 'B0LANTERN1',
      price: '24.00',
      title: null,
      isActive: true,
      stockHolder: 'merchant',
      amazonIntegrationId: null,
      lastAmazonSync: test.clock.now(),
      product: { ...values, lastAmazonSync: test.clock.now() },
      level: { qtyAvailable: 7, source: 'amazon' },
    })
    expect(await company.run(runId)).toMatchObject({ status: 'completed', rowsRead: 1, rowsCreated: 1 })
  })

  it('joins the product with its ASIN, under its own title', async () => {
    const tee = await buildProduct(test.deps.db, company.id, { title: 'Tee' })
    await build({ sku: 'TEE-S', asin: 'B0TEE00001', productId: tee.id, isActive: false })
    amazon.put(unitedStates, 'TEE-L', { asin: 'B0TEE00001', values: { title: 'Tee, large' } })
    await sync()
    expect(await company.sku('TEE-L')).toMatchObject({ productId: tee.id, title: 'Tee, large' })
  })

  it('has no price when Amazon reports another currency', async () => {
    amazon.put(unitedStates, 'NEW-1', { values: { currency: 'CAD', price: '24.00' } })
    await sync()
    expect((await company.sku('NEW-1')).price).toBeNull()
  })

  it('is part of one audit entry per batch', async () => {
    amazon.put(unitedStates, 'NEW-1')
    amazon.put(unitedStates, 'NEW-2')
    const runId = await sync()
    const entries = await company.ctx.transaction((tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'amazon.add-skus')),
    )
    expect(entries).toMatchObject([{ resourceId: runId, changes: { after: { created: 2, skus: ['NEW-1', 'NEW-2'] } } }])
  })

  it('is only counted by a preview, and created by the next sync', async () => {
    await sync()
    test.clock.advance(3600)
    amazon.put(unitedStates, 'NEW-1')
    const preview = await sync('dry_run')
    expect(await company.run(preview)).toMatchObject({ status: 'completed', rowsCreated: 1 })
    await expect(company.sku('NEW-1')).rejects.toThrow('there is no SKU')
    await sync('delta')
    expect(await company.sku('NEW-1')).toMatchObject({ sku: 'NEW-1' })
  })
})

describe('the stock holder', () => {
  it('is Amazon if it fulfills the listing, else the merchant', async () => {
    await build({ sku: 'A', stockHolder: 'merchant' })
    await build({ sku: 'B', stockHolder: 'amazon' })
    amazon.put(unitedStates, 'A', { fulfilledBy: 'amazon' })
    amazon.put(unitedStates, 'B', { fulfilledBy: 'merchant' })
    await sync()
    expect([(await company.sku('A')).stockHolder, (await company.sku('B')).stockHolder]).toEqual(['amazon', 'merchant'])
  })

  it('stays Amazon for a SKU that it stocks, although the merchant offers some too', async () => {
    const home = { amazonIntegrationId: company.accountId, amazonMarketplaceId: unitedStates }
    const lastAmazonSync = new Date('2026-01-01T00:00:00Z')
    await build({ sku: 'A', stockHolder: 'amazon', lastAmazonSync, ...home })
    amazon.put(unitedStates, 'A', { fulfilledBy: 'merchant', values: { quantity: 5 } })
    const runId = await sync()
    expect(await company.sku('A')).toMatchObject({ stockHolder: 'amazon', lastAmazonSync })
    expect((await company.changes(runId)).map(({ field }) => field)).not.toContain('quantity')
  })
})

describe('reading listings', () => {
  it('stores status, issues and dates', async () => {
    const { id } = await build({ sku: 'A' })
    const issue = objection({ severity: 'warning' })
    amazon.put(unitedStates, 'A', { asin: 'B0A', productType: 'LAMP', statuses: ['DISCOVERABLE'], issues: [issue] })
    await sync('dry_run')
    expect(await company.listing(id, unitedStates)).toMatchObject({
      asin: 'B0A',
      productType: 'LAMP',
      statuses: ['DISCOVERABLE'],
      issues: [issue],
      changedAt: test.clock.now(),
      readAt: test.clock.now(),
      amazon: { title: 'Title of A', price: '20.00', quantity: 5 },
      agreed: {},
      sent: {},
    })
  })

  it('reads only changes after a full read, with some minutes of overlap', async () => {
    amazon.put(unitedStates, 'A')
    test.clock.advance(3600)
    await sync()
    amazon.put(unitedStates, 'B')
    const reads = []
    for (const seconds of [300, 1, 1]) {
      test.clock.advance(seconds)
      reads.push((await company.run(await sync('delta'))).rowsRead)
    }
    test.clock.advance(300)
    reads.push((await company.run(await sync('delta'))).rowsRead)
    expect(reads).toEqual([1, 1, 0, 0])
    expect(callsOf('beginSkuList')).toHaveLength(1)
  })

  it('reads everything once the last full read is a day old', async () => {
    await sync()
    test.clock.advance(24 * 3600 + 1)
    await sync('delta')
    expect(callsOf('beginSkuList')).toHaveLength(2)
  })

  it('reads everything when more has changed than Amazon lets us page through', async () => {
    await sync()
    amazon.readChanged = async () => ({ listings: [], total: 1_001, next: '20' })
    await sync('delta')
    expect(callsOf('beginSkuList')).toHaveLength(2)
  })

  it('ignores values older than those read before', async () => {
    const { id } = await build({ sku: 'A' })
    amazon.put(unitedStates, 'A', { values: { price: '30.00' } })
    await sync('dry_run')
    amazon.put(unitedStates, 'A', { values: { price: '25.00' }, changedAt: new Date('2026-01-01T00:00:00Z') })
    await sync('dry_run')
    expect(await company.listing(id, unitedStates)).toMatchObject({
      amazon: { price: '30.00' },
      changedAt: test.clock.now(),
    })
  })
})

describe('a full read', () => {
  it('waits for Amazon’s report of SKUs and continues by itself', async () => {
    amazon.put(unitedStates, 'A')
    amazon.workSeconds = 60
    const runId = await company.request(company.accountId)
    await expect(company.carryOut(runId)).rejects.toThrow(Unavailable)
    expect(await company.run(runId)).toMatchObject({
      status: 'running',
      error: 'Amazon is preparing the list of all SKUs. It continues automatically.',
    })
    test.clock.advance(60)
    await company.carryOut(runId)
    expect(await company.run(runId)).toMatchObject({ status: 'completed', rowsRead: 1, error: null })
    expect(callsOf('beginSkuList')).toHaveLength(1)
  })

  it('fails with the reason when Amazon cannot create the report', async () => {
    amazon.workFailure = 'FATAL'
    const runId = await company.request(company.accountId)
    await company.carryOut(runId)
    expect(await company.run(runId)).toMatchObject({
      status: 'failed',
      error: 'Amazon couldn’t prepare the list of all SKUs: FATAL',
    })
  })

  it('that is interrupted continues where it was and counts each listing once', async () => {
    for (let n = 0; n < 410; n += 1) amazon.put(unitedStates, `SKU-${n}`)
    const runId = await company.request(company.accountId)
    amazon.meanwhile = ({ call }) => {
      if (call === 'readListings' && callsOf(call).length === 21) throw new Unavailable('Amazon throttles us.')
    }
    await expect(company.carryOut(runId)).rejects.toThrow(Unavailable)
    expect(await company.run(runId)).toMatchObject({ status: 'running', rowsRead: 400 })
    await company.carryOut(runId)
    expect(await company.run(runId)).toMatchObject({ status: 'completed', rowsRead: 410, rowsCreated: 410 })
  })

  it('clears listings that are gone, and their SKUs are no longer synced', async () => {
    for (const sku of ['A', 'B']) amazon.put(unitedStates, sku)
    await sync()
    const { id, productId } = await company.sku('A')
    test.clock.advance(60)
    amazon.remove(unitedStates, 'A')
    await company.ctx.transaction((tx) => tx.update(skus).set({ price: '31.00' }).where(eq(skus.id, id)))
    const runId = await sync()
    expect(await company.listing(id, unitedStates)).toMatchObject({ amazon: {}, statuses: [] })
    expect(await company.sku('A')).toMatchObject({ productId, price: '31.00', isActive: true })
    expect(await company.changes(runId)).toEqual([])
  })

  it('that lacks more than half of the listings is implausible', async () => {
    for (const sku of ['A', 'B', 'C']) amazon.put(unitedStates, sku)
    await sync()
    for (const sku of ['A', 'B']) amazon.remove(unitedStates, sku)
    test.clock.advance(60)
    await sync()
    const { id } = await company.sku('A')
    expect((await company.listing(id, unitedStates))?.statuses).toEqual(['BUYABLE', 'DISCOVERABLE'])
  })

  it('is also implausible when the SKUs are in the report and their listings cannot be read', async () => {
    for (const sku of ['A', 'B', 'C']) amazon.put(unitedStates, sku)
    await sync()
    amazon.readListings = async () => []
    test.clock.advance(60)
    await sync()
    const { id } = await company.sku('A')
    expect((await company.listing(id, unitedStates))?.statuses).toEqual(['BUYABLE', 'DISCOVERABLE'])
  })

  it('that is continued by a process whose clock is behind clears no listing', async () => {
    for (const sku of ['A', 'B']) amazon.put(unitedStates, sku)
    await sync()
    amazon.workSeconds = -60
    const runId = await company.request(company.accountId)
    amazon.failNext('collectSkuList', new Unavailable('Amazon is away.'))
    await expect(company.carryOut(runId)).rejects.toThrow(Unavailable)
    test.clock.advance(-60)
    await company.carryOut(runId)
    expect((await company.listing((await company.sku('A')).id, unitedStates))?.statuses).not.toEqual([])
  })
})

describe('a SKU listed in several marketplaces', () => {
  beforeEach(() =>
    company.ctx.transaction((tx) =>
      tx
        .update(amazonIntegrations)
        .set({ marketplaceIds: [unitedStates, canada] })
        .where(eq(amazonIntegrations.id, company.accountId)),
    ),
  )
  const changedAt = new Date('2026-01-01T00:00:00Z')

  it('is synced with the first listing', async () => {
    await build({ sku: 'A', title: 'Here', price: null })
    for (const place of [canada, unitedStates]) amazon.put(place, 'A', { changedAt, values: { title: 'There' } })
    const changes = await company.changes(await sync('dry_run'))
    expect(new Set(changes.map(({ marketplaceId }) => marketplaceId))).toEqual(new Set([unitedStates]))
  })

  it('is synced with the listing of its home', async () => {
    const home = { amazonIntegrationId: company.accountId, amazonMarketplaceId: canada, stockHolder: 'amazon' } as const
    await build({ sku: 'A', title: 'Here', ...home })
    for (const place of [canada, unitedStates]) amazon.put(place, 'A', { changedAt, values: { title: 'There' } })
    const changes = await company.changes(await sync('dry_run'))
    expect(new Set(changes.map(({ marketplaceId }) => marketplaceId))).toEqual(new Set([canada]))
  })
})
