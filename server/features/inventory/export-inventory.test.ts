import { read, utils } from '@e965/xlsx'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku } from '#server/testing/builders.ts'
import { changeSettings, countStock } from '#server/testing/stock.ts'
import { exportInventory } from './list-inventory.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser

beforeAll(async () => {
  server = await createTestApp()
  const { db } = server.deps
  companyId = (await buildCompany(db)).id
  ops = await server.as('ops', companyId)
  await changeSettings(db, companyId, { safetyBuffer: 1, timeZone: 'Europe/Berlin' })
  const { id: productId } = await buildProduct(db, companyId, { title: '=Pillow, "cedar"' })
  const sku = await buildSku(db, companyId, {
    productId,
    sku: 'P-1',
    asin: 'B0C1234567',
    fnsku: 'X001',
    stockHolder: 'amazon',
    lastAmazonSync: new Date('2026-03-02T09:30:00Z'),
  })
  await countStock(db, companyId, sku.id, { available: 8, reserved: 2, inbound: 5 })
  await buildSku(db, companyId, { productId, sku: 'P-2', title: 'Pillow, green' })
  await buildSku(db, companyId, { productId, sku: 'P-3', isActive: false })
})
afterAll(() => server.close())

const heading =
  'SKU,ASIN,FNSKU,Product,Title,Available,Reserved,Inbound,Sellable,Status,Held by,Last sync (Europe/Berlin)'
const lines = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n')

it('the CSV export has the active SKUs, and nothing that a spreadsheet would execute', async () => {
  const reply = await ops.get('/api/inventory/export?format=csv')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toContain('text/csv')
  expect(reply.headers['content-disposition']).toContain('inventory-2026-03-02.csv')
  const title = `"'=Pillow, ""cedar"""`
  expect(lines(reply.body)).toEqual([
    heading,
    `P-1,B0C1234567,X001,${title},${title},8,2,5,7,Low Stock,Amazon,2026-03-02 10:30:00`,
    `P-2,,,${title},"Pillow, green",0,0,0,0,Out of Stock,Merchant,`,
  ])
})

it('the workbook export has the same rows, with numbers as numbers', async () => {
  const reply = await ops.get('/api/inventory/export?format=xlsx')
  const book = read(reply.rawPayload)
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const rows = sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) : []
  expect(rows[0]).toEqual(heading.split(','))
  expect(rows[1]?.slice(5, 10)).toEqual([8, 2, 5, 7, 'Low Stock'])
})

it('an export respects search and status, and is audited', async () => {
  const csv = async (query: string) =>
    lines((await ops.get(`/api/inventory/export?format=csv&${query}`)).body).length - 1
  expect([await csv('search=p-1'), await csv('status=out_of_stock'), await csv('search=p-1&status=in_stock')]).toEqual([
    1, 1, 0,
  ])
  const entries = await server.deps.db.inCompany(companyId, (tx) =>
    tx
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.companyId, companyId), eq(auditLog.action, 'inventory.export'))),
  )
  expect(entries.map(({ changes }) => changes?.after)).toContainEqual({
    format: 'csv',
    search: 'p-1',
    status: 'in_stock',
  })
})

it('an export over several batches neither loses nor repeats a SKU', async () => {
  const { db } = server.deps
  const many = await buildCompany(db)
  const { id: productId } = await buildProduct(db, many.id)
  await db.inCompany(many.id, (tx) =>
    tx.execute(sql`
      insert into skus (company_id, id, product_id, sku)
      select ${many.id}::uuid, new_id(), ${productId}::uuid, 'SKU-' || n from generate_series(1, 21) as n`),
  )
  const ctx = companyContext(server.deps, { actor: { type: 'job', name: 'test' }, origin: noOrigin }, many.id)
  const { content } = await exportInventory(ctx, { format: 'csv' }, 10)
  const chunks: (string | Uint8Array)[] = []
  for await (const chunk of content) chunks.push(chunk)
  const [, ...batches] = chunks
  expect(batches).toHaveLength(3)
  const written = lines(batches.join('')).map((line) => line.split(',')[0])
  expect([written.length, new Set(written).size]).toEqual([21, 21])
})

it('an export is forbidden for people who may only read', async () => {
  const reader = await server.as('readonly', companyId)
  expect((await reader.get('/api/inventory/export?format=csv')).statusCode).toBe(403)
})
