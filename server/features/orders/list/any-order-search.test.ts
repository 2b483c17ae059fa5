import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderRow } from '#contract/order-row.ts'
import type { SearchResults } from '#contract/search.ts'
import { hashEmail } from '#server/features/orders/intake/buyers.ts'
import { hashPhones } from '#server/features/orders/intake/hash-phones.ts'
import { noOrigin, platformContext } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { fulfillments, packages } from '#server/platform/db/schema/fulfillment.ts'
import { orderItems, orders, orderSearch } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { withClient } from '#server/testing/postgres.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser
let stranger: Browser
let readonly: Browser
let sought: Awaited<ReturnType<typeof buildOrder>>

beforeAll(async () => {
  server = await createTestApp()
  companyId = (await buildCompany(server.deps.db)).id
  ops = await server.as('ops', companyId)
  readonly = await server.as('readonly', companyId)
  stranger = await server.as('ops', (await buildCompany(server.deps.db)).id)
  sought = await buildOrder(server.deps, companyId, {
    orderNumber: 'LS-20231',
    externalOrderId: 'gid-77001',
    externalNumber: '#1043',
    customer: { firstName: 'Anna', lastName: 'Cortez', email: 'anna@example.com', phone: '+1 (415) 555-0142' },
    items: [{ sku: 'MUG-BLU', title: 'Stoneware mug, 350 ml', skuId: null }],
    placedAt: new Date('2026-03-02T09:00:00Z'),
  })
  await send(sought.id, '1Z 999 AA1 0123')
  await buildOrder(server.deps, companyId, {
    orderNumber: 'LS-20232',
    externalOrderId: 'gid-88',
    customer: { firstName: 'Bo', lastName: 'Cortez', email: 'bo@example.com', phone: null },
    items: [{ sku: '100%_A\\B', title: 'Plate', skuId: null }],
    placedAt: new Date('2026-03-02T09:01:00Z'),
  })
  await inCompany((tx) =>
    tx
      .update(customers)
      .set({ emailHash: hashEmail({ vault: server.deps.vault, companyId }, 'anna@example.com') })
      .where(eq(customers.id, sought.customer?.id ?? '')),
  )
})
afterAll(() => server.close())

const inCompany = <T>(work: Parameters<typeof server.deps.db.inCompany<T>>[1]) =>
  server.deps.db.inCompany(companyId, work)

async function send(orderId: string, trackingNumber: string): Promise<void> {
  const [fulfillmentId, id] = [newId(), newId()]
  await inCompany(async (tx) => {
    await tx.insert(fulfillments).values({ companyId, id: fulfillmentId, orderId })
    await tx.insert(packages).values({ companyId, id, fulfillmentId, packageNumber: '1', trackingNumber })
  })
}

