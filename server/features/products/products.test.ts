import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Topic } from '#contract/events.ts'
import { sortsOf } from '#contract/paging.ts'
import { productSorts, ProductRow, type ProductDetail } from '#contract/products.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { askFirst, riskHeader } from '#contract/risky-values.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { channels, listings } from '#server/platform/db/schema/channels.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, type Browser, readAllPages } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku, setLevel } from '#server/testing/builders.ts'
import { createProduct, updateProduct } from './products.ts'
import { createSku, updateSku } from './skus.ts'

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

const skusOf = (productId: string) =>
  server.deps.db.inCompany(companyId, (tx) =>
    tx.select().from(skus).where(eq(skus.productId, productId)).orderBy(skus.sku),
  )

const detail = async (productId: string) => (await ops.get(`/api/products/${productId}`)).json<ProductDetail>()

describe('adding a product', () => {
  it('needs only a title, and is active then', async () => {
    const reply = await ops.post('/api/products', { title: '  Camp Mug ' })
    expect(reply.statusCode).toBe(201)
    const product = reply.json<ProductRow>()
    expect(product).toMatchObject({ title: 'Camp Mug', brand: '', isActive: true, skuCount: 0, imageUrl: null })
    expect(await audited(product.id)).toMatchObject([
      { action: 'product.create', userId: ops.user.id, changes: { after: { title: 'Camp Mug', isActive: true } } },
    ])
  })

  it('takes its SKUs with prices and stock, all or none of them', async () => {
    const lines = [{ sku: 'MUG-S', price: '12.50', quantity: 40 }, { sku: 'MUG-L' }]
    const product = (await ops.post('/api/products', { title: 'Mug', skus: lines })).json<ProductRow>()
    expect(product).toMatchObject({ skuCount: 2 })
    expect((await detail(product.id)).skus).toMatchObject([
      { sku: 'MUG-L', price: null, qtyAvailable: 0, isActive: true },
      { sku: 'MUG-S', price: '12.50', qtyAvailable: 40, isActive: true, title: null },
    ])
    const [small] = (await skusOf(product.id)).filter(({ sku }) => sku === 'MUG-S')
    expect(await audited(small?.id ?? '')).toMatchObject([
      { action: 'sku.create', changes: { after: { sku: 'MUG-S', price: '12.50', quantity: 40 } } },
    ])
    const movements = (await ops.get(`/api/inventory/${small?.id}/movements`)).json()
    expect(movements).toMatchObject([{ qtyAvailable: 40, source: 'adjustment', reason: 'counted' }])

    const taken = await ops.post('/api/products', { title: 'Cup', skus: [{ sku: 'CUP' }, { sku: 'MUG-S' }] })
    expect(taken.statusCode).toBe(409)
    expect(taken.json()).toMatchObject({ errors: [{ field: 'skus.1.sku' }] })
    const twice = await ops.post('/api/products', { title: 'Cup', skus: [{ sku: 'CUP' }, { sku: 'CUP' }] })
    expect(twice.json()).toMatchObject({ status: 422, errors: [{ field: 'skus.1.sku' }] })
    expect((await ops.get('/api/products')).json()).toHaveLength(1)
  })

  it('asks a screen to confirm a price of 0', async () => {
    Object.assign(ops.headers, { [riskHeader]: askFirst })
    const reply = await ops.post('/api/products', { title: 'Mug', skus: [{ sku: 'FREE', price: '0' }] })
    expect(reply.json()).toMatchObject({ status: 409, risks: { changes: [{ sku: 'FREE', to: 0 }] } })
  })

  it('stores all fields of the form, and images', async () => {
    const form = { title: 'Mug', description: 'Steel', brand: 'Pine', category: 'Camp', isActive: false }
    const images = ['https://img.example.com/mug.jpg']
    const product = (await ops.post('/api/products', { ...form, images })).json<ProductRow>()
    expect(product).toMatchObject({ ...form, imageUrl: images[0] })
    expect(await detail(product.id)).toMatchObject({ ...form, images, version: 1, skus: [], listings: [] })
  })

  it.each([
    [{}, 'title'],
    [{ title: ' ' }, 'title'],
    [{ title: 'Mug', images: ['http://img.example.com/mug.jpg'] }, 'images.0'],
    [{ title: 'Mug', images: ['javascript:alert(1)'] }, 'images.0'],
  ])('refuses %j and names the field', async (body, field) => {
    const reply = await ops.post('/api/products', body)
    expect(reply.statusCode).toBe(422)
    expect(reply.json<{ errors: { field: string }[] }>().errors.map((error) => error.field)).toContain(field)
  })

  it('is not for people who may only read', async () => {
    const reader = await server.as('readonly', companyId)
    expect((await reader.post('/api/products', { title: 'Mug' })).statusCode).toBe(403)
    expect((await reader.get('/api/products')).json()).toEqual([])
  })
})

