import { read, utils } from '@e965/xlsx'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { fulfillments, packageItems, packages } from '#server/platform/db/schema/fulfillment.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let ops: Browser
let older: Awaited<ReturnType<typeof buildOrder>>
let newer: Awaited<ReturnType<typeof buildOrder>>

beforeAll(async () => {
  server = await createTestApp()
  companyId = (await buildCompany(server.deps.db)).id
  ops = await server.as('ops', companyId)
  await changeSettings(server.deps.db, companyId, { timeZone: 'America/Los_Angeles' })
  const { id: channelId } = await buildChannel(server.deps, companyId, { name: 'My Shop' })
  older = await buildOrder(server.deps, companyId, {
    channelId,
    orderNumber: 'LS-1',
    externalOrderId: '1042',
    externalNumber: '#W-42',
    status: 'shipped',
    subtotal: '46.50',
    discountAmount: '4.50',
    shippingAmount: '5.00',
    taxAmount: '3.10',
    total: '50.10',
    refundedAmount: '8.50',
    items: [
      { sku: 'TEE-L', skuId: null, title: '=Tee, large', quantity: 2, unitPrice: '19.00' },
      { sku: 'MUG', skuId: null, title: 'Mug', quantity: 1, unitPrice: '8.50' },
    ],
  })
  newer = await buildOrder(server.deps, companyId, {
    channelId,
    orderNumber: 'LS-2',
    externalOrderId: '1043',
    customer: null,
    placedAt: new Date('2026-03-02T09:30:00Z'),
    items: [{ sku: 'CAP', skuId: null, title: 'Cap' }],
  })
  await shipInTwo(
    older.id,
    older.items.map(({ id }) => id),
  )
})
afterAll(() => server.close())

/** The first line in one parcel, the second in that one and another. */
async function shipInTwo(orderId: string, [tee = '', mug = '']: string[]): Promise<void> {
  const [fulfillmentId, first, second] = [newId(), newId(), newId()]
  const parcel = { companyId, fulfillmentId, carrier: 'UPS' }
  await server.deps.db.inCompany(companyId, async (tx) => {
    await tx.insert(fulfillments).values([
      { companyId, id: fulfillmentId, orderId, attempt: 2, status: 'shipped', shippingCost: '7.95' },
      { companyId, id: newId(), orderId, attempt: 1, status: 'cancelled', shippingCost: '9.95' },
    ])
    await tx.insert(packages).values([
      { ...parcel, id: first, packageNumber: '1', trackingNumber: '1Z1' },
      { ...parcel, id: second, packageNumber: '2', trackingNumber: '1Z2' },
    ])
    await tx.insert(packageItems).values([
      { companyId, packageId: first, orderItemId: tee, quantity: 2 },
      { companyId, packageId: first, orderItemId: mug, quantity: 1 },
      { companyId, packageId: second, orderItemId: mug, quantity: 1 },
    ])
  })
}

const heading =
  'Order number,Shop order number,Channel order ID,Placed (America/Los_Angeles),Status,Channel,Customer,City,State,Postal code,Country,SKU,Title,Quantity,Unit price,' +
  'Line total,Order subtotal,Order discount,Order shipping,Order tax,Order total,Refunded,Currency,' +
  'Fulfillment fee (estimate),Fee currency,Carrier,Tracking numbers'
const linesOf = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n')
const exported = async (query: string) => linesOf((await ops.get(`/api/orders/export?format=csv&${query}`)).body)
const numbersIn = async (query: string) => (await exported(query)).slice(1).map((line) => line.split(',')[0])

it('an export has a row per line, newest order first, by the company’s clock, with nothing that a spreadsheet would run', async () => {
  const reply = await ops.get('/api/orders/export?format=csv')
  expect(reply.headers['content-disposition']).toContain('orders-2026-03-02.csv')
  const first = 'LS-1,#W-42,1042,2026-03-02 01:00:00,Shipped,My Shop,Ana Ruiz,Seattle,WA,98101,US'
  expect(linesOf(reply.body)).toEqual([
    heading,
    'LS-2,1043,1043,2026-03-02 01:30:00,Placed,My Shop,,,,,,CAP,Cap,1,10.00,10.00,10.00,0.00,0.00,0.00,10.00,0.00,USD,,,,',
    `${first},TEE-L,"'=Tee, large",2,19.00,38.00,46.50,4.50,5.00,3.10,50.10,8.50,USD,7.95,USD,UPS,1Z1`,
    `${first},MUG,Mug,1,8.50,8.50,,,,,,,USD,,,UPS,"1Z1, 1Z2"`,
  ])
})

