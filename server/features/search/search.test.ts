import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { hashEmail } from '#server/features/orders/intake/buyers.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildProduct, buildSku, setLevel } from '#server/testing/builders.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { withClient } from '#server/testing/postgres.ts'
import { buildPromotion } from '#server/testing/promotions.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser
beforeAll(async () => {
  server = await createTestApp()
  companyId = (await buildCompany(server.deps.db)).id
  ops = await server.as('ops', companyId)
})
afterAll(() => server.close())

const search = async (text: string, browser = ops) => {
  const reply = await browser.get(`/api/search?q=${encodeURIComponent(text)}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<SearchResults>()
}

const nothing = { orders: [], skus: [], products: [], customers: [], promotions: [] }
const longAgo = new Date('2026-02-01T09:00:00Z')
const placedAt = (minute: number) => new Date(Date.UTC(2026, 3, 1, 9, minute))

/** Adds so many newer orders that only an index finds the old ones. */
async function bury(): Promise<void> {
  const rows = Array.from({ length: 2100 }, (_, number) => ({
    companyId,
    id: newId(),
    orderNumber: `NEW-${number}`,
    externalOrderId: `shop-${number}`,
    customerName: 'Common Name',
    placedAt: new Date(Date.UTC(2026, 2, 1, 0, 0, number)),
  }))
  await server.deps.db.inCompany(companyId, (tx) => tx.insert(orders).values(rows))
}

describe('a search everywhere', () => {
  beforeAll(bury)

  it('finds an order by its numbers and its customer, also under thousands of newer ones', async () => {
    const order = await buildOrder(server.deps, companyId, {
      orderNumber: 'LS-70421',
      externalOrderId: 'EU-9931-A',
      customer: { firstName: 'Zoë', lastName: 'Quill_feather' },
      placedAt: longAgo,
    })
    const found = { id: order.id, orderNumber: 'LS-70421', externalOrderId: 'EU-9931-A', status: 'placed' }
    for (const text of [
      'LS-70421',
      'ls-7042',
      '70421',
      'EU-9931-A',
      'eu-99',
      '931-',
      'quill',
      '_fea',
      'Zoë',
      'zo',
      'qu',
    ]) {
      expect((await search(text)).orders, text).toMatchObject([found])
    }
    const customer = { id: order.customer?.id, name: 'Zoë Quill_feather', newestOrderId: order.id }
    for (const text of ['quill', 'Zoë', 'qu']) expect((await search(text)).customers, text).toMatchObject([customer])
    expect((await search('931-')).customers).toEqual([])
  })

  it('shows the exact number first, then what begins with the text, then the newest, and five at most', async () => {
    const numbers = ['KX-12', 'KX-1', 'A-KX-1', 'B-KX-1', 'C-KX-1', 'D-KX-1']
    for (const [minute, externalOrderId] of numbers.entries())
      await buildOrder(server.deps, companyId, { externalOrderId, customer: null, placedAt: placedAt(minute) })
    const found = (await search('kx-1')).orders.map((order) => order.externalOrderId)
    expect(found).toEqual(['KX-1', 'KX-12', 'D-KX-1', 'C-KX-1', 'B-KX-1'])
  })

  it('continues while several searches find the same few orders', async () => {
    const { db } = server.deps
    for (const externalOrderId of ['DUP-1', 'DUP-2', 'DUP-3', 'X-DUP-4'])
      await buildOrder(server.deps, companyId, { externalOrderId, customer: null, placedAt: longAgo })
    expect((await search('DUP-')).orders).toHaveLength(4)
    const lamp = await buildProduct(db, companyId, { title: 'Lamp red' })
    for (const sku of ['LAMP RED-1', 'LAMP RED-2']) await buildSku(db, companyId, { productId: lamp.id, sku })
    await buildSku(db, companyId, { sku: 'ZZ-9', title: 'Red desk lamp' })
    expect((await search('lamp red')).skus.map(({ sku }) => sku)).toEqual(['LAMP RED-1', 'LAMP RED-2', 'ZZ-9'])
  })

  it('shows each customer once, with the newest order', async () => {
    const first = await buildOrder(server.deps, companyId, {
      customer: { firstName: 'Ottoline', lastName: 'Fry' },
      placedAt: placedAt(1),
    })
    const { id: _id, items: _items, attention: _attention, customer: _customer, ...columns } = first
    const second = await buildOrder(server.deps, companyId, {
      ...columns,
      orderNumber: 'LS-again',
      externalOrderId: 'again',
      customer: null,
      customerId: first.customer?.id ?? null,
      customerName: 'Ottoline Fry',
      placedAt: placedAt(2),
    })
    expect((await search('ottoline')).customers).toEqual([
      {
        id: first.customer?.id,
        name: 'Ottoline Fry',
        newestOrderId: second.id,
        newestOrderAt: placedAt(2).toISOString(),
      },
    ])
  })

  it('finds SKUs by code, ASIN, and the words of their own or their product’s title', async () => {
    const { db } = server.deps
    const product = await buildProduct(db, companyId, {
      title: 'Stoneware Mug',
      brand: 'Harbor & Pine',
      isActive: false,
    })
    const plain = await buildSku(db, companyId, { productId: product.id, sku: 'MUG-gry', asin: 'B0STONE001' })
    const titled = await buildSku(db, companyId, { sku: 'ZZ-1', title: 'Speckled saucer, 350 ml' })
    await setLevel(db, plain, { qtyAvailable: 9, qtyHeld: 2 })
    const found = { id: plain.id, sku: 'MUG-gry', asin: 'B0STONE001', title: 'Stoneware Mug', qtyAvailable: 7 }
    for (const text of ['mug-gry', 'MUG', 'gry', 'b0stone', 'stonew', 'mug stone']) {
      expect((await search(text)).skus, text).toEqual([found])
    }
    for (const text of ['350 ml', 'sauc 350'])
      expect((await search(text)).skus, text).toMatchObject([{ id: titled.id }])
    const shown = { id: product.id, title: 'Stoneware Mug', brand: 'Harbor & Pine', isActive: false }
    for (const text of ['ware mug', 'harbor', 'mug pine', '& p'])
      expect((await search(text)).products, text).toEqual([shown])
  })

  it('finds promotions by title and code, with their state', async () => {
    const { db } = server.deps
    await buildPromotion(db, companyId, { title: 'The Winter20 sale' })
    const coded = await buildPromotion(db, companyId, { title: 'Ten off', code: 'WINTER20', isActive: false })
    expect((await search('winter20')).promotions).toMatchObject([
      { id: coded.id, title: 'Ten off', code: 'WINTER20', state: 'inactive' },
      { title: 'The Winter20 sale', code: null, state: 'active' },
    ])
  })

  // Letters that are not hexadecimal digits, since builders use ids as names.
  it.each(['%%', '__', '\\\\', `'"`, '😀😀', '太郎', 'x'.repeat(200), 'zy '.repeat(66), ' &|!:*', '-- ;'])(
    'treats %s as plain text',
    async (text) => expect(await search(text)).toEqual(nothing),
  )

  it('refuses what is too short or too long', async () => {
    for (const text of ['a', ' a ', '', 'x'.repeat(201)]) {
      expect((await ops.get(`/api/search?q=${encodeURIComponent(text)}`)).statusCode).toBe(422)
    }
  })
})

