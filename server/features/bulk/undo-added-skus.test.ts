import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '#server/platform/db/client.ts'
import { amazonListings } from '#server/platform/db/schema/amazon-listings.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { channels, listings } from '#server/platform/db/schema/channels.ts'
import { inventorySnapshots } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { bulkActions, applyRows } from '#server/testing/bulk-fixture.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'
import { buildOrderWithLines } from '#server/testing/stock.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())

const { newCompany, save, undo, sheetOf, everything, inCompany } = bulkActions(() => server)

describe('undoing an upload', () => {
  const lamp = { sku: 'L-1', title: 'Lamp', price: '9.00', quantity: 3, asin: null, category: 'Light' }

  it('deletes new SKUs with their products, counts and levels', async () => {
    const { companyId, ops } = await newCompany()
    const changeSetId = await applyRows(server.deps, companyId, [lamp])
    const added = await sheetOf(ops)
    const later = await save(ops, [{ id: added[0]?.id ?? '', price: 10, quantity: 8 }])
    await undo(ops, later)
    const { body } = await undo(ops, changeSetId)
    expect(body).toMatchObject({ undone: 1, conflicted: 0 })
    expect(await everything(companyId)).toEqual({ products: [], skus: [], levels: [], snapshots: [] })
  })

  it('keeps the product when it has another SKU by now', async () => {
    const { companyId, ops } = await newCompany()
    const id = await applyRows(server.deps, companyId, [lamp])
    const [product] = (await everything(companyId)).products
    await buildSku(server.deps.db, companyId, { sku: 'L-2', productId: product?.id ?? '' })
    expect((await undo(ops, id)).body).toMatchObject({ undone: 1, conflicted: 0 })
    const left = await everything(companyId)
    expect(left.products).toHaveLength(1)
    expect(left.skus).toMatchObject([{ sku: 'L-2' }])
  })

  type Touch = (tx: Tx, sku: { id: string; productId: string; companyId: string }) => Promise<unknown>
  it.each<[string, string, Touch]>([
    [
      'a new price',
      'It has been changed since.',
      (tx, { id }) => tx.update(skus).set({ price: '1' }).where(eq(skus.id, id)),
    ],
    ['a cost', 'It has been changed since.', (tx, { id }) => tx.update(skus).set({ cost: '1' }).where(eq(skus.id, id))],
    [
      'its deactivation',
      'It has been changed since.',
      (tx, { id }) => tx.update(skus).set({ isActive: false }).where(eq(skus.id, id)),
    ],
    [
      'a brand of its product',
      'It has been changed since.',
      (tx, { productId }) => tx.update(products).set({ brand: 'Pine' }).where(eq(products.id, productId)),
    ],
    [
      'another title of its product',
      'It has been changed since.',
      (tx, { productId }) => tx.update(products).set({ title: 'X' }).where(eq(products.id, productId)),
    ],
    [
      'Amazon’s count',
      'Amazon has counted it.',
      async (tx, { id, companyId }) =>
        tx
          .insert(inventorySnapshots)
          .values({ companyId, id: newId(), skuId: id, source: 'amazon', qtyAvailable: 3, capturedAt: clock.now() }),
    ],
    [
      'an order',
      'Orders contain it.',
      (_tx, { id, companyId }) => buildOrderWithLines(server.deps.db, companyId, [{ skuId: id, quantity: 1 }]),
    ],
    [
      'a listing',
      'It is listed on a channel.',
      async (tx, { id, companyId }) => {
        const channel = { companyId, id: newId(), name: 'Shop', slug: newId(), type: 'website' as const }
        await tx.insert(channels).values(channel)
        await tx.insert(listings).values({ companyId, channelId: channel.id, skuId: id })
      },
    ],
    [
      'a listing at Amazon',
      'It is listed on Amazon.',
      async (tx, { id, companyId }) => {
        const integrationId = await buildAccount(server.deps, companyId)
        const listing = { companyId, integrationId, marketplaceId: unitedStates, skuId: id }
        await tx.insert(amazonListings).values({ ...listing, sentAt: clock.now() })
      },
    ],
  ])('keeps a new SKU after %s', async (_what, reason, touch) => {
    const { companyId, ops } = await newCompany()
    const id = await applyRows(server.deps, companyId, [lamp])
    const [sku] = (await everything(companyId)).skus
    await inCompany(companyId, (tx) => touch(tx, { id: sku?.id ?? '', productId: sku?.productId ?? '', companyId }))
    const { body } = await undo(ops, id)
    expect(body).toMatchObject({ undone: 0, conflicted: 1, conflicts: [{ resource: 'sku', label: 'L-1', reason }] })
    expect((await everything(companyId)).skus).toHaveLength(1)
  })

  it('reports SKUs that have been deleted meanwhile', async () => {
    const { companyId, ops } = await newCompany()
    const added = await applyRows(server.deps, companyId, [lamp])
    const [row] = await sheetOf(ops)
    const there = await save(ops, [{ id: row?.id ?? '', price: 10 }])
    const back = await save(ops, [{ id: row?.id ?? '', price: 9 }])
    expect(back).not.toBe(there)
    await undo(ops, added)
    expect((await undo(ops, there)).body.conflicts).toMatchObject([
      { reason: 'It no longer exists.', cells: [{ field: 'price', before: '9.00', after: '10.00', current: null }] },
    ])
  })
})
