import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ChangeSetKind, ChangeSetStatus } from '#contract/bulk.ts'
import { ProductHistoryEntry } from '#contract/products.ts'
import { changeSetRows, changeSets } from '#server/platform/db/schema/bulk.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, type Browser, readAllPages } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku } from '#server/testing/builders.ts'

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

type Row = Omit<typeof changeSetRows.$inferInsert, 'companyId' | 'changeSetId'>
type Change = { kind: ChangeSetKind; status?: ChangeSetStatus; at: string }

/** Inserts the rows that a bulk change leaves. */
async function changeInBulk({ kind, status = 'applied', at }: Change, rows: Row[]): Promise<string> {
  const id = newId()
  const appliedAt = new Date(at)
  await server.deps.db.inCompany(companyId, async (tx) => {
    const header = { kind, status, summary: 'Some', actorName: 'Theo Okafor', createdAt: appliedAt, appliedAt }
    await tx.insert(changeSets).values({ companyId, id, ...header })
    await tx.insert(changeSetRows).values(rows.map((row) => ({ companyId, changeSetId: id, ...row })))
  })
  return id
}

const history = async (productId: string) =>
  (await ops.get(`/api/products/${productId}/history`)).json<ProductHistoryEntry[]>()

it('the history has single edits and bulk changes of a product and its SKUs, newest first', async () => {
  const { db } = server.deps
  const sku = await buildSku(db, companyId, { sku: 'A-1' })
  const neighbor = await buildSku(db, companyId, { sku: 'B-1' })
  const upload = await changeInBulk({ kind: 'upload', at: '2026-01-01T10:00:00Z' }, [
    {
      rowNumber: 2,
      resource: 'product',
      resourceId: sku.productId,
      label: 'Mug',
      before: { category: '' },
      after: { category: 'Camp' },
    },
    {
      rowNumber: 2,
      resource: 'stock',
      resourceId: sku.id,
      label: 'A-1',
      before: { quantity: 3 },
      after: { quantity: 9 },
    },
    {
      rowNumber: 3,
      resource: 'sku',
      resourceId: neighbor.id,
      label: 'B-1',
      before: { price: '1.00' },
      after: { price: '2.00' },
    },
  ])
  const undo = await changeInBulk({ kind: 'undo', status: 'undone', at: '2026-01-02T10:00:00Z' }, [
    { rowNumber: 2, resource: 'sku', resourceId: sku.id, label: 'A-0', before: { sku: 'A-0' }, after: { sku: 'A-1' } },
  ])
  await changeInBulk({ kind: 'sheet', status: 'draft', at: '2026-01-03T10:00:00Z' }, [
    { rowNumber: 2, resource: 'sku', resourceId: sku.id, label: 'A-1', after: { price: '5.00' } },
  ])
  await ops.patch(`/api/products/${sku.productId}`, { version: 1, title: 'Cup' })
  await ops.patch(`/api/products/${sku.productId}/skus/${sku.id}`, { version: 2, price: '4' })
  await ops.patch(`/api/products/${neighbor.productId}/skus/${neighbor.id}`, { version: 1, price: '8' })

  const entries = await history(sku.productId)
  expect(entries.map(({ action, about, changeSetId }) => [action, about, changeSetId])).toEqual([
    ['sku.update', 'A-1', null],
    ['product.update', null, null],
    ['change-set.undo', 'A-0', undo],
    ['upload.apply', 'A-1', upload],
    ['upload.apply', null, upload],
  ])
  expect(entries[0]).toMatchObject({
    actorName: 'Ana Ruiz',
    changes: [{ field: 'price', before: '10.00', after: '4.00' }],
  })
  expect(entries[3]).toMatchObject({
    at: '2026-01-01T10:00:00.000Z',
    actorName: 'Theo Okafor',
    changes: [{ field: 'quantity', before: 3, after: 9 }],
  })
})

it('the history shows lists and sizes as text', async () => {
  const sku = await buildSku(server.deps.db, companyId)
  const dimensions = { length: 4, width: 3, height: 2, unit: 'inches' }
  await ops.patch(`/api/products/${sku.productId}/skus/${sku.id}`, { version: 1, dimensions })
  await ops.patch(`/api/products/${sku.productId}`, { version: 1, isActive: false, images: ['https://a.test/1'] })
  const [product, changed] = await history(sku.productId)
  expect(changed?.changes).toEqual([{ field: 'dimensions', before: null, after: '4 × 3 × 2 inches' }])
  expect(product?.changes).toEqual(
    expect.arrayContaining([
      { field: 'images', before: '', after: 'https://a.test/1' },
      { field: 'isActive', before: true, after: false },
      { field: 'activeSkus', before: sku.sku, after: '' },
    ]),
  )
})

it('the history pages through all entries, those of one moment too, without losing or repeating one', async () => {
  const sku = await buildSku(server.deps.db, companyId)
  const rows = Array.from({ length: 5 }, (_, n): Row => {
    const quantities = { before: { quantity: n }, after: { quantity: n + 1 } }
    return { rowNumber: n + 2, resource: 'stock', resourceId: sku.id, label: sku.sku, ...quantities }
  })
  await changeInBulk({ kind: 'sheet', at: '2026-01-01T10:00:00.123Z' }, rows)
  for (let version = 1; version <= 4; version++) {
    await ops.patch(`/api/products/${sku.productId}/skus/${sku.id}`, { version, price: String(version) })
  }
  const pages = await readAllPages(ops, `/api/products/${sku.productId}/history?limit=2`, ProductHistoryEntry)
  expect(pages.map((page) => page.rows.length)).toEqual([2, 2, 2, 2, 1])
  expect(pages.every(({ total }) => total === 9)).toBe(true)
  const entries = pages.flatMap((page) => page.rows)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(9)
  expect(entries.map(({ at }) => at)).toEqual(
    entries
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
})

it('the history refuses a cursor of another list', async () => {
  const { id } = await buildProduct(server.deps.db, companyId)
  expect((await ops.get(`/api/products/${id}/history?cursor=rubbish`)).statusCode).toBe(422)
})

it('the history is open to people who may only read, and closed to another company', async () => {
  const { id } = await buildProduct(server.deps.db, companyId)
  const reader = await server.as('readonly', companyId)
  expect((await reader.get(`/api/products/${id}/history`)).json()).toEqual([])
  const stranger = await server.as('admin')
  expect((await stranger.get(`/api/products/${id}/history`)).statusCode).toBe(404)
})
