import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SheetSaveResult } from '#contract/bulk.ts'
import type { Problem } from '#contract/errors.ts'
import type { SheetRow, SheetUpdate } from '#contract/sheet.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { changeSets } from '#server/platform/db/schema/bulk.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { inventorySnapshots } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku } from '#server/testing/builders.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function newCompany() {
  const company = await buildCompany(server.deps.db)
  return { companyId: company.id, ops: await server.as('ops', company.id) }
}

async function save(browser: Browser, updates: Partial<SheetUpdate>[]) {
  const reply = await browser.post('/api/products/bulk-update', { updates })
  return { status: reply.statusCode, saved: reply.json<SheetSaveResult>(), problem: reply.json<Problem>() }
}

const sheetOf = async (browser: Browser) => (await browser.get('/api/products/sheet-data')).json<SheetRow[]>()

describe('sheet data', () => {
  it('lists the active SKUs by code, with the title and category they show, page by page', async () => {
    const { companyId, ops } = await newCompany()
    const product = await buildProduct(server.deps.db, companyId, { title: 'Cup', category: 'Kitchen' })
    await buildSku(server.deps.db, companyId, { sku: 'B', productId: product.id, price: null })
    await buildSku(server.deps.db, companyId, { sku: 'A', productId: product.id, title: 'Tall cup', price: '4.50' })
    await buildSku(server.deps.db, companyId, { sku: 'C', productId: product.id, lastAmazonSync: new Date() })
    await buildSku(server.deps.db, companyId, { sku: 'D', isActive: false })
    const first = await ops.get('/api/products/sheet-data?limit=2')
    expect(first.headers['x-total-count']).toBe('3')
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const rows = [...first.json<SheetRow[]>(), ...(await ops.get(next)).json<SheetRow[]>()]
    expect(rows).toMatchObject([
      { sku: 'A', title: 'Tall cup', price: 4.5, category: 'Kitchen', isKnownToAmazon: false },
      { sku: 'B', title: 'Cup', price: null, quantity: 0, asin: null, version: 1, stockHolder: 'merchant' },
      { sku: 'C', isKnownToAmazon: true },
    ])
  })
})

