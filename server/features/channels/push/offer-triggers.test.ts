import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { offerChanges } from '#server/platform/db/schema/channels.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { holdUnits } from '#server/features/inventory/holds.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { createTestDeps } from '#server/testing/app.ts'
import { buildCompany, buildSku, setLevel } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildOrderWithLines, countStock } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestDeps>>
let companyId: string
let pushed: string
let sku: Awaited<ReturnType<typeof buildSku>>

beforeAll(async () => {
  server = await createTestDeps()
})
afterAll(() => server.close())
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  sku = await buildSku(server.deps.db, companyId)
  await setLevel(server.deps.db, sku, { qtyAvailable: 5 })
  pushed = (await buildChannel(server.deps, companyId, { config: { webhookUrl: 'https://shop.example.com/' } })).id
  await buildChannel(server.deps, companyId)
})

const run = <T>(work: (tx: Tx) => Promise<T>) => server.deps.db.inCompany(companyId, work)
const noted = () => run((tx) => tx.select().from(offerChanges))
const ofSku = () => eq(skus.id, sku.id)

describe('an offer change is queued after', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['stock', (tx) => tx.update(stockLevels).set({ qtyAvailable: 4 })],
    ['what is held', (tx) => tx.update(stockLevels).set({ qtyHeld: 2 })],
    ['the price', (tx) => tx.update(skus).set({ price: '11.00' }).where(ofSku())],
    ['the price before', (tx) => tx.update(skus).set({ compareAtPrice: '15.00' }).where(ofSku())],
    ['the buffer', (tx) => tx.update(skus).set({ safetyBuffer: 2 }).where(ofSku())],
    ['the code', (tx) => tx.update(skus).set({ sku: 'RENAMED' }).where(ofSku())],
    ['the title', (tx) => tx.update(skus).set({ title: 'Tee, large' }).where(ofSku())],
    ['whether it is active', (tx) => tx.update(skus).set({ isActive: false }).where(ofSku())],
    ['the product’s title', (tx) => tx.update(products).set({ title: 'Tee' })],
    ['the product’s description', (tx) => tx.update(products).set({ description: 'Soft' })],
    ['the product’s brand', (tx) => tx.update(products).set({ brand: 'Harbor' })],
    ['the product’s category', (tx) => tx.update(products).set({ category: 'Shirts' })],
    ['the product’s pictures', (tx) => tx.update(products).set({ images: ['https://example.com/1.jpg'] })],
  ])('%s', async (_what, change) => {
    await run(change)
    expect(await noted()).toMatchObject([{ channelId: pushed, skuId: sku.id, retryAt: null }])
  })

  it('a count by Amazon, and a hold of an order', async () => {
    await countStock(server.deps.db, companyId, sku.id, { available: 9, readAt: new Date('2026-03-03T08:00:00Z') })
    const [first] = await noted()
    expect(first).toMatchObject({ channelId: pushed, skuId: sku.id })
    const order = await buildOrderWithLines(server.deps.db, companyId, [{ skuId: sku.id, quantity: 1 }])
    await run((tx) => holdUnits(tx, { companyId, orderId: order.id, at: new Date() }))
    const [second] = await noted()
    expect(second?.changedAt.getTime()).toBeGreaterThan(first?.changedAt.getTime() ?? 0)
  })

  it('a new SKU', async () => {
    const added = await buildSku(server.deps.db, companyId)
    expect(await noted()).toMatchObject([{ channelId: pushed, skuId: added.id }])
  })

  it('many changes in one statement, once each', async () => {
    await buildSku(server.deps.db, companyId, { productId: sku.productId })
    await run((tx) => tx.update(skus).set({ price: '12.00' }))
    await run((tx) => tx.update(products).set({ title: 'Both' }))
    expect(await noted()).toHaveLength(2)
  })

  it('a change ends the pause of an earlier one', async () => {
    await run((tx) => tx.update(skus).set({ price: '12.00' }))
    await run((tx) => tx.execute(sql`update offer_changes set retry_at = now() + interval '1 hour'`))
    await run((tx) => tx.update(skus).set({ price: '13.00' }))
    expect(await noted()).toMatchObject([{ retryAt: null }])
  })
})

describe('nothing is queued', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['of a count that finds the same', (tx) => tx.update(stockLevels).set({ qtyAvailable: 5, readAt: new Date() })],
    ['of what is on its way', (tx) => tx.update(stockLevels).set({ qtyInbound: 50 })],
    ['of what no channel shows', (tx) => tx.update(skus).set({ cost: '3.00', version: 9 })],
    ['of a product’s search words', (tx) => tx.update(products).set({ searchKeywords: ['tee'] })],
  ])('%s', async (_what, change) => {
    await run(change)
    expect(await noted()).toEqual([])
  })

  it('while no channel of the company is pushed to', async () => {
    await run((tx) => tx.execute(sql`update channels set is_pushed = false`))
    await run((tx) => tx.update(skus).set({ price: '12.00' }))
    await setLevel(server.deps.db, sku, { qtyAvailable: 1 })
    await buildSku(server.deps.db, companyId)
    expect(await noted()).toEqual([])
  })

  it('for another company’s channels', async () => {
    const other = await buildCompany(server.deps.db)
    const theirs = await buildSku(server.deps.db, other.id)
    await setLevel(server.deps.db, theirs, { qtyAvailable: 3 })
    expect(await noted()).toEqual([])
  })
})