describe('a whole e-mail address', () => {
  it('finds its customer for people who work with orders, audited, and nothing for people who see addresses masked', async () => {
    const { db } = server.deps
    const order = await buildOrder(server.deps, companyId, { customer: { firstName: 'Ines', lastName: 'Vane' } })
    const emailHash = hashEmail({ vault: server.deps.vault, companyId }, 'ines@example.com')
    const customerId = order.customer?.id ?? ''
    await db.inCompany(companyId, (tx) => tx.update(customers).set({ emailHash }).where(eq(customers.id, customerId)))
    expect(await search('ines@example.com', await server.as('readonly', companyId))).toEqual(nothing)
    expect((await search('ines@example.co')).customers).toEqual([])
    for (const text of ['ines@example.com', ' INES@Example.com']) {
      expect((await search(text)).customers).toMatchObject([
        { id: customerId, name: 'Ines Vane', newestOrderId: order.id },
      ])
    }
    const views = await db.inCompany(companyId, (tx) =>
      tx
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.action, 'customer.view'), eq(auditLog.resourceId, customerId))),
    )
    expect(views).toMatchObject([{ resource: 'customer', userId: ops.user.id }])
  })
})

describe('tenant isolation', () => {
  it('prevents finding data of another company', async () => {
    const { db } = server.deps
    const other = (await buildCompany(db)).id
    const stranger = await server.as('admin', other)
    await buildSku(db, companyId, { sku: 'WALLED-1', title: 'Walled' })
    await buildProduct(db, companyId, { title: 'Walled' })
    await buildPromotion(db, companyId, { title: 'Walled', code: 'WALLED' })
    await buildOrder(server.deps, companyId, {
      externalOrderId: 'WALLED-9',
      customer: { firstName: 'Walled', lastName: 'In' },
    })
    expect(Object.values(await search('walled')).map((found) => found.length)).toEqual([1, 1, 1, 1, 1])
    expect(await search('walled', stranger)).toEqual(nothing)
    const nameless = await db.onPlatform((tx) =>
      tx.execute(sql`select o.*, find_products('walled', 5) as products, find_skus('walled', '{}', 5) as skus
        from find_orders('walled', 5) o`),
    )
    expect(nameless.rows).toEqual([{ order_ids: [], customer_order_ids: [], products: [], skus: [] }])
  })

  it('is bypassed only by functions that the server’s role alone may call, and that cannot be misused', async () => {
    const { rows } = await withClient(server.database.url, (client) =>
      client.query<{ name: string; isOpen: boolean; path: string | null }>(`
        select proname as name, has_function_privilege('public', oid, 'execute') as "isOpen",
          (select one from unnest(proconfig) one where one like 'search_path=%') as path
        from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`),
    )
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['find_orders', 'find_products', 'find_skus', 'search_orders']),
    )
    for (const row of rows) expect(row).toMatchObject({ isOpen: false, path: 'search_path=public, pg_temp' })
  })
})