describe('the list', () => {
  const names = async (search: string) =>
    (await ops.get(`/api/products?search=${encodeURIComponent(search)}`)).json<ProductRow[]>().map((row) => row.title)

  it('has the newest first, each with its own count of SKUs and its first image', async () => {
    const { db } = server.deps
    const older = await buildProduct(db, companyId, {
      title: 'Older',
      amazonImages: ['https://a.test/1', 'https://a.test/2'],
    })
    const images = { images: ['https://own.test/1'], amazonImages: ['https://a.test/3'] }
    const newer = await buildProduct(db, companyId, { title: 'Newer', ...images })
    for (let n = 0; n < 3; n++) await buildSku(db, companyId, { productId: older.id, isActive: n > 0 })
    await buildSku(db, companyId, { productId: newer.id })
    expect((await ops.get('/api/products')).json()).toMatchObject([
      { title: 'Newer', skuCount: 1, imageUrl: 'https://own.test/1' },
      { title: 'Older', skuCount: 3, imageUrl: 'https://a.test/1' },
    ])
  })

  it('searches title, brand and category case-insensitively, and takes wildcards literally', async () => {
    const { db } = server.deps
    await buildProduct(db, companyId, { title: 'Ünder 100% Wool_Cap', description: 'secret word' })
    await buildProduct(db, companyId, { title: 'Mug', brand: 'Harbor & Pine' })
    await buildProduct(db, companyId, { title: 'Plate', category: 'CAMP kitchen' })
    expect(await names('WOOL_')).toEqual(['Ünder 100% Wool_Cap'])
    expect(await names('0%')).toEqual(['Ünder 100% Wool_Cap'])
    expect(await names('ünder')).toEqual(['Ünder 100% Wool_Cap'])
    expect(await names('wool%cap')).toEqual([])
    expect(await names('woolxcap')).toEqual([])
    expect(await names('\\')).toEqual([])
    expect(await names('harbor &')).toEqual(['Mug'])
    expect(await names('camp K')).toEqual(['Plate'])
    expect(await names('secret')).toEqual([])
  })

  it('takes words in any order, also over the codes and barcodes of its SKUs', async () => {
    const { db } = server.deps
    const product = await buildProduct(db, companyId, { title: 'Linen towel', brand: 'Cedar' })
    await buildSku(db, companyId, { productId: product.id, sku: 'TOW-1', barcode: '4006381333931' })
    for (const search of ['towel linen', 'cedar linen', 'tow-1 cedar', '4006381333931'])
      expect(await names(search), search).toEqual(['Linen towel'])
    expect(await names('linen mug')).toEqual([])
  })

  it('pages through all products, those with equal times included, without losing or repeating one', async () => {
    const { db } = server.deps
    const createdAt = new Date('2026-01-01T00:00:00Z')
    for (let n = 0; n < 7; n++)
      await buildProduct(db, companyId, { title: `Paged ${n}`, ...(n < 5 ? { createdAt } : {}) })
    await buildProduct(db, companyId, { title: 'Another' })
    const pages = await readAllPages(ops, '/api/products?search=paged&limit=3', ProductRow)
    expect(pages.map(({ rows }) => rows.length)).toEqual([3, 3, 1])
    expect(new Set(pages.flatMap(({ rows }) => rows.map(({ title }) => title))).size).toBe(7)
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7])
  })

  describe('in another order', () => {
    async function fill() {
      const { db } = server.deps
      const add = async (
        title: string,
        brand: string,
        skusOfIt: { price?: string; units?: number; isActive?: boolean }[],
      ) => {
        const product = await buildProduct(db, companyId, { title, brand, isActive: title !== 'c' })
        for (const { units = 0, ...fields } of skusOfIt) {
          const sku = await buildSku(db, companyId, { productId: product.id, ...fields })
          await setLevel(db, sku, { qtyAvailable: units })
        }
      }
      await add('B', 'Pine', [
        { price: '9.50', units: 10 },
        { price: '100.00' },
        { price: '1.00', units: 90, isActive: false },
      ])
      await add('c', 'pine', [])
      await add('A', 'Oak', [{ price: '20.00', units: 9 }])
    }

    it.each([
      ['title', 'ABc'],
      ['-title', 'cBA'],
      ['brand', 'A(Bc)'],
      ['skus', 'cAB'],
      ['-skus', 'BAc'],
      ['stock', 'cAB'],
      ['-stock', 'BAc'],
      ['price', 'cBA'],
      ['-price', 'ABc'],
      ['status', 'c(AB)'],
      ['category', '(ABc)'],
    ])('by %s, the products come page by page as %s, those in brackets in any sequence', async (sort, expected) => {
      await fill()
      const pages = await readAllPages(ops, `/api/products?sort=${sort}&limit=1`, ProductRow)
      expect(pages.map(({ total }) => total)).toEqual([3, 3, 3])
      const seen = pages.flatMap(({ rows }) => rows.map(({ title }) => title)).join('')
      const pattern = expected.replaceAll(/\((\w+)\)/g, (_, any: string) => `[${any}]{${any.length}}`)
      expect(seen).toMatch(new RegExp(`^${pattern}$`))
      expect(new Set(seen).size).toBe(3)
    })

    it.each(sortsOf(productSorts))('by %s, a search still holds', async (sort) => {
      await fill()
      const reply = await ops.get(`/api/products?sort=${sort}&search=oak`)
      expect(reply.json()).toMatchObject([{ title: 'A', qtyAvailable: 9, priceFrom: '20.00', priceTo: '20.00' }])
      expect(reply.headers['x-total-count']).toBe('1')
    })
  })

  it('show the units and the prices of their active SKUs', async () => {
    const { db } = server.deps
    const { productId } = await buildSku(db, companyId, { price: '12.00' })
    const second = await buildSku(db, companyId, { productId, price: '9.50' })
    await setLevel(db, second, { qtyAvailable: 8, qtyHeld: 3 })
    const retired = await buildSku(db, companyId, { productId, price: '1.00', isActive: false })
    await setLevel(db, retired, { qtyAvailable: 4 })
    await buildProduct(db, companyId, { title: 'Bare' })
    expect((await ops.get('/api/products')).json()).toMatchObject([
      { title: 'Bare', qtyAvailable: 0, priceFrom: null, priceTo: null },
      { skuCount: 3, qtyAvailable: 5, priceFrom: '9.50', priceTo: '12.00' },
    ])
  })

  it('shows nothing of another company', async () => {
    const other = await buildCompany(server.deps.db)
    await buildProduct(server.deps.db, other.id, { title: 'Theirs' })
    const reply = await ops.get('/api/products')
    expect(reply.json()).toEqual([])
    expect(reply.headers['x-total-count']).toBe('0')
  })
})

