import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SheetSaveResult } from '#contract/bulk.ts'
import type { SheetRow } from '#contract/sheet.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { changeSetRows, changeSets } from '#server/platform/db/schema/bulk.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { startStopwatch } from '#server/platform/clock.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku } from '#server/testing/builders.ts'
import { applyRows, workbookOf } from '#server/testing/bulk-fixture.ts'
import { applyWorkbook } from './upload-file.ts'
import { openDraft } from './change-set.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function companyWithSkus(count: number) {
  const { db } = server.deps
  const { id: companyId } = await buildCompany(db)
  const product = await buildProduct(db, companyId, { title: 'Shirt' })
  for (let index = 0; index < count; index++) {
    await buildSku(db, companyId, { sku: `S-${index}`, productId: product.id })
  }
  return { companyId, productId: product.id, ops: await server.as('ops', companyId) }
}

const rowsOf = (count: number, price: string, quantity = 1) =>
  Array.from({ length: count }, (_none, index) => ({
    sku: `S-${index}`,
    title: `Shirt ${index}`,
    price,
    quantity,
    asin: null,
    category: null,
  }))

describe('concurrent users', () => {
  it('save the same row: with versions the first wins, without them the last', async () => {
    const { ops } = await companyWithSkus(1)
    const [row] = (await ops.get('/api/products/sheet-data')).json<SheetRow[]>()
    const save = async (price: number, version?: number) => {
      const update = { id: row?.id, price, ...(version === undefined ? {} : { version }) }
      const reply = await ops.post('/api/products/bulk-update', { updates: [update] })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json<SheetSaveResult>()
    }
    const first = await Promise.all([11, 12, 13, 14, 15].map((price) => save(price, 1)))
    expect(first.filter(({ updated }) => updated === 1)).toHaveLength(1)
    expect(first.filter(({ conflicts }) => conflicts.length === 1)).toHaveLength(4)
    const second = await Promise.all([21, 22, 23, 24, 25].map((price) => save(price)))
    expect(second.every(({ updated }) => updated === 1)).toBe(true)
    expect((await ops.get('/api/products/sheet-data')).json()).toMatchObject([{ version: 7 }])
  })

  it('edit single SKUs while the same SKUs are uploaded, and each gets an answer', async () => {
    const { companyId, productId, ops } = await companyWithSkus(40)
    const editing = async (round: number) => {
      const [product] = await server.deps.db.inCompany(companyId, (tx) =>
        tx.select().from(products).where(eq(products.id, productId)),
      )
      const all = await server.deps.db.inCompany(companyId, (tx) =>
        tx.select().from(skus).where(eq(skus.productId, productId)),
      )
      const sku = all[(round * 7) % all.length]
      const replies = await Promise.all([
        ops.patch(`/api/products/${productId}`, { version: product?.version, category: `Round ${round}` }),
        ops.patch(`/api/products/${productId}/skus/${sku?.id}`, { version: sku?.version, price: `${round + 1}` }),
        ops.post(`/api/products/${productId}/skus`, { sku: `S-${40 + round}` }),
      ])
      return replies.map(({ statusCode }) => statusCode)
    }
    const uploads = Promise.all(
      [1, 2, 3, 4].map((one) => applyRows(server.deps, companyId, rowsOf(50, `${one}.00`, one))),
    )
    const answers: number[] = []
    for (let round = 0; round < 10; round++) answers.push(...(await editing(round)))
    expect(await uploads).toHaveLength(4)
    expect(answers.filter((status) => ![200, 201, 409].includes(status))).toEqual([])
  })

  it('add a SKU under a code that a file adds too: one of them makes it, the other changes it or is refused', async () => {
    const { companyId, productId, ops } = await companyWithSkus(1)
    const replies = await Promise.all(
      Array.from({ length: 6 }, async (_none, index) => {
        const rows = rowsOf(1, '5.00').map((row) => ({ ...row, sku: `N-${index}` }))
        const [, single] = await Promise.all([
          applyRows(server.deps, companyId, rows),
          ops.post(`/api/products/${productId}/skus`, { sku: `N-${index}`, price: '5' }),
        ])
        return single.statusCode
      }),
    )
    expect(replies.every((status) => status === 201 || status === 409)).toBe(true)
    const { rows } = await server.deps.db.inCompany(companyId, (tx) =>
      tx.execute(sql`select sku from skus where sku like 'N-%' and price = 5 order by sku`),
    )
    expect(rows).toHaveLength(6)
  })
})

describe('an upload whose process is killed', () => {
  it('leaves a draft and nothing else, and can be sent again', async () => {
    const { companyId, ops } = await companyWithSkus(2)
    const ctx = companyContext(server.deps, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }, companyId)
    const killed = { ...ctx, publishChange: () => Promise.reject(new Error('killed')) }
    const before = await server.deps.db.inCompany(companyId, (tx) => tx.select().from(skus))
    const draft = await openDraft(ctx, { file: { name: 'rows.xlsx', bytes: Buffer.from('rows') } })
    const workbook = workbookOf(rowsOf(3, '7.00', 9))
    await expect(applyWorkbook(killed, { draft, workbook, stopwatch: startStopwatch() })).rejects.toThrow('killed')
    expect(await server.deps.db.inCompany(companyId, (tx) => tx.select().from(skus))).toEqual(before)
    expect(await server.deps.db.inCompany(companyId, (tx) => tx.select().from(changeSetRows))).toEqual([])
    expect(await server.deps.db.inCompany(companyId, (tx) => tx.select().from(changeSets))).toMatchObject([
      { status: 'draft', created: 0, updated: 0 },
    ])
    const progress = (await ops.get(`/api/bulk/change-sets/${draft.id}/progress`)).json<{
      done: number
      total: number
    }>()
    expect(progress.done).toBeLessThan(progress.total)
    const again = await applyWorkbook(ctx, { draft, workbook, stopwatch: startStopwatch() })
    expect(again).toMatchObject({ changeSetId: draft.id, created: 1, updated: 2 })
  })
})