const listed = async (text: string, browser = ops) => {
  const reply = await browser.get(`/api/orders?search=${encodeURIComponent(text)}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<OrderRow[]>().map(({ orderNumber }) => orderNumber)
}

const found = async (text: string, browser = ops) => {
  const reply = await browser.get(`/api/search?q=${encodeURIComponent(text)}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<SearchResults>().orders.map(({ orderNumber }) => orderNumber)
}

/** What both searches give, who must agree. */
async function both(text: string, browser = ops): Promise<string[]> {
  const numbers = await listed(text, browser)
  expect((await found(text, browser)).toSorted(), text).toEqual(numbers.toSorted())
  return numbers
}

const one = ['LS-20231']

describe('a search of orders', () => {
  it.each([
    ['our number', 'ls-20231'],
    ['our number without its letters', '20231'],
    ['the shop’s number', '1043'],
    ['the shop’s number as the shop writes it', '#1043'],
    ['the channel’s id', 'gid-770'],
    ['the customer’s name', 'anna'],
    ['a SKU', 'mug-blu'],
    ['a part of a title', 'stonew'],
    ['a tracking number', '1z999aa10123'],
    ['a tracking number pasted with blanks', '1Z 999 AA1 0123'],
    ['an e-mail address', ' Anna@Example.com'],
    ['words in their order', 'anna cortez'],
    ['words in any order', 'cortez anna'],
    ['a name and a postal code', '98101 anna'],
    ['a title and a name', 'mug anna'],
    ['words of four fields with a comma', 'mug, 1043 cortez 98101'],
    ['a word of one letter', 'anna 3'],
    ['a word twice', 'mug mug'],
  ])('finds an order by %s', async (_what, text) => {
    expect(await both(text)).toEqual(one)
    expect(await both(text, stranger)).toEqual([])
  })

  it('finds every order that has all the words, and none that lacks one', async () => {
    expect(await both('cortez')).toEqual(['LS-20232', 'LS-20231'])
    expect(await both('98101 cortez')).toEqual(['LS-20232', 'LS-20231'])
    expect(await both('bo mug')).toEqual([])
    expect(await both('anna plate')).toEqual([])
  })

  it.each(['%', '_', '\\', '100%_A\\B', '%_ plate'])('takes %s as plain text', async (text) => {
    expect(await listed(text)).toEqual(['LS-20232'])
  })

  it.each(['%mug', 'mu_', '\\mug', 'a%a'])('finds nothing by %s', async (text) => {
    expect(await both(text)).toEqual([])
  })

  it('finds by what has changed, and no longer by what was there before', async () => {
    const order = await buildOrder(server.deps, companyId, {
      orderNumber: 'LS-30001',
      customer: { firstName: 'Vera', lastName: 'Old' },
      items: [{ sku: 'OLD-SKU', skuId: null }],
    })
    await send(order.id, 'PARCELNINE')
    const { id, customer } = order
    await inCompany(async (tx) => {
      await tx.update(orders).set({ customerName: 'Vera New', externalNumber: 'W-555' }).where(eq(orders.id, id))
      await tx.update(orderItems).set({ sku: 'NEW-SKU' }).where(eq(orderItems.orderId, id))
      await tx
        .update(customerAddresses)
        .set({ postalCode: 'SW1A 1AA' })
        .where(eq(customerAddresses.id, customer?.addressId ?? ''))
    })
    for (const text of ['vera new', 'w-555', 'new-sku', 'sw1a 1aa', 'SW1A1AA', 'parcelnine vera'])
      expect(await both(text), text).toEqual(['LS-30001'])
    for (const text of ['vera old', 'old-sku']) expect(await both(text), text).toEqual([])
    expect(await both('98101 vera')).toEqual([])
    await inCompany((tx) => tx.delete(orderItems).where(eq(orderItems.orderId, id)))
    expect(await both('new-sku')).toEqual([])
  })
})

describe('what the search reads', () => {
  it('is written by the tables’ owner for orders from before it was there, as the migration does', async () => {
    await inCompany((tx) => tx.delete(orderSearch))
    expect(await both('anna mug')).toEqual([])
    await withClient(server.database.url, (owner) => owner.query(`call fill_order_search()`))
    expect(await both('anna mug')).toEqual(one)
  })

  it('is hidden from other companies', async () => {
    const other = await buildCompany(server.deps.db)
    const rows = await server.deps.db.inCompany(other.id, (tx) => tx.select().from(orderSearch))
    expect(rows).toEqual([])
  })
})

describe('a whole phone number', () => {
  it('finds the customer’s orders however it is written, once it is hashed', async () => {
    const platform = platformContext(server.deps, { actor: { type: 'job', name: 'test' }, origin: noOrigin })
    expect(await both('415 555 0142')).toEqual([])
    expect((await hashPhones(platform)).hashed).toBeGreaterThan(0)
    expect(await hashPhones(platform)).toEqual({ hashed: 0 })
    for (const text of ['+1 (415) 555-0142', '415.555.0142', '14155550142', '415-555-0142'])
      expect(await both(text), text).toEqual(one)
    expect(await both('555-0142')).toEqual([])
    expect(await both('415 555 0142', stranger)).toEqual([])
  })

  it('goes together with the filters, and into the export', async () => {
    const search = encodeURIComponent('+1 415 555 0142')
    const numbers = async (path: string) => (await ops.get(path)).json<OrderRow[]>().map((row) => row.orderNumber)
    expect(await numbers(`/api/orders?search=${search}&status=placed`)).toEqual(one)
    expect(await numbers(`/api/orders?search=${search}&status=shipped`)).toEqual([])
    const file = await ops.get(`/api/orders/export?format=csv&search=${search}`)
    expect(file.body).toContain('LS-20231')
    expect(file.body).not.toContain('LS-20232')
  })

  it('and an e-mail address find nothing for people who see them masked; a hit is recorded in the audit log', async () => {
    for (const text of ['anna@example.com', '+1 415 555 0142']) expect(await both(text, readonly)).toEqual([])
    const views = await inCompany((tx) =>
      tx
        .select({ userId: auditLog.userId })
        .from(auditLog)
        .where(and(eq(auditLog.action, 'customer.view'), eq(auditLog.resourceId, sought.customer?.id ?? ''))),
    )
    expect(views).toEqual([{ userId: ops.user.id }])
  })
})