it('an export as workbook has numbers as numbers', async () => {
  const reply = await ops.get('/api/orders/export?format=xlsx')
  const book = read(reply.rawPayload)
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const rows = sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) : []
  expect(rows[0]).toEqual(heading.split(','))
  expect(rows[2]?.slice(13, 24)).toEqual([2, 19, 38, 46.5, 4.5, 5, 3.1, 50.1, 8.5, 'USD', 7.95])
})

it('an export has the filtered or the selected orders', async () => {
  expect(await numbersIn('search=1043')).toEqual(['LS-2'])
  expect(await numbersIn('search=ruiz&status=shipped')).toEqual(['LS-1', 'LS-1'])
  expect(await numbersIn('flag=held')).toEqual([])
  expect(await numbersIn(`orderIds=${older.id}&status=placed`)).toEqual(['LS-1', 'LS-1'])
  expect(await numbersIn(`orderIds=${older.id},${newer.id}`)).toEqual(['LS-2', 'LS-1', 'LS-1'])
})

it('an export of unknown or too many orders is refused', async () => {
  const { id: foreign } = await buildOrder(server.deps, (await buildCompany(server.deps.db)).id)
  const status = async (query: string) => (await ops.get(`/api/orders/export?format=csv&${query}`)).statusCode
  expect(await status(`orderIds=${older.id},${foreign}`)).toBe(404)
  expect(await status(`channelId=${newId()}`)).toBe(404)
  expect(await status('orderIds=1042')).toBe(422)
  expect(await status(`orderIds=${Array.from({ length: 501 }, newId).join(',')}`)).toBe(422)
  const reader = await server.as('readonly', companyId)
  expect((await reader.get('/api/orders/export?format=csv')).statusCode).toBe(403)
})

it('an export takes as many ids as can be selected', async () => {
  const url = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  const query = new URLSearchParams({ format: 'csv', orderIds: Array.from({ length: 500 }, newId).join(',') })
  const reply = await fetch(`${url}/api/orders/export?${query}`, { headers: ops.headers })
  expect(reply.status).toBe(404)
})

it('an export is audited without the search text', async () => {
  await exported('search=ruiz&status=shipped')
  await exported(`orderIds=${older.id}`)
  const entries = await server.deps.db.inCompany(companyId, (tx) =>
    tx
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.companyId, companyId), eq(auditLog.action, 'order.export'))),
  )
  const said = entries.map(({ changes }) => changes?.after)
  expect(said).toContainEqual({ format: 'csv', status: 'shipped', isSearched: true, rows: 1 })
  expect(said).toContainEqual({ format: 'csv', orders: 1, rows: 1 })
  expect(JSON.stringify(said)).not.toContain('ruiz')
})

it('an export over several batches loses and repeats no order, searched or not', async () => {
  const many = await buildCompany(server.deps.db)
  await server.deps.db.inCompany(many.id, (tx) =>
    tx.execute(sql`
      insert into orders (company_id, id, order_number, external_order_id, placed_at)
      select ${many.id}::uuid, new_id(), 'LS-' || n, 'WEB-' || n, timestamptz '2026-03-02' + n / 3 * interval '1 second'
      from generate_series(1, 2001) n`),
  )
  const browser = await server.as('ops', many.id)
  for (const query of ['', '&search=web', '&search=-1']) {
    const lines = linesOf((await browser.get(`/api/orders/export?format=csv${query}`)).body).slice(1)
    const expected = query === '&search=-1' ? 1 + 10 + 100 + 1000 : 2001
    expect([lines.length, new Set(lines).size]).toEqual([expected, expected])
  }
})
