import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inventorySorts, InventoryRow, type InventoryAlert, type InventorySummary } from '#contract/inventory.ts'
import { assessStock } from '#contract/stock-status.ts'
import { encodeCursor } from '#server/platform/paging.ts'
import { createTestApp, type Browser, readAllPages } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku } from '#server/testing/builders.ts'
import { sortsOf } from '#contract/paging.ts'
import { buildOrderWithLines, changeSettings, countStock } from '#server/testing/stock.ts'
import { holdUnits } from './holds.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let browser: Browser

beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  browser = await server.as('readonly', companyId)
})

type Fields = NonNullable<Parameters<typeof buildSku>[2]>
type Counted = Fields & { available?: number; reserved?: number; inbound?: number }

async function stock(sku: string, { available = 0, reserved, inbound, ...fields }: Counted = {}) {
  const { db } = server.deps
  const row = await buildSku(db, companyId, { sku, ...fields })
  await countStock(db, companyId, row.id, { available, reserved: reserved ?? 0, inbound: inbound ?? 0 })
  return row
}

async function hold(skuId: string, quantity: number) {
  const { id } = await buildOrderWithLines(server.deps.db, companyId, [{ skuId, quantity }])
  const at = new Date('2026-03-02T09:00:00Z')
  await server.deps.db.inCompany(companyId, (tx) => holdUnits(tx, { companyId, orderId: id, at }))
}

