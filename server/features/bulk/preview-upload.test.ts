import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { noOrigin, platformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { changeSetErrors, changeSets } from '#server/platform/db/schema/bulk.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { buildChangeSet, bulkActions } from '#server/testing/bulk-fixture.ts'
import { purgeDrafts } from './change-set.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())

const { newCompany, upload, preview, skuByCode, inCompany } = bulkActions(() => server)

describe('a preview', () => {
  it('lists what would change, rows with warnings first, and writes nothing until the same file is uploaded under its id', async () => {
    const { companyId, ops } = await newCompany()
    const product = await buildProduct(server.deps.db, companyId, { title: 'Lamp' })
    await buildSku(server.deps.db, companyId, { sku: 'SAME', title: 'Same', price: '5.00' })
    await buildSku(server.deps.db, companyId, { sku: 'LAMP', productId: product.id, price: '10.00' })
    const rows = [
      ['NEW', 'New', 5, 1, '', ''],
      ['SAME', 'Same', 5, 0, '', ''],
      ['LAMP', 'Lamp', 5, 0, '', ''],
      ['WRONG', '', 5, 0, '', ''],
    ]
    const { status, body } = await preview(ops, rows)
    expect(status).toBe(200)
    expect(body).toMatchObject({ processed: 4, created: 1, updated: 1, unchanged: 1, failed: 1, warned: 1 })
    expect(body.changes.map(({ row, sku, isNew, cells, warnings }) => ({ row, sku, isNew, cells, warnings }))).toEqual([
      {
        row: 4,
        sku: 'LAMP',
        isNew: false,
        cells: [{ field: 'price', before: '10.00', after: '5.00' }],
        warnings: ['The price drops by more than 40%.'],
      },
      {
        row: 2,
        sku: 'NEW',
        isNew: true,
        cells: expect.arrayContaining([{ field: 'title', before: null, after: 'New' }]) as unknown,
        warnings: [],
      },
    ])
    expect(body.errors).toMatchObject([{ row: 5, column: 'Title' }])
    expect(await skuByCode(companyId, 'NEW')).toBeUndefined()
    expect((await ops.get('/api/bulk/change-sets')).json()).toEqual([])
    expect((await ops.get(`/api/bulk/change-sets/${body.changeSetId}/errors`)).statusCode).toBe(200)
    const progress = await ops.get(`/api/bulk/change-sets/${body.changeSetId}/progress`)
    expect(progress.json()).toEqual({ phase: 'checking', done: 4, total: 4 })
    const { changeSetId } = body
    const applied = await upload(ops, rows, changeSetId)
    expect(applied.body).toMatchObject({ changeSetId, created: 1, updated: 1, failed: 1 })
  })

  it('warns of values that look like a typing error, and of no others', async () => {
    const { companyId, ops } = await newCompany()
    const asin = 'B000000009'
    const cases = [
      { was: {}, price: 1, quantity: 4, says: ['The price drops by 90% or more.'] },
      { was: {}, price: 5.99, quantity: 4, says: ['The price drops by more than 40%.'] },
      { was: {}, price: 6, quantity: 4, says: [] },
      { was: {}, price: 100, quantity: 4, says: ['The price is at least ten times what it was.'] },
      { was: {}, price: 20, quantity: 4, says: ['The price at least doubles.'] },
      { was: {}, price: 19.99, quantity: 39, says: [] },
      { was: {}, price: 0, quantity: 4, says: ['The price is 0.'] },
      { was: { price: null }, price: 900, quantity: 4, says: [] },
      { was: {}, price: 10, quantity: 0, says: ['The quantity drops to 0.'] },
      { was: {}, price: 10, quantity: 99, says: [] },
      { was: {}, price: 10, quantity: 100, says: ['The quantity is at least ten times what it was.'] },
      {
        was: { asin: 'B000000001' },
        price: 10,
        quantity: 4,
        says: ['The ASIN is replaced with a different one.'],
      },
      { was: { asin: null }, price: 10, quantity: 4, says: [] },
      {
        was: { stockHolder: 'amazon' as const },
        price: 10,
        quantity: 5,
        says: ['Stocked at Amazon: the next sync will overwrite the quantity.'],
      },
    ]
    for (const [index, { was }] of cases.entries()) {
      const there = { sku: `W-${index}`, title: 'Was', price: '10.00', asin, ...was }
      const { id } = await buildSku(server.deps.db, companyId, there)
      await inCompany(companyId, (tx) =>
        tx.update(stockLevels).set({ qtyAvailable: 4 }).where(eq(stockLevels.skuId, id)),
      )
    }
    const { body } = await preview(
      ops,
      cases.map(({ price, quantity }, index) => [`W-${index}`, 'Was', price, quantity, asin, '']),
    )
    const said = new Map(body.changes.map(({ sku, warnings }) => [sku, warnings]))
    expect(cases.map((_one, index) => said.get(`W-${index}`))).toEqual(cases.map(({ says }) => says))
    expect(body.warned).toBe(cases.filter(({ says }) => says.length > 0).length)
  })

  it('is deleted after a day', async () => {
    const { companyId } = await newCompany()
    const janitor = { actor: { type: 'job', name: 'bulk.purge-drafts' }, origin: noOrigin } as const
    const purge = () => purgeDrafts(platformContext(server.deps, janitor))
    const draft = async () => {
      const outcome = { kind: 'upload', status: 'draft', appliedAt: null, createdAt: clock.now() } as const
      const { id } = await buildChangeSet(server.deps.db, companyId, outcome)
      const error = { companyId, changeSetId: id, rowNumber: 2, column: 'Title', reason: 'Title is required' }
      await inCompany(companyId, (tx) => tx.insert(changeSetErrors).values(error))
      return id
    }
    clock.advance(25 * 3600)
    await purge()
    await draft()
    clock.advance(23 * 3600)
    const fresh = await draft()
    clock.advance(2 * 3600)
    expect(await purge()).toEqual({ dropped: 1 })
    const left = await inCompany(companyId, (tx) => tx.select({ id: changeSets.id }).from(changeSets))
    expect(left).toEqual([{ id: fresh }])
    const errors = await inCompany(companyId, (tx) => tx.select().from(changeSetErrors))
    expect(errors.map(({ changeSetId }) => changeSetId)).toEqual([fresh])
  })
})

it('a preview is refused when an upload with the same id has been applied meanwhile, which stays applied', async () => {
  const { companyId, ops } = await newCompany()
  const id = newId()
  const statusOf = async (tx: Tx) => (await tx.select().from(changeSets).where(eq(changeSets.id, id)))[0]?.status
  const previewing = await inCompany(companyId, async (tx) => {
    await tx.execute(sql`lock table change_set_errors in exclusive mode`)
    const waiting = preview(ops, [['A', 'A', 1, 1, '', '']], id)
    await vi.waitFor(async () => expect(await statusOf(tx)).toBe('draft'), 10_000)
    await tx.update(changeSets).set({ status: 'applied' }).where(eq(changeSets.id, id))
    return { waiting }
  })
  expect((await previewing.waiting).status).toBe(409)
  expect(await inCompany(companyId, statusOf)).toBe('applied')
})
