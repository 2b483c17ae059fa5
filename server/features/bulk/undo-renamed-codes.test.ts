import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SheetSaveResult, UndoResult } from '#contract/bulk.ts'
import type { SheetRow } from '#contract/sheet.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

it('an undo keeps a whole chain of renamed codes when one former code has been taken by another SKU', async () => {
  const { db } = server.deps
  const { id: companyId } = await buildCompany(db)
  const ops = await server.as('ops', companyId)
  const [a, b, c] = [
    await buildSku(db, companyId, { sku: 'A' }),
    await buildSku(db, companyId, { sku: 'B' }),
    await buildSku(db, companyId, { sku: 'C' }),
  ]
  const codes = async () =>
    (await ops.get('/api/products/sheet-data')).json<SheetRow[]>().map(({ id, sku }) => [sku, id])

  const updates = [
    { id: a.id, sku: 'Z' },
    { id: b.id, sku: 'A' },
    { id: c.id, sku: 'B' },
  ]
  const { changeSetId } = (await ops.post('/api/products/bulk-update', { updates })).json<SheetSaveResult>()
  await buildSku(db, companyId, { sku: 'C' })
  const before = await codes()

  const undone = await ops.post(`/api/bulk/change-sets/${changeSetId}/undo`)
  expect(undone.statusCode).toBe(200)
  const { conflicts, ...counts } = undone.json<UndoResult>()
  expect(counts).toMatchObject({ undone: 0, conflicted: 3 })
  expect(conflicts.map(({ label, reason }) => [label, reason])).toEqual(
    ['A', 'B', 'C'].map((label) => [label, 'Another SKU now has its old code.']),
  )
  expect(await codes()).toEqual(before)
})
