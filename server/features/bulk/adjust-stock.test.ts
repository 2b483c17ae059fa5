import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeSetRow } from '#contract/bulk.ts'
import { type Problem } from '#contract/errors.ts'
import type { InventoryRow, StockAdjustment, StockMovement } from '#contract/inventory.ts'
import type { ProductHistoryEntry } from '#contract/products.ts'
import { askFirst, riskHeader } from '#contract/risky-values.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { type Browser, createTestApp } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { bulkActions } from '#server/testing/bulk-fixture.ts'
import { countStock } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const { newCompany, undo, skuByCode, inCompany } = bulkActions(() => server)

/** A company with 12 lamps that Amazon counted, and the call that sets their quantity. */
async function lampCompany() {
  const { companyId, ops } = await newCompany()
  const sku = await buildSku(server.deps.db, companyId, { sku: 'LAMP' })
  await countStock(server.deps.db, companyId, sku.id, { available: 12 })
  const adjust = async (body: Partial<StockAdjustment>, browser: Browser = ops) => {
    const adjustment = { quantity: 9, from: 12, reason: 'counted', ...body }
    const reply = await browser.post(`/api/inventory/${sku.id}/adjustments`, adjustment)
    const saved = reply.json<{ changeSetId: string | null; quantity: number }>()
    return { status: reply.statusCode, saved, problem: reply.json<Problem>() }
  }
  const counted = async () => (await skuByCode(companyId, 'LAMP'))?.level.qtyAvailable
  return { companyId, ops, sku, adjust, counted }
}

describe('a typed quantity', () => {
  it('becomes the count, with its reason in the movements', async () => {
    const { ops, sku, adjust } = await lampCompany()
    const { status, saved } = await adjust({ reason: 'damaged', note: ' fell off the pallet ' })
    expect([status, saved]).toEqual([200, { changeSetId: expect.any(String), sku: 'LAMP', from: 12, quantity: 9 }])
    const movements = (await ops.get(`/api/inventory/${sku.id}/movements`)).json<StockMovement[]>()
    expect(movements).toMatchObject([
      { source: 'adjustment', qtyAvailable: 9, change: -3, reason: 'damaged', note: 'fell off the pallet' },
      { source: 'amazon', qtyAvailable: 12, change: null, reason: null, note: null },
    ])
    expect((await ops.get('/api/inventory')).json<InventoryRow[]>()).toMatchObject([{ sku: 'LAMP', qtyCounted: 9 }])
  })

  it('is audited, and stands in the histories of bulk changes and of the product', async () => {
    const { companyId, ops, sku, adjust } = await lampCompany()
    const { saved } = await adjust({ reason: 'lost' })
    expect(await inCompany(companyId, (tx) => tx.select().from(auditLog))).toMatchObject([
      {
        action: 'sku.adjust-stock',
        resourceId: saved.changeSetId,
        changes: { before: { quantity: 12 }, after: { sku: 'LAMP', quantity: 9, cause: 'Lost' } },
      },
    ])
    expect((await ops.get('/api/bulk/change-sets')).json<ChangeSetRow[]>()).toMatchObject([
      { id: saved.changeSetId, kind: 'adjustment', summary: 'LAMP: 12 → 9, lost', updated: 1 },
    ])
    expect((await ops.get(`/api/products/${sku.productId}/history`)).json<ProductHistoryEntry[]>()).toMatchObject([
      { action: 'sku.adjust-stock', about: 'LAMP', changes: [{ field: 'quantity', before: 12, after: 9 }] },
    ])
  })

  it('is undone, unless the SKU was counted since', async () => {
    const { companyId, ops, sku, adjust, counted } = await lampCompany()
    const first = await adjust({ quantity: 9 })
    expect((await undo(ops, first.saved.changeSetId ?? '')).body).toMatchObject({ undone: 1, conflicted: 0 })
    expect(await counted()).toBe(12)
    const second = await adjust({ quantity: 8 })
    await countStock(server.deps.db, companyId, sku.id, { available: 5, readAt: new Date(Date.now() + 60_000) })
    expect((await undo(ops, second.saved.changeSetId ?? '')).body).toMatchObject({ undone: 0, conflicted: 1 })
    expect(await counted()).toBe(5)
  })

  it('is refused when another count came in since it was read', async () => {
    const { adjust, counted } = await lampCompany()
    const { status, problem } = await adjust({ from: 11 })
    expect([status, problem.detail]).toEqual([409, 'The count is now 12. Check the quantity and save again.'])
    expect(await counted()).toBe(12)
  })

  it('that is the count already changes nothing', async () => {
    const { ops, adjust } = await lampCompany()
    expect((await adjust({ quantity: 12 })).saved).toMatchObject({ changeSetId: null, quantity: 12 })
    expect((await ops.get('/api/bulk/change-sets')).json()).toEqual([])
  })

  it('raises the SKU’s version, so that a sheet that was loaded before does not overwrite it', async () => {
    const { companyId, ops, sku, adjust } = await lampCompany()
    await adjust({})
    const update = { id: sku.id, version: 1, quantity: 12 }
    const reply = await ops.post('/api/products/bulk-update', { updates: [update] })
    expect(reply.json()).toMatchObject({ updated: 0, conflicts: [{ current: { quantity: 9 } }] })
    expect((await skuByCode(companyId, 'LAMP'))?.sku.version).toBe(2)
  })

  it('is saved by a screen only after it was confirmed if it looks like a typing error', async () => {
    const { ops, adjust, counted } = await lampCompany()
    Object.assign(ops.headers, { [riskHeader]: askFirst })
    const { status, problem } = await adjust({ quantity: 1200 })
    expect(status).toBe(409)
    expect(problem.risks?.changes).toMatchObject([{ sku: 'LAMP', field: 'quantity', from: 12, to: 1200 }])
    expect(await counted()).toBe(12)
    Object.assign(ops.headers, { [riskHeader]: problem.risks?.confirmation })
    expect((await adjust({ quantity: 1200 })).status).toBe(200)
  })

  it.each([
    [{ quantity: -1 }, 'Quantity can’t be negative'],
    [{ quantity: 1.5 }, 'Quantity must be a whole number'],
    [{ reason: 'other' as const }, 'Say what happened'],
    [{ reason: 'other' as const, note: '  ' }, 'Say what happened'],
  ])('%j is refused: %s', async (body, message) => {
    const { adjust, counted } = await lampCompany()
    const { status, problem } = await adjust(body)
    expect([status, problem.errors?.[0]?.message]).toEqual([422, message])
    expect(await counted()).toBe(12)
  })

  it('is refused to the role Read Only and to another company', async () => {
    const { companyId, adjust, counted } = await lampCompany()
    expect((await adjust({}, await server.as('readonly', companyId))).status).toBe(403)
    expect((await adjust({}, (await newCompany()).ops)).status).toBe(404)
    expect(await counted()).toBe(12)
  })
})