async function list(query: Record<string, string> = {}) {
  const reply = await browser.get(`/api/inventory?${new URLSearchParams(query).toString()}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return { rows: reply.json<InventoryRow[]>(), total: Number(reply.headers['x-total-count']), reply }
}

const found = async (query: Record<string, string> = {}) => (await list(query)).rows.map(({ sku }) => sku)
const alerts = async () => (await browser.get('/api/inventory/alerts')).json<InventoryAlert[]>()
const summary = async () => (await browser.get('/api/inventory/summary')).json<InventorySummary>()

describe('the list', () => {
  it('shows each SKU with its product and what is available, reserved and inbound', async () => {
    const product = await buildProduct(server.deps.db, companyId, {
      title: 'Cedar pillow',
      amazonImages: ['https://img.example.com/pillow.jpg'],
    })
    const lastAmazonSync = new Date('2026-03-02T09:30:00Z')
    const fields = { productId: product.id, asin: 'B0C1234567', fnsku: 'X001', title: 'Pillow, green', lastAmazonSync }
    const sku = await stock('PILLOW', { ...fields, stockHolder: 'amazon', available: 20, reserved: 3, inbound: 40 })
    await hold(sku.id, 5)
    expect((await list()).rows).toEqual([
      {
        id: sku.id,
        sku: 'PILLOW',
        asin: 'B0C1234567',
        fnsku: 'X001',
        productId: product.id,
        productTitle: 'Cedar pillow',
        title: 'Pillow, green',
        qtyAvailable: 15,
        qtyReserved: 8,
        qtyInbound: 40,
        status: 'in_stock',
        stockHolder: 'amazon',
        lastAmazonSync: '2026-03-02T09:30:00.000Z',
        missingOnAmazonSince: null,
        qtyCounted: 20,
        imageUrl: 'https://img.example.com/pillow.jpg',
      },
    ])
  })

  it('shows when Amazon last reported a SKU, changed or not', async () => {
    const lastAmazonSync = new Date('2026-03-02T09:30:00Z')
    const sku = await buildSku(server.deps.db, companyId, { lastAmazonSync })
    const seenAt = new Date('2026-03-02T10:30:00Z')
    await countStock(server.deps.db, companyId, sku.id, { available: 1, seenAt })
    const shown = { lastAmazonSync: seenAt.toISOString() }
    expect((await list()).rows).toMatchObject([shown])
    const { skus } = (await browser.get(`/api/products/${sku.productId}`)).json<{ skus: object[] }>()
    expect(skus).toMatchObject([shown])
  })

  it('shows a SKU without a count as out of stock and never synced', async () => {
    await buildSku(server.deps.db, companyId)
    expect((await list()).rows).toMatchObject([{ status: 'out_of_stock', qtyAvailable: 0, lastAmazonSync: null }])
  })

  it('leaves inactive SKUs out of rows, count, cards and alerts', async () => {
    await stock('A', { available: 3 })
    await stock('PLUM', { available: 4, isActive: false })
    for (const query of [{}, { search: 'plum' }, { status: 'low_stock' }, { search: 'plum', status: 'low_stock' }]) {
      const { rows, total } = await list(query)
      expect([rows.length, total]).toEqual('search' in query ? [0, 0] : [1, 1])
    }
    expect(await summary()).toMatchObject({ totalSkus: 1, lowStock: 1, totalUnits: 3 })
    expect(await alerts()).toHaveLength(1)
  })

  describe('in another order', () => {
    /** Available, reserved and inbound repeat, so that the id decides between some. */
    async function fill() {
      const { db } = server.deps
      const pillow = await buildProduct(db, companyId, { title: 'Pillow' })
      const kettle = await buildProduct(db, companyId, { title: 'kettle' })
      const synced = (hour: number) => ({ lastAmazonSync: new Date(Date.UTC(2026, 2, 1, hour)) })
      await stock('a', { productId: pillow.id, available: 9, reserved: 2, inbound: 0, ...synced(3) })
      await stock('b', { productId: kettle.id, available: 100, reserved: 0, inbound: 7, ...synced(1) })
      await stock('c', { productId: kettle.id, available: 20, reserved: 10, inbound: 7 })
      const held = await stock('d', { productId: pillow.id, available: 23, reserved: 2, inbound: 0 })
      await hold(held.id, 3)
    }

    it.each([
      ['sku', 'abcd'],
      ['-sku', 'dcba'],
      ['product', '(bc)(ad)'],
      ['-product', '(ad)(bc)'],
      ['available', 'a(cd)b'],
      ['-available', 'b(cd)a'],
      ['reserved', 'badc'],
      ['inbound', '(ad)(bc)'],
      ['-inbound', '(bc)(ad)'],
      ['-synced', 'ab(cd)'],
      ['synced', '(cd)ba'],
    ])('by %s, the SKUs come page by page as %s, those in brackets in any sequence', async (sort, expected) => {
      await fill()
      const pages = await readAllPages(browser, `/api/inventory?sort=${sort}&limit=1`, InventoryRow)
      expect(pages.map(({ total }) => total)).toEqual([4, 4, 4, 4])
      const seen = pages.flatMap(({ rows }) => rows.map(({ sku }) => sku)).join('')
      const pattern = expected.replaceAll(/\((\w+)\)/g, (_, any: string) => `[${any}]{${any.length}}`)
      expect(seen).toMatch(new RegExp(`^${pattern}$`))
      expect(new Set(seen).size).toBe(4)
    })

    it.each(sortsOf(inventorySorts))('by %s, a search and a status still hold', async (sort) => {
      await fill()
      expect(await found({ sort, search: 'kettle', status: 'in_stock' })).toEqual(expect.arrayContaining(['b', 'c']))
      const { rows, total } = await list({ sort, search: 'pillow', status: 'low_stock' })
      expect([rows.map(({ sku }) => sku), total]).toEqual([['a'], 1])
      expect(await list({ sort, search: 'zeph' })).toMatchObject({ rows: [], total: 0 })
    })

    it('a cursor of another order is refused', async () => {
      await fill()
      const { reply } = await list({ limit: '1' })
      const cursor = /cursor=([^&>]+)/.exec(String(reply.headers['link']))?.[1] ?? ''
      expect((await browser.get(`/api/inventory?sort=available&limit=1&cursor=${cursor}`)).statusCode).toBe(422)
      expect((await browser.get('/api/inventory?sort=asin')).statusCode).toBe(422)
    })
  })

  it('pages through all SKUs by code, those with common prefixes included', async () => {
    const codes = ['A', 'A-1', 'A-10', 'A-2', 'A1', 'a-1', 'B', 'B-1', 'É-1']
    for (const code of codes) await stock(code, { available: 1 })
    const seen: string[] = []
    let path: string | undefined = '/api/inventory?limit=2'
    while (path) {
      const reply = await browser.get(path)
      expect(Number(reply.headers['x-total-count'])).toBe(codes.length)
      seen.push(...reply.json<InventoryRow[]>().map(({ sku }) => sku))
      path = /<(.+)>/.exec(String(reply.headers['link'] ?? ''))?.[1]
    }
    expect(seen).toEqual(await found())
    expect(seen.toSorted()).toEqual(codes.toSorted())
  })

  it.each([
    ['out_of_stock', 1],
    ['low_stock', 7],
    ['in_stock', 6],
  ])('pages through SKUs that are %s, whether few or most are', async (status, count) => {
    const levels = [3, 30, 4, 50, 0, 9, 99, 1, 11, 10, 40, 2, 80, 7]
    for (const [place, available] of levels.entries()) await stock(`S-${place + 10}`, { available })
    await stock('S-99', { available: 5, isActive: false })
    const pages = await readAllPages(browser, `/api/inventory?limit=1&status=${status}`, InventoryRow)
    const rows = pages.flatMap((page) => page.rows)
    expect(rows).toHaveLength(count)
    expect(rows.map((row) => assessStock(row).filter)).toEqual(rows.map(() => status))
    expect(pages.map(({ total }) => total)).toEqual(rows.map(() => count))
    expect(rows).toEqual((await list({ status })).rows)
  })

  it('refuses a cursor of another list', async () => {
    expect((await browser.get(`/api/inventory?cursor=${encodeCursor([1, 2])}`)).statusCode).toBe(422)
  })

  it('shows nothing of another company', async () => {
    const other = await buildCompany(server.deps.db)
    await buildSku(server.deps.db, other.id)
    expect(await list()).toMatchObject({ rows: [], total: 0 })
    expect(await summary()).toEqual({
      totalSkus: 0,
      lowStock: 0,
      outOfStock: 0,
      totalUnits: 0,
      lowStockThreshold: 10,
    })
    expect(await alerts()).toEqual([])
  })
})

describe('the search', () => {
  beforeEach(async () => {
    await stock('HP-Pillow_10%', { asin: 'B0CEDAR001' })
    await stock('HP-PILLOW-100', { asin: null })
    await stock('LAMP\\1', { asin: 'B0CEDAR002' })
  })

  it.each([
    ['pillow', ['HP-PILLOW-100', 'HP-Pillow_10%']],
    ['PILLOW', ['HP-PILLOW-100', 'HP-Pillow_10%']],
    ['edar00', ['HP-Pillow_10%', 'LAMP\\1']],
    ['  lamp ', ['LAMP\\1']],
    ['w_1', ['HP-Pillow_10%']],
    ['0%', ['HP-Pillow_10%']],
    ['\\', ['LAMP\\1']],
    ['%', ['HP-Pillow_10%']],
    ['nothing', []],
  ])('finds %j in SKU or ASIN', async (search, expected) => {
    const { rows, total } = await list({ search })
    expect(rows.map(({ sku }) => sku).toSorted()).toEqual(expected.toSorted())
    expect(total).toBe(expected.length)
  })

  it('ignores FNSKUs', async () => {
    await stock('OTHER', { fnsku: 'QUILTED' })
    expect(await found({ search: 'quilted' })).toEqual([])
  })

  it('takes words in any order over code, barcode, its own title and that of its product', async () => {
    const product = await buildProduct(server.deps.db, companyId, { title: 'Stoneware mug' })
    const own = await stock('MUG-BLU', { title: 'Blue, 350 ml', barcode: '4006381333931', productId: product.id })
    expect(own).toBeTruthy()
    for (const search of ['ml blue', 'stoneware blu', '350 mug', '4006381333931', '93 mug-blu'])
      expect(await found({ search }), search).toEqual(['MUG-BLU'])
    for (const search of ['mug red', 'blue 100%']) expect(await found({ search }), search).toEqual([])
  })

  it('works together with the status, on every page', async () => {
    await stock('HP-LOW-1', { available: 5 })
    await stock('HP-LOW-2', { available: 5 })
    const { rows, total, reply } = await list({ search: 'hp-', status: 'low_stock', limit: '1' })
    expect([rows.map(({ sku }) => sku), total]).toEqual([['HP-LOW-1'], 2])
    const next = /<(.+)>/.exec(String(reply.headers['link']))?.[1] ?? ''
    expect((await browser.get(next)).json()).toMatchObject([{ sku: 'HP-LOW-2' }])
  })
})

describe('the stock status', () => {
  beforeEach(async () => {
    await stock('ELEVEN', { available: 11 })
    await stock('TEN', { available: 10 })
    await stock('ONE', { available: 1 })
    await stock('RESERVED', { available: 0, reserved: 4 })
    await stock('ZERO', { available: 0, inbound: 9 })
    await hold((await stock('HELD', { available: 2 })).id, 2)
  })

  it('counts reserved and held units as stock on the badge', async () => {
    const badges = Object.fromEntries((await list()).rows.map(({ sku, status }) => [sku, status]))
    expect(badges).toEqual({
      ELEVEN: 'in_stock',
      TEN: 'low_stock',
      ONE: 'low_stock',
      RESERVED: 'low_stock',
      HELD: 'low_stock',
      ZERO: 'out_of_stock',
    })
  })

  it.each([
    ['in_stock', ['ELEVEN']],
    ['low_stock', ['ONE', 'TEN']],
    ['out_of_stock', ['HELD', 'RESERVED', 'ZERO']],
  ])('filters %s by what is available alone', async (status, expected) => {
    const { rows, total } = await list({ status })
    expect([rows.map(({ sku }) => sku), total]).toEqual([expected, expected.length])
  })

  it('has cards that count alerts, zero included, and available units', async () => {
    expect(await summary()).toEqual({
      totalSkus: 6,
      lowStock: 5,
      outOfStock: 3,
      totalUnits: 22,
      lowStockThreshold: 10,
    })
    expect(await alerts()).toHaveLength(5)
  })

  it('follows the company’s own threshold everywhere', async () => {
    await changeSettings(server.deps.db, companyId, { lowStockThreshold: 1 })
    expect((await list()).rows.find(({ sku }) => sku === 'TEN')?.status).toBe('in_stock')
    expect(await found({ status: 'low_stock' })).toEqual(['ONE'])
    expect(await found({ status: 'in_stock' })).toEqual(['ELEVEN', 'TEN'])
    expect(await summary()).toMatchObject({ lowStock: 4, lowStockThreshold: 1 })
    await changeSettings(server.deps.db, companyId, { lowStockThreshold: 0 })
    expect(await found({ status: 'low_stock' })).toEqual([])
    expect(await found({ status: 'in_stock' })).toEqual(['ELEVEN', 'ONE', 'TEN'])
    expect(await alerts()).toHaveLength(3)
  })

  it('refuses an unknown status', async () => {
    expect((await browser.get('/api/inventory?status=all')).statusCode).toBe(422)
  })
})

describe('alerts', () => {
  it('name SKU, title and units, fewest first, page by page', async () => {
    const product = await buildProduct(server.deps.db, companyId, { title: 'Lantern' })
    const two = await stock('TWO', { available: 2, productId: product.id })
    const also = await stock('ALSO-TWO', { available: 2, productId: product.id, title: 'Lantern, red' })
    const none = await stock('NONE', { productId: product.id })
    await stock('PLENTY', { available: 50 })
    const first = await browser.get('/api/inventory/alerts?limit=2')
    expect(first.headers['x-total-count']).toBe('3')
    expect(first.json()[0]).toEqual({
      sku: { id: none.id, sku: 'NONE', title: 'Lantern' },
      inventory: { qtyAvailable: 0 },
    })
    const next = /<(.+)>/.exec(String(first.headers['link']))?.[1] ?? ''
    const both = [...first.json<InventoryAlert[]>().slice(1), ...(await browser.get(next)).json<InventoryAlert[]>()]
    expect(new Map(both.map(({ sku }) => [sku.id, sku.title]))).toEqual(
      new Map([
        [two.id, 'Lantern'],
        [also.id, 'Lantern, red'],
      ]),
    )
  })
})
