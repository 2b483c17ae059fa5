import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeSetRow } from '#contract/bulk.ts'
import type { SheetRow } from '#contract/sheet.ts'
import { changeSetRows } from '#server/platform/db/schema/bulk.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { bulkActions, buildChangeSet } from '#server/testing/bulk-fixture.ts'
import { countStock } from '#server/testing/stock.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())

const { newCompany, save, undo, sheetOf, everything, inCompany } = bulkActions(() => server)
const withoutVersion = (rows: SheetRow[]) => rows.map(({ version: _version, ...row }) => row)

describe('undoing a sheet save', () => {
  it('restores every field and records a change set of its own', async () => {
    const { companyId, ops } = await newCompany()
    const product = await buildProduct(server.deps.db, companyId, { title: 'Cup', category: 'Kitchen' })
    const sku = await buildSku(server.deps.db, companyId, { sku: 'A', productId: product.id, asin: 'B000000001' })
    const before = await sheetOf(ops)
    const id = await save(ops, [
      { id: sku.id, sku: 'B', title: 'Mug', price: 3, quantity: 9, asin: null, category: 'Bar' },
    ])
    const { status, body } = await undo(ops, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ undone: 1, conflicted: 0, conflicts: [] })
    expect(withoutVersion(await sheetOf(ops))).toEqual(withoutVersion(before))
    const { skus: kept, products: keptProducts } = await everything(companyId)
    expect(kept).toMatchObject([{ title: null, version: 3 }])
    expect(keptProducts).toMatchObject([{ title: 'Cup', category: 'Kitchen', version: 3 }])
    const list = (await ops.get('/api/bulk/change-sets')).json<ChangeSetRow[]>()
    expect(list.find((one) => one.id === id)).toMatchObject({ status: 'undone', undoableUntil: null })
    expect(list.find((one) => one.id === body.changeSetId)).toMatchObject({
      kind: 'undo',
      summary: 'Undo of a sheet save: 1 SKU restored',
      undoableUntil: null,
    })
    const undoRows = (await ops.get(`/api/bulk/change-sets/${body.changeSetId}/rows`)).json<{ cells: object[] }[]>()
    expect(undoRows.flatMap(({ cells }) => cells)).toContainEqual({ field: 'price', before: '3.00', after: '10.00' })
  })

  it('leaves alone what has been changed since, and reports it row by row', async () => {
    const { companyId, ops } = await newCompany()
    const [a, b] = [
      await buildSku(server.deps.db, companyId, { sku: 'A', price: '10.00' }),
      await buildSku(server.deps.db, companyId, { sku: 'B', price: '10.00' }),
    ]
    const id = await save(ops, [
      { id: a.id, price: 11, title: 'Aa', quantity: 5 },
      { id: b.id, price: 11 },
    ])
    const current = await inCompany(companyId, (tx) => tx.select().from(skus).where(eq(skus.id, a.id)))
    const url = `/api/products/${a.productId}/skus/${a.id}`
    expect((await ops.patch(url, { price: '12', version: current[0]?.version })).statusCode).toBe(200)
    const { body } = await undo(ops, id)
    expect(body).toMatchObject({ undone: 1, conflicted: 1 })
    expect(body.conflicts).toEqual([
      {
        row: 1,
        resource: 'sku',
        label: 'A',
        reason: 'It has been changed since.',
        cells: [
          { field: 'price', before: '10.00', after: '11.00', current: '12.00' },
          { field: 'title', before: null, after: 'Aa', current: 'Aa' },
        ],
      },
    ])
    expect(await sheetOf(ops)).toMatchObject([
      { sku: 'A', price: 12, quantity: 0 },
      { sku: 'B', price: 10 },
    ])
    const outcomes = await inCompany(companyId, (tx) =>
      tx.select().from(changeSetRows).where(eq(changeSetRows.changeSetId, id)),
    )
    expect(
      outcomes.map(({ label, resource, undoOutcome }) => `${label} ${resource} ${undoOutcome}`).toSorted(),
    ).toEqual(
      [
        'A sku conflict',
        'A stock undone',
        expect.stringMatching(/product undone$/) as string,
        'B sku undone',
      ].toSorted(),
    )
  })

  it('counts values that are restored already as undone', async () => {
    const { companyId, ops } = await newCompany()
    const sku = await buildSku(server.deps.db, companyId, { price: '10.00' })
    const id = await save(ops, [{ id: sku.id, price: 11 }])
    await save(ops, [{ id: sku.id, price: 10 }])
    const version = (await sheetOf(ops))[0]?.version
    expect((await undo(ops, id)).body).toMatchObject({ undone: 1, conflicted: 0 })
    expect(await sheetOf(ops)).toMatchObject([{ price: 10, version }])
  })

  it('keeps a quantity that Amazon has counted since', async () => {
    const { companyId, ops } = await newCompany()
    const sku = await buildSku(server.deps.db, companyId, { sku: 'A' })
    const id = await save(ops, [{ id: sku.id, quantity: 5 }])
    clock.advance(60)
    await countStock(server.deps.db, companyId, sku.id, { available: 7, readAt: clock.now() })
    const { body } = await undo(ops, id)
    expect(body.conflicts).toMatchObject([
      { resource: 'stock', cells: [{ field: 'quantity', before: 0, after: 5, current: 7 }] },
    ])
    expect(await sheetOf(ops)).toMatchObject([{ quantity: 7 }])
  })

  it('swaps codes back, unless another SKU has taken one', async () => {
    const { companyId, ops } = await newCompany()
    const [a, b, c] = [
      await buildSku(server.deps.db, companyId, { sku: 'A' }),
      await buildSku(server.deps.db, companyId, { sku: 'B' }),
      await buildSku(server.deps.db, companyId, { sku: 'C' }),
    ]
    const swap = await save(ops, [
      { id: a.id, sku: 'B' },
      { id: b.id, sku: 'A' },
    ])
    expect((await undo(ops, swap)).body).toMatchObject({ undone: 2, conflicted: 0 })
    const moved = await save(ops, [
      { id: a.id, sku: 'Z' },
      { id: b.id, sku: 'A' },
      { id: c.id, sku: 'B' },
    ])
    await save(ops, [{ id: c.id, sku: 'W' }])
    await save(ops, [{ id: a.id, sku: 'B' }])
    const { body } = await undo(ops, moved)
    expect(body).toMatchObject({ undone: 0, conflicted: 3 })
    expect(body.conflicts.map(({ reason }) => reason)).toEqual([
      'It has been changed since.',
      'Another SKU now has its old code.',
      'It has been changed since.',
    ])
    expect((await sheetOf(ops)).map(({ id, sku }) => [sku, id])).toEqual([
      ['A', b.id],
      ['B', a.id],
      ['W', c.id],
    ])
  })

  it('keeps the new code of a SKU that Amazon knows by it', async () => {
    const { companyId, ops } = await newCompany()
    const sku = await buildSku(server.deps.db, companyId, { sku: 'A' })
    const id = await save(ops, [{ id: sku.id, sku: 'B' }])
    await inCompany(companyId, (tx) => tx.update(skus).set({ lastAmazonSync: clock.now() }).where(eq(skus.id, sku.id)))
    expect((await undo(ops, id)).body.conflicts).toMatchObject([
      { reason: 'Amazon identifies this SKU by its new code.' },
    ])
  })
})

describe('an undo', () => {
  it('happens once, even when two people ask at the same time', async () => {
    const { companyId, ops } = await newCompany()
    const { id } = await buildChangeSet(server.deps.db, companyId, { appliedAt: clock.now() })
    const both = await Promise.all([undo(ops, id), undo(ops, id)])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect((await undo(ops, id)).detail).toBe('This bulk change has already been undone.')
  })

  it('is refused after 30 days, and for an undo, a draft or an empty change set', async () => {
    const { companyId, ops } = await newCompany()
    const old = new Date(clock.now().getTime() - 30 * 24 * 3_600_000)
    const refused = [
      { appliedAt: old },
      { appliedAt: clock.now(), kind: 'undo' as const },
      { appliedAt: null, status: 'draft' as const },
      { appliedAt: clock.now(), updated: 0 },
    ]
    for (const overrides of refused) {
      const { id } = await buildChangeSet(server.deps.db, companyId, overrides)
      expect((await undo(ops, id)).status, JSON.stringify(overrides)).toBe(409)
    }
    const young = await buildChangeSet(server.deps.db, companyId, { appliedAt: new Date(old.getTime() + 1000) })
    expect((await undo(ops, young.id)).status).toBe(200)
  })
})
