import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { changeSetRows } from '#server/platform/db/schema/bulk.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { inventorySnapshots } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { bulkActions } from '#server/testing/bulk-fixture.ts'
import { multipartOf } from '#server/testing/workbooks.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())

const { newCompany, upload, preview, skuByCode, inCompany } = bulkActions(() => server)

describe('an upload', () => {
  it('adds new SKUs with their products and counts, and returns the figures', async () => {
    const { companyId, ops } = await newCompany()
    const { status, body, headers } = await upload(ops, [
      ['CUP-1', 'Cup', 4.5, 3, 'b0c1234567', 'Kitchen'],
      ['CUP-2', 'Mug', '12', 0, '', ''],
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject({ processed: 2, created: 2, updated: 0, unchanged: 0, failed: 0, errors: [] })
    expect(headers['server-timing']).toMatch(/^parse;dur=[\d.]+, validate;dur=[\d.]+, write;dur=[\d.]+$/)
    expect(await skuByCode(companyId, 'CUP-1')).toMatchObject({
      sku: { title: 'Cup', price: '4.50', asin: 'B0C1234567', version: 1, isActive: true },
      product: { title: 'Cup', category: 'Kitchen', version: 1 },
      level: { qtyAvailable: 3, source: 'upload', readAt: clock.now() },
    })
    expect(await skuByCode(companyId, 'CUP-2')).toMatchObject({
      sku: { title: 'Mug', price: '12.00', asin: null },
      product: { category: '' },
      level: { qtyAvailable: 0, source: 'upload' },
    })
  })

  it('changes what differs, raises the versions once and leaves empty cells alone', async () => {
    const { companyId, ops } = await newCompany()
    const product = await buildProduct(server.deps.db, companyId, { title: 'Lamp', category: 'Light' })
    const asin = 'B000000001'
    const sku = await buildSku(server.deps.db, companyId, { sku: 'L-1', productId: product.id, asin, price: '10.00' })
    const { body } = await upload(ops, [['L-1', 'Desk lamp', 11, 7, '', '']])
    expect(body).toMatchObject({ processed: 1, updated: 1, created: 0 })
    expect(await skuByCode(companyId, 'L-1')).toMatchObject({
      sku: { id: sku.id, title: 'Desk lamp', price: '11.00', asin, version: 2 },
      product: { title: 'Desk lamp', category: 'Light', version: 2 },
      level: { qtyAvailable: 7 },
    })
  })

  it('keeps the product’s title when another SKU shows it, and raises that SKU’s version for a new category', async () => {
    const { companyId, ops } = await newCompany()
    const product = await buildProduct(server.deps.db, companyId, { title: 'Shirt', category: 'Wear' })
    await buildSku(server.deps.db, companyId, { sku: 'S', productId: product.id })
    await buildSku(server.deps.db, companyId, { sku: 'M', productId: product.id })
    await upload(ops, [['S', 'Shirt, small', 10, 0, '', 'Clothes']])
    expect(await skuByCode(companyId, 'S')).toMatchObject({
      sku: { title: 'Shirt, small', version: 2 },
      product: { title: 'Shirt', category: 'Clothes', version: 2 },
    })
    expect(await skuByCode(companyId, 'M')).toMatchObject({ sku: { title: null, version: 2 } })
  })

  it('changes nothing the second time', async () => {
    const { companyId, ops } = await newCompany()
    const rows = [
      ['A', 'Alpha', 1, 5, '', 'X'],
      ['B', 'Beta', 2, 0, '', ''],
    ]
    await upload(ops, rows)
    const before = await inCompany(companyId, (tx) => tx.select().from(skus))
    const { body } = await upload(ops, rows)
    expect(body).toMatchObject({ processed: 2, updated: 0, created: 0, unchanged: 2 })
    expect(await inCompany(companyId, (tx) => tx.select().from(skus))).toEqual(before)
    expect(await inCompany(companyId, (tx) => tx.select().from(inventorySnapshots))).toHaveLength(2)
    expect((await ops.get('/api/bulk/change-sets')).json()).toMatchObject([
      { summary: 'Nothing changed', undoableUntil: null },
      { summary: '2 SKUs added', undoableUntil: '2026-04-01T10:00:00.000Z' },
    ])
  })

  it('applies the good rows and stores the errors of the others', async () => {
    const { companyId, ops } = await newCompany()
    const { body } = await upload(ops, [
      ['GOOD', 'Good', 1, 1, '', ''],
      ['BAD', 'Bad', -1, 1.5, '', ''],
    ])
    expect(body).toMatchObject({ processed: 2, created: 1, failed: 1 })
    expect(body.errors.map(({ row, column }) => `${row} ${column}`)).toEqual(['3 Price', '3 Quantity'])
    expect(await skuByCode(companyId, 'BAD')).toBeUndefined()
    const file = await ops.get(`/api/bulk/change-sets/${body.changeSetId}/errors`)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toContain('products-errors.xlsx')
  })

  it('leaves out rows that give one product different categories', async () => {
    const { companyId, ops } = await newCompany()
    const product = await buildProduct(server.deps.db, companyId, { category: 'Old' })
    for (const sku of ['P-1', 'P-2', 'P-3']) await buildSku(server.deps.db, companyId, { sku, productId: product.id })
    const { body } = await upload(ops, [
      ['P-1', 'One', 10, 0, '', 'Cups'],
      ['P-2', 'Two', 10, 0, '', 'Mugs'],
      ['P-3', 'Three', 10, 0, '', ''],
    ])
    expect(body).toMatchObject({ processed: 3, updated: 1, failed: 2 })
    expect(body.errors).toEqual([
      { row: 2, column: 'Category', reason: 'The rows of one product name different categories: Cups, Mugs' },
      { row: 3, column: 'Category', reason: 'The rows of one product name different categories: Cups, Mugs' },
    ])
    expect(await skuByCode(companyId, 'P-3')).toMatchObject({ product: { category: 'Old' }, sku: { title: 'Three' } })
  })

  it('returns the first result when it is repeated with the same id', async () => {
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
    const { ops } = await newCompany()
    const rows = [['X-1', 'X', 1, 1, '', '']]
    const applied = await upload(ops, rows)
    const [row] = (await ops.get('/api/products/sheet-data')).json<{ id: string }[]>()
    const saved = await ops.post('/api/products/bulk-update', { updates: [{ id: row?.id, title: 'Y' }] })
    expect((await upload(ops, rows, saved.json<{ changeSetId: string }>().changeSetId)).status).toBe(409)
    expect((await preview(ops, rows, applied.body.changeSetId)).status).toBe(409)
  })

  it('records what was changed and by whom, and notifies the browsers', async () => {
    const { companyId, ops } = await newCompany()
    const { body } = await upload(ops, [['K-1', 'Kettle', 20, 2, '', '']])
    const [entry] = await server.deps.db.onPlatform(
      (tx) =>
        tx
          .select()
          .from(auditLog)
          .where(and(eq(auditLog.companyId, companyId), eq(auditLog.action, 'upload.apply'))),
      companyId,
    )
    expect(entry).toMatchObject({ resourceId: body.changeSetId, userId: ops.user.id, actorName: 'Ana Ruiz' })
    const rows = await ops.get(`/api/bulk/change-sets/${body.changeSetId}/rows`)
    expect(rows.json()).toEqual([
      {
        row: 2,
        resource: 'sku',
        label: 'K-1',
        isNew: true,
        undoOutcome: null,
        cells: expect.arrayContaining([
          { field: 'sku', before: null, after: 'K-1' },
          { field: 'price', before: null, after: '20.00' },
          { field: 'quantity', before: null, after: 2 },
        ]) as unknown,
      },
    ])
  })

  it('reports its progress until it is complete', async () => {
    const { ops } = await newCompany()
    const id = newId()
    await upload(ops, [['Q-1', 'Quilt', 20, 2, '', '']], id)
    const progress = await ops.get(`/api/bulk/change-sets/${id}/progress`)
    expect(progress.json()).toEqual({ phase: 'writing', done: 1, total: 1 })
  })

  it('is refused when it is not an Excel file, and is not listed', async () => {
    const { companyId, ops } = await newCompany()
    const { headers, payload } = multipartOf(Buffer.from('%PDF-1.7 nothing'), 'list.xlsx')
    const reply = await server.app.http.inject({
      method: 'POST',
      url: '/api/bulk/upload',
      headers: { ...ops.headers, ...headers },
      payload,
    })
    expect(reply.statusCode).toBe(422)
    expect((await ops.get('/api/bulk/change-sets')).json()).toEqual([])
    expect(await inCompany(companyId, (tx) => tx.select().from(skus))).toEqual([])
  })
})

it('the history lists applied change sets only, page by page', async () => {
  const { companyId, ops } = await newCompany()
  for (const code of ['1', '2', '3']) {
    await upload(ops, [[code, 'Thing', 1, 1, '', '']])
    clock.advance(60)
  }
  await preview(ops, [['4', 'Thing', 1, 1, '', '']])
  const first = await ops.get('/api/bulk/change-sets?limit=2')
  expect(first.headers['x-total-count']).toBe('3')
  const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await ops.get(next)
  expect([...first.json<object[]>(), ...second.json<object[]>()]).toHaveLength(3)
  expect(second.headers.link).toBeUndefined()
  const readonly = await server.as('readonly', companyId)
  expect((await readonly.get('/api/bulk/change-sets')).statusCode).toBe(200)
})
