import { read, utils } from '@e965/xlsx'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uploadColumns } from '#contract/bulk.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku, setLevel } from '#server/testing/builders.ts'
import { exportProducts } from './export-products.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser

beforeAll(async () => {
  server = await createTestApp()
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  ops = await server.as('ops', companyId)
})
afterAll(() => server.close())

type Line = Record<string, string | number | boolean>

async function download(query: string): Promise<Line[]> {
  const { rawPayload, statusCode } = await ops.get(`/api/products/export?${query}`)
  expect(statusCode).toBe(200)
  const book = read(rawPayload, { raw: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? utils.sheet_to_json<Line>(sheet, { defval: '' }) : []
}

const manySkus = (productId: string, count: number) =>
  server.deps.db.inCompany(companyId, (tx) =>
    tx.execute(sql`
      insert into skus (company_id, id, product_id, sku)
      select ${companyId}::uuid, new_id(), ${productId}::uuid, 'N-' || n from generate_series(1, ${count}::int) as n`),
  )

it('an export has a line per SKU, and one for a product without SKUs', async () => {
  const { db } = server.deps
  const product = await buildProduct(db, companyId, {
    title: 'Mug',
    brand: 'Pine',
    category: 'Camp',
    description: 'Steel',
  })
  const named = { sku: 'B-2', title: 'Mug, green', asin: 'B0C1234567', weight: '0.5', cost: '3.10', isHazmat: true }
  const sku = await buildSku(db, companyId, { productId: product.id, ...named, isActive: false })
  await setLevel(db, sku, { qtyAvailable: 7, qtyHeld: 2 })
  await buildSku(db, companyId, { productId: product.id, sku: 'A-1', price: null })
  await buildProduct(db, companyId, { title: 'Bare', isActive: false })
  const lines = await download('format=xlsx')
  expect(lines).toMatchObject([
    { SKU: 'A-1', Title: 'Mug', Price: '', Quantity: 0, ASIN: '', Category: 'Camp', Product: 'Mug' },
    { SKU: 'B-2', Title: 'Mug, green', Price: 10, Quantity: 7, ASIN: 'B0C1234567', Category: 'Camp', Product: 'Mug' },
    { SKU: '', Title: '', Price: '', Quantity: '', Product: 'Bare', 'Pack quantity': '', 'Weight unit': '' },
  ])
  expect(lines[1]).toMatchObject({
    Brand: 'Pine',
    Description: 'Steel',
    Cost: 3.1,
    Weight: 0.5,
    Currency: 'USD',
    'Weight unit': 'pounds',
  })
  expect(Object.keys(lines[0] ?? {})).toEqual([
    ...uploadColumns.map(({ name }) => name),
    ...'Product,Brand,Description,Active,Compare-at price,Cost,Weight,Weight unit,Pack quantity,FNSKU,Hazmat,Currency'.split(
      ',',
    ),
  ])
})

it('an export contains what the search finds, as CSV too', async () => {
  const { db } = server.deps
  const [mug, cup] = [
    await buildProduct(db, companyId, { title: '=Mug' }),
    await buildProduct(db, companyId, { title: 'Cup' }),
  ]
  await buildSku(db, companyId, { productId: mug.id, sku: 'M-1' })
  await buildSku(db, companyId, { productId: cup.id, sku: 'C-1' })
  expect((await download('format=csv')).map(({ SKU }) => SKU)).toEqual(['M-1', 'C-1'])
  const { body, headers } = await ops.get('/api/products/export?format=csv&search=mug')
  expect(headers['content-type']).toContain('text/csv')
  expect(headers['content-disposition']).toContain('products-2026-03-02.csv')
  expect(body).toContain("M-1,'=Mug,10,0,")
  expect(body).not.toContain('C-1')
})

it('an export pages through any number of lines, each once, also within one product', async () => {
  const { db } = server.deps
  await manySkus((await buildProduct(db, companyId)).id, 4_001)
  await buildProduct(db, companyId, { title: 'Bare' })
  const last = await buildProduct(db, companyId)
  for (const sku of ['Z-1', 'Z-2', 'Z-3']) await buildSku(db, companyId, { productId: last.id, sku })
  const lines = await download('format=csv')
  expect(lines).toHaveLength(4_001 + 1 + 3)
  expect(new Set(lines.map((line) => `${line['SKU']}${line['Product']}`)).size).toBe(4_005)
})

it('an export holds no connection while the reader is slow', async () => {
  const { db } = server.deps
  await manySkus((await buildProduct(db, companyId)).id, 2_500)
  const who = { actor: { type: 'system', name: 'test' } as const, origin: noOrigin }
  const { content } = await exportProducts(companyContext(server.deps, who, companyId), { format: 'csv' })
  let chunks = 0
  for await (const _chunk of content) {
    chunks += 1
    // Background work of the server, such as its log of refusals, uses one for a moment.
    await expect.poll(() => db.pool.totalCount - db.pool.idleCount).toBe(0)
  }
  expect(chunks).toBeGreaterThan(1)
})

it('an export is recorded in the audit log', async () => {
  await download('format=csv&search=mug')
  const entries = await server.deps.db.inCompany(companyId, (tx) =>
    tx.select().from(auditLog).where(eq(auditLog.action, 'product.export')),
  )
  expect(entries).toMatchObject([{ userId: ops.user.id, changes: { after: { format: 'csv', search: 'mug' } } }])
})

it('an export is forbidden for people who may only read, and has nothing of another company', async () => {
  const reader = await server.as('readonly', companyId)
  expect((await reader.get('/api/products/export?format=csv')).statusCode).toBe(403)
  await buildSku(server.deps.db, (await buildCompany(server.deps.db)).id, { sku: 'THEIRS' })
  expect(await download('format=csv')).toEqual([])
  expect((await ops.get('/api/products/export?format=pdf')).statusCode).toBe(422)
})
