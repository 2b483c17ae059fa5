import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProductDetail, SkuRow } from '#contract/products.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku, setLevel } from '#server/testing/builders.ts'

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

const audited = (resourceId: string) =>
  server.deps.db.inCompany(companyId, (tx) => tx.select().from(auditLog).where(eq(auditLog.resourceId, resourceId)))

const pathOf = (sku: { productId: string; id: string }) => `/api/products/${sku.productId}/skus/${sku.id}`

const fieldsOf = (reply: { json(): unknown }) =>
  (reply.json() as { errors?: { field: string }[] }).errors?.map(({ field }) => field)

describe('adding a SKU', () => {
  const everything = {
    sku: 'MUG-1',
    asin: 'b0c1234567',
    title: 'Mug, spruce',
    price: '18',
    compareAtPrice: '12.5',
    cost: '20.00',
    weight: '0.55',
    weightUnit: 'pounds',
    dimensions: { length: 4, width: 3.5, height: 3, unit: 'inches' },
    packageQuantity: 2,
    shippingTemplate: 'Small',
    isHazmat: true,
    prepInstructions: 'Bubble wrap',
    safetyBuffer: 3,
  }

  it('stores every field, with a stock level from the first moment', async () => {
    const product = await buildProduct(server.deps.db, companyId)
    const reply = await ops.post(`/api/products/${product.id}/skus`, everything)
    expect(reply.statusCode).toBe(201)
    const sku = reply.json<SkuRow>()
    expect(sku).toMatchObject({
      ...everything,
      asin: 'B0C1234567',
      price: '18.00',
      compareAtPrice: '12.50',
      weight: '0.550',
      isActive: true,
      stockHolder: 'merchant',
      version: 1,
      qtyAvailable: 0,
      status: 'out_of_stock',
    })
    const levels = await server.deps.db.inCompany(companyId, (tx) => tx.select().from(stockLevels))
    expect(levels).toMatchObject([{ skuId: sku.id, source: null, readAt: null }])
    expect(await audited(sku.id)).toMatchObject([{ action: 'sku.create', changes: { after: { sku: 'MUG-1' } } }])
  })

  it('refuses a code that is taken, at its field, also when two add it at once', async () => {
    const { id } = await buildProduct(server.deps.db, companyId)
    const both = await Promise.all([1, 2].map(() => ops.post(`/api/products/${id}/skus`, { sku: 'SAME' })))
    expect(both.map((reply) => reply.statusCode).toSorted((one, other) => one - other)).toEqual([201, 409])
    const refused = both.find((reply) => reply.statusCode === 409)
    expect(refused && fieldsOf(refused)).toEqual(['sku'])
  })

  it('lets two companies use the same code', async () => {
    const other = await buildCompany(server.deps.db)
    await buildSku(server.deps.db, other.id, { sku: 'SHARED' })
    const { id } = await buildProduct(server.deps.db, companyId)
    expect((await ops.post(`/api/products/${id}/skus`, { sku: 'SHARED' })).statusCode).toBe(201)
  })

  it('makes an inactive SKU under an inactive product', async () => {
    const { id } = await buildProduct(server.deps.db, companyId, { isActive: false })
    const reply = await ops.post(`/api/products/${id}/skus`, { sku: 'A-1', isActive: true })
    expect(reply.json()).toMatchObject({ isActive: false })
  })

  it.each([
    [{ sku: '' }, 'sku'],
    [{ asin: 'SHORT' }, 'asin'],
    [{ price: '-1' }, 'price'],
    [{ price: '1.005' }, 'price'],
    [{ weight: '1.2345' }, 'weight'],
    [{ packageQuantity: 0 }, 'packageQuantity'],
    [{ safetyBuffer: -1 }, 'safetyBuffer'],
    [{ dimensions: { length: 0, width: 1, height: 1, unit: 'inches' } }, 'dimensions.length'],
  ])('refuses %j and names the field', async (wrong, field) => {
    const { id } = await buildProduct(server.deps.db, companyId)
    const reply = await ops.post(`/api/products/${id}/skus`, { sku: 'A-1', ...wrong })
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toContain(field)
  })
})

describe('stock of a SKU', () => {
  it('is shown as on the Inventory screen: free units, reserved with holds, status by the company’s threshold', async () => {
    const sku = await buildSku(server.deps.db, companyId)
    await setLevel(server.deps.db, sku, { qtyAvailable: 15, qtyReserved: 2, qtyInbound: 40, qtyHeld: 3 })
    const stock = async () => {
      const [row] = (await ops.get(`/api/products/${sku.productId}`)).json<ProductDetail>().skus
      return row && [row.qtyAvailable, row.qtyReserved, row.qtyInbound, row.status]
    }
    expect(await stock()).toEqual([12, 5, 40, 'in_stock'])
    await server.deps.db.inCompany(companyId, (tx) => tx.update(companySettings).set({ lowStockThreshold: 12 }))
    expect(await stock()).toEqual([12, 5, 40, 'low_stock'])
  })
})

