import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { changeSetRows } from '#server/platform/db/schema/bulk.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { inventorySnapshots } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Browser, createTestApp, manualClock, recordTopics } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku } from '#server/testing/builders.ts'
import { applyRows, buildChangeSet, bulkActions, uploadRows } from '#server/testing/bulk-fixture.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())

const { newCompany, upload, preview, save, skuByCode, inCompany } = bulkActions(() => server)

describe('an upload of new SKUs and a row with errors', () => {
  const id = newId()
  let companyId: string
  let ops: Browser
  let reply: Awaited<ReturnType<typeof upload>>
  let topics: string[]
  let at: Date
  beforeAll(async () => {
    ;({ companyId, ops } = await newCompany())
    at = clock.now()
    const rows = [
      ['CUP-1', 'Cup', 4.5, 3, 'b0c1234567', 'Kitchen'],
      ['CUP-2', 'Mug', '12', 0, '', ''],
      ['BAD', 'Bad', -1, 1.5, '', ''],
    ]
    topics = await recordTopics(server.deps, companyId, async () => {
      reply = await upload(ops, rows, id)
    })
  })

  it('adds the SKUs with their products and counts, and returns the figures', async () => {
    const { status, body, headers } = reply
    expect(status).toBe(200)
    expect(body).toMatchObject({ changeSetId: id, processed: 3, created: 2, updated: 0, unchanged: 0, failed: 1 })
    expect(headers['server-timing']).toMatch(/^parse;dur=[\d.]+, validate;dur=[\d.]+, write;dur=[\d.]+$/)
    expect(await skuByCode(companyId, 'CUP-1')).toMatchObject({
      sku: { title: 'Cup', price: '4.50', asin: 'B0C1234567', version: 1, isActive: true },
      product: { title: 'Cup', category: 'Kitchen', version: 1 },
      level: { qtyAvailable: 3, source: 'upload', readAt: at },
    })
    expect(await skuByCode(companyId, 'CUP-2')).toMatchObject({
      sku: { title: 'Mug', price: '12.00', asin: null },
      product: { category: '' },
      level: { qtyAvailable: 0, source: 'upload' },
    })
  })

  it('leaves out the row with errors and stores them', async () => {
    expect(reply.body.errors.map(({ row, column }) => `${row} ${column}`)).toEqual(['4 Price', '4 Quantity'])
    expect(await skuByCode(companyId, 'BAD')).toBeUndefined()
    const file = await ops.get(`/api/bulk/change-sets/${id}/errors`)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toContain('products-errors.xlsx')
  })

  it('records what was changed and by whom, and notifies the browsers', async () => {
    const [entry] = await server.deps.db.onPlatform(
      (tx) =>
        tx
          .select()
          .from(auditLog)
          .where(and(eq(auditLog.companyId, companyId), eq(auditLog.action, 'upload.apply'))),
      companyId,
    )
    expect(entry).toMatchObject({ resourceId: id, userId: ops.user.id, actorName: 'Ana Ruiz' })
    const added = (row: number, label: string, price: string, quantity: number) => ({
      row,
      resource: 'sku',
      label,
      isNew: true,
      undoOutcome: null,
      cells: expect.arrayContaining([
        { field: 'sku', before: null, after: label },
        { field: 'price', before: null, after: price },
        { field: 'quantity', before: null, after: quantity },
      ]) as unknown,
    })
    const rows = await ops.get(`/api/bulk/change-sets/${id}/rows`)
    expect(rows.json()).toEqual([added(2, 'CUP-1', '4.50', 3), added(3, 'CUP-2', '12.00', 0)])
    expect(topics).toEqual(['bulk', 'inventory', 'products'])
  })

  it('reports its progress until it is complete', async () => {
    const progress = await ops.get(`/api/bulk/change-sets/${id}/progress`)
    expect(progress.json()).toEqual({ phase: 'writing', done: 3, total: 3 })
  })
})

/** Optional cells without a value. */
const emptyCells = { asin: null, category: null }