describe('a sheet save', () => {
  it('writes the cells that were sent and returns the current rows', async () => {
    const { companyId, ops } = await newCompany()
    const sku = await buildSku(server.deps.db, companyId, { sku: 'A', asin: 'B000000001', price: '10.00' })
    const { status, saved } = await save(ops, [
      { id: sku.id, version: 1, price: 12.5, quantity: 8, category: 'Kitchen' },
    ])
    expect(status).toBe(200)
    expect(saved).toMatchObject({
      updated: 1,
      conflicts: [],
      rows: [{ id: sku.id, price: 12.5, quantity: 8, category: 'Kitchen', asin: 'B000000001', version: 2 }],
    })
    expect(await sheetOf(ops)).toEqual(saved.rows)
    const [entry] = await server.deps.db.inCompany(companyId, (tx) => tx.select().from(auditLog))
    expect(entry).toMatchObject({ action: 'sheet.save', resourceId: saved.changeSetId })
  })

  it('accepts a whole row and writes only the cell that differs', async () => {
    const { companyId, ops } = await newCompany()
    await buildSku(server.deps.db, companyId, { sku: 'A', price: '10.00', lastAmazonSync: new Date() })
    const [row] = await sheetOf(ops)
    const { status, saved } = await save(ops, [{ ...row, price: 11 }])
    expect(status).toBe(200)
    expect(saved).toMatchObject({ updated: 1, rows: [{ ...row, price: 11, version: 2 }] })
  })

  it('clears price, ASIN and category when they are sent empty', async () => {
    const { companyId, ops } = await newCompany()
    const product = await buildProduct(server.deps.db, companyId, { category: 'Kitchen' })
    const sku = await buildSku(server.deps.db, companyId, { productId: product.id, asin: 'B000000001' })
    const { saved } = await save(ops, [{ id: sku.id, price: null, asin: null, category: null }])
    expect(saved.rows).toMatchObject([{ price: null, asin: null, category: '' }])
  })

  it('creates no change set when nothing differs', async () => {
    const { companyId, ops } = await newCompany()
    const sku = await buildSku(server.deps.db, companyId, { title: 'Cup', price: '10.00' })
    const { saved } = await save(ops, [{ id: sku.id, title: 'Cup', price: 10, quantity: 0 }])
    expect(saved).toMatchObject({ changeSetId: null, updated: 0, rows: [{ id: sku.id, version: 1 }] })
    const [sets, counts] = await server.deps.db.inCompany(companyId, async (tx) => [
      await tx.select().from(changeSets),
      await tx.select().from(inventorySnapshots),
    ])
    expect([sets, counts]).toEqual([[], []])
  })

  it('does not overwrite rows that somebody has changed since, and writes the rest', async () => {
    const { companyId, ops } = await newCompany()
    const mine = await buildSku(server.deps.db, companyId, { sku: 'MINE' })
    const theirs = await buildSku(server.deps.db, companyId, { sku: 'THEIRS', price: '11.00', version: 2 })
    const { status, saved } = await save(ops, [
      { id: mine.id, version: 1, price: 1 },
      { id: theirs.id, version: 1, price: 2 },
    ])
    expect(status).toBe(200)
    expect(saved).toMatchObject({
      updated: 1,
      rows: [{ id: mine.id, price: 1 }],
      conflicts: [{ id: theirs.id, current: { sku: 'THEIRS', price: 11, version: 2 } }],
    })
    expect((await save(ops, [{ id: theirs.id, price: 2 }])).saved).toMatchObject({ updated: 1, conflicts: [] })
  })

  it('swaps and passes on codes', async () => {
    const { companyId, ops } = await newCompany()
    const [a, b, c] = await Promise.all(
      ['A', 'B', 'C'].map((sku) => buildSku(server.deps.db, companyId, { sku, version: 1 })),
    )
    const swapped = await save(ops, [
      { id: a?.id ?? '', sku: 'B' },
      { id: b?.id ?? '', sku: 'C' },
      { id: c?.id ?? '', sku: 'A' },
    ])
    expect(swapped.saved.rows.map(({ id, sku, version }) => [sku, id, version])).toEqual([
      ['A', c?.id, 2],
      ['B', a?.id, 2],
      ['C', b?.id, 2],
    ])
  })

  it('does not write a row that wants the code of a stale row', async () => {
    const { companyId, ops } = await newCompany()
    const [a, b, c] = await Promise.all([
      buildSku(server.deps.db, companyId, { sku: 'A' }),
      buildSku(server.deps.db, companyId, { sku: 'B' }),
      buildSku(server.deps.db, companyId, { sku: 'C', version: 5 }),
    ])
    const { status, saved } = await save(ops, [
      { id: a.id, version: 1, sku: 'B' },
      { id: b.id, version: 1, sku: 'C' },
      { id: c.id, version: 1, sku: 'D' },
    ])
    expect(status).toBe(200)
    expect(saved).toMatchObject({ changeSetId: null, updated: 0, rows: [] })
    expect(saved.conflicts.map(({ current }) => current.sku)).toEqual(['A', 'B', 'C'])
  })

  it('names the cells that break a rule and writes nothing', async () => {
    const { companyId, ops } = await newCompany()
    const product = await buildProduct(server.deps.db, companyId)
    const [taken, known, one, two] = await Promise.all([
      buildSku(server.deps.db, companyId, { sku: 'TAKEN' }),
      buildSku(server.deps.db, companyId, { sku: 'KNOWN', lastAmazonSync: new Date() }),
      buildSku(server.deps.db, companyId, { sku: 'ONE', productId: product.id }),
      buildSku(server.deps.db, companyId, { sku: 'TWO', productId: product.id }),
    ])
    const { status, problem } = await save(ops, [
      { id: taken.id, price: 77 },
      { id: known.id, sku: 'OTHER' },
      { id: one.id, sku: 'TAKEN', category: 'Cups' },
      { id: two.id, category: 'Mugs' },
    ])
    expect(status).toBe(422)
    expect(problem.errors).toEqual([
      { field: 'updates.1.sku', message: 'This SKU is in use at Amazon, so it can’t be renamed' },
      { field: 'updates.2.sku', message: 'A SKU with this code already exists' },
      { field: 'updates.2.category', message: 'The rows of one product name different categories: Cups, Mugs' },
      { field: 'updates.3.category', message: 'The rows of one product name different categories: Cups, Mugs' },
    ])
    expect((await sheetOf(ops)).map(({ version }) => version)).toEqual([1, 1, 1, 1])
  })

  it('refuses two rows that take the same new code', async () => {
    const { companyId, ops } = await newCompany()
    const [a, b] = [await buildSku(server.deps.db, companyId), await buildSku(server.deps.db, companyId)]
    const { status, problem } = await save(ops, [
      { id: a.id, sku: 'NEW' },
      { id: b.id, sku: 'NEW' },
    ])
    expect(status).toBe(422)
    expect(problem.errors?.map(({ field }) => field)).toEqual(['updates.0.sku', 'updates.1.sku'])
  })

  it('refuses a row that is there twice, and one that is gone or another company’s', async () => {
    const { companyId, ops } = await newCompany()
    const sku = await buildSku(server.deps.db, companyId)
    const foreign = await buildSku(server.deps.db, (await newCompany()).companyId)
    const twice = await save(ops, [
      { id: sku.id, price: 1 },
      { id: sku.id.toUpperCase(), price: 2 },
    ])
    expect(twice.status).toBe(422)
    expect(twice.problem.errors).toEqual([{ field: 'updates.1.id', message: 'This row appears twice' }])
    for (const id of [foreign.id, newId()]) {
      const { status, problem } = await save(ops, [
        { id: sku.id, price: 1 },
        { id, price: 1 },
      ])
      expect(status).toBe(404)
      expect(problem.errors).toEqual([{ field: 'updates.1.id', message: 'This SKU doesn’t exist' }])
    }
    expect(await sheetOf(ops)).toMatchObject([{ price: 10, version: 1 }])
  })

  it('returns the other SKUs of a product whose category changes, since they show it too', async () => {
    const { companyId, ops } = await newCompany()
    const product = await buildProduct(server.deps.db, companyId, { title: 'Shirt' })
    const small = await buildSku(server.deps.db, companyId, { sku: 'S', productId: product.id })
    await buildSku(server.deps.db, companyId, { sku: 'M', productId: product.id })
    const { saved } = await save(ops, [{ id: small.id, category: 'Wear', title: 'Small' }])
    expect(saved.updated).toBe(1)
    expect(saved.rows).toMatchObject([
      { sku: 'M', title: 'Shirt', category: 'Wear', version: 2 },
      { sku: 'S', title: 'Small', category: 'Wear', version: 2 },
    ])
    const [kept] = await server.deps.db.inCompany(companyId, (tx) =>
      tx.select().from(products).where(eq(products.id, product.id)),
    )
    expect(kept).toMatchObject({ title: 'Shirt', version: 2 })
  })

  it('is forbidden for people who may only read', async () => {
    const { companyId } = await newCompany()
    const sku = await buildSku(server.deps.db, companyId)
    const readonly = await server.as('readonly', companyId)
    expect((await save(readonly, [{ id: sku.id, price: 1 }])).status).toBe(403)
    const [kept] = await server.deps.db.inCompany(companyId, (tx) => tx.select().from(skus))
    expect(kept).toMatchObject({ price: '10.00' })
  })
})