describe('one product', () => {
  it('shows where its SKUs are listed', async () => {
    const { db } = server.deps
    const sku = await buildSku(db, companyId, { sku: 'A-1' })
    const channelId = newId()
    await db.inCompany(companyId, async (tx) => {
      await tx.insert(channels).values({ companyId, id: channelId, name: 'Shop', slug: 'shop', type: 'website' })
      const failed = { price: '12.50', syncStatus: 'failed', syncError: 'No image' } as const
      await tx.insert(listings).values({ companyId, channelId, skuId: sku.id, ...failed })
    })
    expect((await detail(sku.productId)).listings).toEqual([
      {
        channelId,
        channelName: 'Shop',
        channelType: 'website',
        skuId: sku.id,
        sku: 'A-1',
        price: '12.50',
        isVisible: true,
        syncStatus: 'failed',
        syncError: 'No image',
        lastSyncedAt: null,
      },
    ])
  })
})

describe('changing a product', () => {
  it('writes what differs and audits it', async () => {
    const product = await buildProduct(server.deps.db, companyId, { title: 'Mug', brand: 'Pine' })
    const reply = await ops.patch(`/api/products/${product.id}`, { version: 1, title: 'Cup', brand: 'Pine' })
    expect(reply.json()).toMatchObject({ title: 'Cup', brand: 'Pine', version: 2 })
    expect(await audited(product.id)).toMatchObject([
      { action: 'product.update', changes: { before: { title: 'Mug' }, after: { title: 'Cup' } } },
    ])
  })

  it('writes nothing, not even to the audit log, when nothing differs', async () => {
    const images = ['https://img.test/1']
    const product = await buildProduct(server.deps.db, companyId, { title: 'Mug', images })
    await buildSku(server.deps.db, companyId, { productId: product.id })
    const reply = await ops.patch(`/api/products/${product.id}`, { version: 1, title: ' Mug', images, isActive: true })
    expect(reply.json()).toMatchObject({ version: 1, updatedAt: product.updatedAt.toISOString() })
    expect(await audited(product.id)).toEqual([])
    expect(await skusOf(product.id)).toMatchObject([{ version: 1 }])
  })

  it('lets one of two editors win and refuses the other, of whom nothing is written', async () => {
    const product = await buildProduct(server.deps.db, companyId)
    const path = `/api/products/${product.id}`
    const both = await Promise.all([
      ops.patch(path, { version: 1, title: 'Left' }),
      ops.patch(path, { version: 1, brand: 'Right' }),
    ])
    expect(both.map((reply) => reply.statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
    const refused = both.find((reply) => reply.statusCode === 409)
    expect(refused?.json<{ detail: string }>().detail).toBe(
      'Someone has changed this product since you opened it. Reload it.',
    )
    const after = await detail(product.id)
    expect([after.title === 'Left', after.brand === 'Right'].filter(Boolean)).toHaveLength(1)
    expect(after.version).toBe(2)
    expect(await audited(product.id)).toHaveLength(1)
  })

  it('raises the version of its SKUs for a new title or category, not for a description', async () => {
    const sku = await buildSku(server.deps.db, companyId)
    const path = `/api/products/${sku.productId}`
    const versions: (number | undefined)[] = []
    for (const change of [{ description: 'Steel' }, { title: 'Cup' }, { category: 'Camp' }]) {
      await ops.patch(path, { version: versions.length + 1, ...change })
      versions.push((await skusOf(sku.productId))[0]?.version)
    }
    expect(versions).toEqual([1, 2, 3])
  })

  it('deactivates and activates its SKUs, and audits which', async () => {
    const { db } = server.deps
    const product = await buildProduct(db, companyId)
    await buildSku(db, companyId, { productId: product.id, sku: 'A-1' })
    await buildSku(db, companyId, { productId: product.id, sku: 'A-2', isActive: false })
    const path = `/api/products/${product.id}`
    await ops.patch(path, { version: 1, isActive: false })
    expect(await skusOf(product.id)).toMatchObject([
      { isActive: false, version: 2 },
      { isActive: false, version: 1 },
    ])
    const reply = await ops.patch(path, { version: 2, isActive: true })
    expect(reply.json()).toMatchObject({ isActive: true, skus: [{ isActive: true }, { isActive: true }] })
    expect(await audited(product.id)).toMatchObject([
      {
        action: 'product.deactivate',
        changes: {
          before: { isActive: true, activeSkus: ['A-1'] },
          after: { isActive: false, activeSkus: [] },
        },
      },
      { action: 'product.activate', changes: { after: { isActive: true, activeSkus: ['A-1', 'A-2'] } } },
    ])
  })

  it('finds nothing under another company’s id, and changes nothing there', async () => {
    const other = await buildCompany(server.deps.db)
    const theirs = await buildProduct(server.deps.db, other.id, { title: 'Theirs' })
    for (const send of [ops.get, (path: string) => ops.patch(path, { version: 1, title: 'Mine' })]) {
      expect((await send(`/api/products/${theirs.id}`)).statusCode).toBe(404)
    }
    const kept = await server.deps.db.inCompany(other.id, (tx) =>
      tx.select().from(products).where(eq(products.id, theirs.id)),
    )
    expect(kept).toMatchObject([{ title: 'Theirs', version: 1 }])
  })

  it('announces what changed to the company’s browsers', async () => {
    const topics: Topic[] = []
    const who = { actor: { type: 'system', name: 'test' } as const, origin: noOrigin }
    const ctx = {
      ...companyContext(server.deps, who, companyId),
      publishChange: async (_tx: Tx, topic: Topic) => void topics.push(topic),
    }
    const { id: productId } = await createProduct(ctx, { title: 'Mug' }, () => Promise.resolve())
    await updateProduct(ctx, { productId, version: 1, title: 'Cup' })
    expect(topics.splice(0)).toEqual(['products', 'products', 'inventory'])
    const { id: skuId } = await createSku(ctx, { productId, sku: 'A-1' })
    await updateSku(ctx, { productId, skuId, version: 1, price: '2.00' })
    expect(topics.splice(0)).toEqual(['products', 'inventory', 'products', 'inventory'])
    await updateSku(ctx, { productId, skuId, version: 2, price: '2.00' })
    expect(topics).toEqual([])
  })
})