describe('an upload', () => {
  it('changes what differs, raises the versions once and leaves empty cells alone', async () => {
    const { id: companyId } = await buildCompany(server.deps.db)
    const product = await buildProduct(server.deps.db, companyId, { title: 'Lamp', category: 'Light' })
    const asin = 'B000000001'
    const sku = await buildSku(server.deps.db, companyId, { sku: 'L-1', productId: product.id, asin, price: '10.00' })
    const row = { sku: 'L-1', title: 'Desk lamp', price: '11.00', quantity: 7, ...emptyCells }
    const result = await uploadRows(server.deps, companyId, [row])
    expect(result).toMatchObject({ processed: 1, updated: 1, created: 0 })
    expect(await skuByCode(companyId, 'L-1')).toMatchObject({
      sku: { id: sku.id, title: 'Desk lamp', price: '11.00', asin, version: 2 },
      product: { title: 'Desk lamp', category: 'Light', version: 2 },
      level: { qtyAvailable: 7 },
    })
  })

  it('keeps the product’s title when another SKU shows it, and raises that SKU’s version for a new category', async () => {
    const { id: companyId } = await buildCompany(server.deps.db)
    const product = await buildProduct(server.deps.db, companyId, { title: 'Shirt', category: 'Wear' })
    await buildSku(server.deps.db, companyId, { sku: 'S', productId: product.id })
    await buildSku(server.deps.db, companyId, { sku: 'M', productId: product.id })
    const row = { sku: 'S', title: 'Shirt, small', price: '10.00', quantity: 0, asin: null, category: 'Clothes' }
    await applyRows(server.deps, companyId, [row])
    expect(await skuByCode(companyId, 'S')).toMatchObject({
      sku: { title: 'Shirt, small', version: 2 },
      product: { title: 'Shirt', category: 'Clothes', version: 2 },
    })
    expect(await skuByCode(companyId, 'M')).toMatchObject({ sku: { title: null, version: 2 } })
  })

  it('changes nothing the second time', async () => {
    const { companyId, ops } = await newCompany()
    const rows = [
      { sku: 'A', title: 'Alpha', price: '1.00', quantity: 5, asin: null, category: 'X' },
      { sku: 'B', title: 'Beta', price: '2.00', quantity: 0, ...emptyCells },
    ]
    await applyRows(server.deps, companyId, rows)
    const before = await inCompany(companyId, (tx) => tx.select().from(skus))
    const result = await uploadRows(server.deps, companyId, rows)
    expect(result).toMatchObject({ processed: 2, updated: 0, created: 0, unchanged: 2 })
    expect(await inCompany(companyId, (tx) => tx.select().from(skus))).toEqual(before)
    expect(await inCompany(companyId, (tx) => tx.select().from(inventorySnapshots))).toHaveLength(2)
    expect((await ops.get('/api/bulk/change-sets')).json()).toMatchObject([
      { summary: 'Nothing changed', undoableUntil: null },
      { summary: '2 SKUs added', createdAt: '2026-03-02T10:00:00.000Z', undoableUntil: '2026-04-01T10:00:00.000Z' },
    ])
  })

  it('leaves out rows that give one product different categories', async () => {
    const { id: companyId } = await buildCompany(server.deps.db)
    const product = await buildProduct(server.deps.db, companyId, { category: 'Old' })
    for (const sku of ['P-1', 'P-2', 'P-3']) await buildSku(server.deps.db, companyId, { sku, productId: product.id })
    const offer = { price: '10.00', quantity: 0, asin: null }
    const result = await uploadRows(server.deps, companyId, [
      { ...offer, sku: 'P-1', title: 'One', category: 'Cups' },
      { ...offer, sku: 'P-2', title: 'Two', category: 'Mugs' },
      { ...offer, sku: 'P-3', title: 'Three', category: null },
    ])
    expect(result).toMatchObject({ processed: 3, updated: 1, failed: 2 })
    expect(result.errors).toEqual([
      { row: 2, column: 'Category', reason: 'The rows of one product name different categories: Cups, Mugs' },
      { row: 3, column: 'Category', reason: 'The rows of one product name different categories: Cups, Mugs' },
    ])
    expect(await skuByCode(companyId, 'P-3')).toMatchObject({ product: { category: 'Old' }, sku: { title: 'Three' } })
  })

  it('returns the first result when it is repeated with the same id, under which a preview is refused', async () => {
    const { companyId, ops } = await newCompany()
    const id = newId()
    const rows = [['R-1', 'Rope', 3, 4, '', '']]
    const first = await upload(ops, rows, id)
    await inCompany(companyId, (tx) => tx.update(skus).set({ price: '9.00' }).where(eq(skus.sku, 'R-1')))
    const second = await upload(ops, rows, id)
    expect(second.body).toEqual(first.body)
    expect(await skuByCode(companyId, 'R-1')).toMatchObject({ sku: { price: '9.00' } })
    const other = await upload(ops, [['R-2', 'Rope', 3, 4, '', '']], id)
    expect(other.status).toBe(409)
    expect((await preview(ops, rows, id)).status).toBe(409)
  })

  it('is applied once when the same call arrives twice at the same time', async () => {
    const { companyId, ops } = await newCompany()
    const id = newId()
    const rows = [['T-1', 'Tent', 30, 4, '', '']]
    const both = await Promise.all([upload(ops, rows, id), upload(ops, rows, id)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0].body).toEqual(both[1].body)
    expect(await inCompany(companyId, (tx) => tx.select().from(changeSetRows))).toHaveLength(1)
  })

  it('refuses the id of another bulk change', async () => {
    const { companyId, ops } = await newCompany()
    const { id } = await buildSku(server.deps.db, companyId, { sku: 'X-1' })
    const changeSetId = await save(ops, [{ id, title: 'Y' }])
    expect((await upload(ops, [['X-1', 'X', 1, 1, '', '']], changeSetId)).status).toBe(409)
  })
})

it('the history lists applied change sets only, page by page', async () => {
  const { companyId, ops } = await newCompany()
  for (const code of ['1', '2', '3']) {
    await applyRows(server.deps, companyId, [{ sku: code, title: 'Thing', price: '1.00', quantity: 1, ...emptyCells }])
    clock.advance(60)
  }
  await buildChangeSet(server.deps.db, companyId, { kind: 'upload', status: 'draft', appliedAt: null })
  const first = await ops.get('/api/bulk/change-sets?limit=2')
  expect(first.headers['x-total-count']).toBe('3')
  const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await ops.get(next)
  expect([...first.json<object[]>(), ...second.json<object[]>()]).toHaveLength(3)
  expect(second.headers.link).toBeUndefined()
  const readonly = await server.as('readonly', companyId)
  expect((await readonly.get('/api/bulk/change-sets')).statusCode).toBe(200)
})