describe('changing a SKU', () => {
  it('writes what differs and audits it', async () => {
    const sku = await buildSku(server.deps.db, companyId, { cost: '4.00' })
    const reply = await ops.patch(pathOf(sku), { version: 1, price: '12.5', cost: '4', safetyBuffer: 5 })
    expect(reply.json()).toMatchObject({ price: '12.50', cost: '4.00', safetyBuffer: 5, version: 2 })
    const [entry] = await audited(sku.id)
    expect(entry).toMatchObject({ action: 'sku.update', userId: ops.user.id })
    expect(entry?.changes).toEqual({
      before: { price: '10.00', safetyBuffer: 0 },
      after: { price: '12.50', safetyBuffer: 5 },
    })
  })

  it('writes nothing when nothing differs, however it is written', async () => {
    const dimensions = { length: 4, width: 3, height: 2, unit: 'inches' }
    const sku = await buildSku(server.deps.db, companyId, { weight: '1.5', dimensions })
    const same = { price: '10', weight: '1.50', dimensions: { unit: 'inches', height: 2, width: 3, length: 4 } }
    const reply = await ops.patch(pathOf(sku), { version: 1, ...same, title: '', asin: null, sku: ` ${sku.sku}` })
    expect(reply.json()).toMatchObject({ version: 1 })
    expect(await audited(sku.id)).toEqual([])
  })

  it('clears optional fields', async () => {
    const sku = await buildSku(server.deps.db, companyId, { title: 'Own', asin: 'B0C1234567', weight: '1.5' })
    const cleared = { title: '', asin: '', price: null, weight: '', dimensions: null }
    const reply = await ops.patch(pathOf(sku), { version: 1, ...cleared })
    expect(reply.json()).toMatchObject({ title: null, asin: null, price: null, weight: null, version: 2 })
  })

  it('lets one of two editors win and refuses the other', async () => {
    const sku = await buildSku(server.deps.db, companyId)
    const both = await Promise.all(['1', '2'].map((price) => ops.patch(pathOf(sku), { version: 1, price })))
    expect(both.map((reply) => reply.statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
    const refused = both.find((reply) => reply.statusCode === 409)
    expect(refused?.json<{ detail: string }>().detail).toContain('Someone has changed this SKU since you opened it.')
    expect(await audited(sku.id)).toHaveLength(1)
  })

  it('renames, except to a taken code and for SKUs that Amazon knows', async () => {
    const { db } = server.deps
    await buildSku(db, companyId, { sku: 'TAKEN' })
    const free = await buildSku(db, companyId)
    const known = await buildSku(db, companyId, { lastAmazonSync: new Date() })
    expect((await ops.patch(pathOf(free), { version: 1, sku: 'NEW' })).json()).toMatchObject({ sku: 'NEW', version: 2 })
    const taken = await ops.patch(pathOf(free), { version: 2, sku: 'TAKEN' })
    expect([taken.statusCode, fieldsOf(taken)]).toEqual([409, ['sku']])
    const refused = await ops.patch(pathOf(known), { version: 1, sku: 'OTHER' })
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([409, ['sku']])
    const asBefore = await ops.patch(pathOf(known), { version: 1, sku: known.sku, price: '11' })
    expect(asBefore.json()).toMatchObject({ sku: known.sku, price: '11.00' })
  })

  it('deactivates and activates, except under an inactive product', async () => {
    const { db } = server.deps
    const sku = await buildSku(db, companyId)
    expect((await ops.patch(pathOf(sku), { version: 1, isActive: false })).json()).toMatchObject({ isActive: false })
    expect((await ops.patch(pathOf(sku), { version: 2, isActive: true })).json()).toMatchObject({ isActive: true })
    expect((await audited(sku.id)).map(({ action }) => action)).toEqual(['sku.deactivate', 'sku.activate'])
    await ops.patch(`/api/products/${sku.productId}`, { version: 1, isActive: false })
    const refused = await ops.patch(pathOf(sku), { version: 4, isActive: true })
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      'Activate the product first.',
    ])
    const others = await ops.patch(pathOf(sku), { version: 4, price: '3', isActive: false })
    expect(others.json()).toMatchObject({ price: '3.00', isActive: false })
  })

  it('leaves no active SKU behind when one is activated while its product is deactivated', async () => {
    const { db } = server.deps
    for (let round = 0; round < 5; round++) {
      const sku = await buildSku(db, companyId, { isActive: false })
      const product = `/api/products/${sku.productId}`
      await Promise.all([
        ops.patch(product, { version: 1, isActive: false }),
        ops.patch(pathOf(sku), { version: 1, isActive: true }),
        ops.post(`${product}/skus`, { sku: `RACE-${round}` }),
      ])
      const after = (await ops.get(product)).json<ProductDetail>()
      expect(after.isActive).toBe(false)
      expect(after.skus.map(({ isActive }) => isActive)).toEqual([false, false])
    }
  })

  it('finds nothing under the id of another product or company', async () => {
    const { db } = server.deps
    const sku = await buildSku(db, companyId)
    const elsewhere = await buildProduct(db, companyId)
    const theirs = await buildSku(db, (await buildCompany(db)).id)
    const change = { version: 1, price: '1' }
    expect((await ops.patch(pathOf({ id: sku.id, productId: elsewhere.id }), change)).statusCode).toBe(404)
    expect((await ops.patch(pathOf(theirs), change)).statusCode).toBe(404)
    expect((await ops.post(`/api/products/${theirs.productId}/skus`, { sku: 'X' })).statusCode).toBe(404)
  })

  it('is not for people who may only read', async () => {
    const sku = await buildSku(server.deps.db, companyId)
    const reader = await server.as('readonly', companyId)
    expect((await reader.patch(pathOf(sku), { version: 1, price: '1' })).statusCode).toBe(403)
    expect((await reader.post(`/api/products/${sku.productId}/skus`, { sku: 'X' })).statusCode).toBe(403)
  })
})
