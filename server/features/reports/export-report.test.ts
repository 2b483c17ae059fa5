import { read, utils } from '@e965/xlsx'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { csvContent } from '#server/platform/spreadsheet/csv.ts'
import { createTestApp } from '#server/testing/app.ts'
import { createReportFixture, type ReportFixture } from '#server/testing/report-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { readScopedReport } from './read-report.ts'
import { reportFile } from './export-report.ts'
import { ordersTable, reportTable } from './report-sheets.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let fixture: ReportFixture
beforeAll(async () => {
  server = await createTestApp()
  fixture = await createReportFixture(server)
  const { sell, customerIds, skuIds, channelIds } = fixture
  const [ana, ben] = customerIds
  await sell({ at: '2026-02-20T12:00:00Z', customerId: ben, total: '5.00' })
  // Across the hour that clocks show twice, which this zone had in 2025.
  const first = { orderNumber: 'LS-1', externalOrderId: '=1+1', customerId: ana, customerName: '@SUM(A1), Ana' }
  const paid = { subtotal: '20.00', discountAmount: '2.00', shippingAmount: '3.00', taxAmount: '1.00', total: '22.00' }
  await sell({ ...first, ...paid, at: '2025-11-02T08:30:00Z', lines: [{ skuId: skuIds[0], quantity: 2 }] })
  const later = { orderNumber: 'LS-2', externalOrderId: '2', channelId: null, currency: 'EUR' }
  await sell({ ...later, at: '2025-11-02T09:30:00Z', total: '7.00' })
  const gone = { orderNumber: 'LS-3', externalOrderId: '3', channelId: channelIds[1], status: 'cancelled' } as const
  await sell({ ...gone, at: '2025-11-02T20:00:00Z', total: '9.00', lines: [{ skuId: skuIds[1], quantity: 3 }] })
})
afterAll(() => server.close())

const sunday = 'startDate=2025-11-02&endDate=2025-11-02'
const exported = (type: string, query: string, { ops } = fixture) => ops.get(`/api/reports/${type}/export?${query}`)
const linesOf = (body: string) => body.replace('\uFEFF', '').trimEnd().split('\r\n')

async function sheetsOf(type: string, query = sunday) {
  const book = read((await exported(type, `format=xlsx&${query}`)).rawPayload)
  return Object.fromEntries(
    Object.entries(book.Sheets).map(([name, sheet]) => [name, utils.sheet_to_json<unknown[]>(sheet, { header: 1 })]),
  )
}

describe('a report as CSV', () => {
  it('has the orders that count and those that do not, with nothing that a spreadsheet would run', async () => {
    const reply = await exported('sales', `format=csv&part=orders&${sunday}`)
    expect(reply.headers['content-disposition']).toContain('orders-2025-11-02.csv')
    expect(linesOf(reply.body)).toEqual([
      'Order number,Shop order number,Channel order ID,Placed (America/Los_Angeles),UTC offset,Status,Channel,Customer,Units,Subtotal,Discount,Shipping,Tax,Total,Refunded,Currency,Fulfillment fee (estimate),Fee currency,Counted',
      'LS-3,3,3,2025-11-02 12:00:00,UTC-08:00,Cancelled,Meta,,3,0.00,0.00,0.00,0.00,9.00,0.00,USD,,,no',
      'LS-2,2,2,2025-11-02 01:30:00,UTC-08:00,Placed,Manual,,0,0.00,0.00,0.00,0.00,7.00,0.00,EUR,,,yes',
      `LS-1,'=1+1,'=1+1,2025-11-02 01:30:00,UTC-07:00,Placed,Web,"'@SUM(A1), Ana",2,20.00,2.00,3.00,1.00,22.00,0.00,USD,,,yes`,
    ])
  })

  it.each([
    [
      'sales',
      [
        'Start date,End date,Orders,Revenue (USD),Average Order Value (USD),Discounts (USD),Shipping (USD),Tax (USD),Cancelled',
        '2025-11-02,2025-11-02,2,22.00,22.00,2.00,3.00,1.00,1',
      ],
    ],
    [
      'channels',
      [
        'Channel,Orders,Revenue (USD),Share of Revenue,Average Order Value (USD),Cancelled',
        'Web,1,22.00,1,22.00,0',
        'Manual,1,0.00,0,,0',
        'Meta,0,0.00,0,,1',
      ],
    ],
    [
      'customers',
      [
        'Customer,New,Orders,Revenue (USD),Average Order Value (USD),Last Order (America/Los_Angeles)',
        'Ana,yes,1,22.00,22.00,2025-11-02 01:30:00',
      ],
    ],
    [
      'inventory',
      [
        'SKU,Product,Status,Units Available,Inbound,Units Sold,Days of Cover',
        'MUG,Mug,Out of Stock,0,0,0,',
        'TEE,Tee,In Stock,40,5,2,20',
      ],
    ],
  ])('has the table of %s', async (type, lines) => {
    const reply = await exported(type, `format=csv&${sunday}`)
    expect(reply.headers['content-disposition']).toContain(`${type}-report-2025-11-02.csv`)
    expect(linesOf(reply.body)).toEqual(lines)
  })
})

describe('a report as a workbook', () => {
  it('has figures with their definitions, the table and the orders', async () => {
    const sheets = await sheetsOf('sales', 'startDate=2025-11-02&endDate=2025-11-03')
    expect(Object.keys(sheets)).toEqual(['Summary', 'Sales', 'Orders'])
    expect(sheets['Summary']?.[0]).toEqual(['Figure', 'Value', 'Previous', 'Change', 'Definition'])
    expect(sheets['Summary']?.[1]).toEqual([
      'Revenue (USD)',
      22,
      0,
      undefined,
      expect.stringContaining('after discounts'),
    ])
    expect(sheets['Summary']?.slice(-2)).toEqual([
      ['Days', '2025-11-02 to 2025-11-03', '2025-10-31 to 2025-11-01', undefined, 'Time zone: America/Los_Angeles.'],
      [
        'Revenue (EUR)',
        7,
        undefined,
        undefined,
        'From 1 order in EUR. Currencies aren’t converted, so it is not in the totals above.',
      ],
    ])
    expect(sheets['Sales']?.[1]?.slice(0, 4)).toEqual(['2025-11-02', '2025-11-02', 2, 22])
    expect(sheets['Orders']?.map((row) => row[0])).toEqual(['Order number', 'LS-3', 'LS-2', 'LS-1'])
  })

  it('has no orders in the inventory report', async () => {
    expect(Object.keys(await sheetsOf('inventory'))).toEqual(['Summary', 'Inventory'])
  })

  it('is attached to a mail without orders', async () => {
    const ctx = companyContext(
      server.deps,
      { actor: { type: 'job', name: 'test' }, origin: noOrigin },
      fixture.companyId,
    )
    const report = await readScopedReport(ctx, { type: 'channels', startDate: '2025-11-02', endDate: '2025-11-03' })
    const { content, ...named } = await reportFile(ctx, report, 'xlsx')
    expect(named.fileName).toBe('channels-report-2025-11-02-to-2025-11-03.xlsx')
    expect(read(content).SheetNames).toEqual(['Summary', 'Channels'])
    const csv = await reportFile(ctx, report, 'csv')
    expect(linesOf(csv.content.toString('utf8'))).toHaveLength(4)
  })
})

it('an export over several batches neither loses nor repeats a row', async () => {
  const many = await createReportFixture(server)
  await many.inCompany(async (tx) => {
    await tx.execute(sql`
      insert into customers (company_id, id, first_name) select ${many.companyId}::uuid, new_id(), 'N' || n
      from generate_series(1, 23) n`)
    await tx.execute(sql`
      insert into orders (company_id, id, order_number, external_order_id, customer_id, total, placed_at)
      select ${many.companyId}::uuid, new_id(), first_name, id::text, id, 1,
        timestamptz '2026-02-20 12:00Z' + row_number() over () / 3 * interval '1 second'
      from customers where first_name like 'N%'`)
    await tx.execute(sql`
      insert into products (company_id, id, title) select ${many.companyId}::uuid, ${many.companyId}::uuid, 'Many'`)
    await tx.execute(sql`
      insert into skus (company_id, id, product_id, sku) select ${many.companyId}::uuid, new_id(), ${many.companyId}::uuid, 'S' || n
      from generate_series(1, 23) n`)
  })
  const ctx = companyContext(server.deps, { actor: { type: 'job', name: 'test' }, origin: noOrigin }, many.companyId)
  const read = (type: 'customers' | 'inventory') =>
    readScopedReport(ctx, { type, startDate: '2026-02-20', endDate: '2026-02-20' })
  const customers = await read('customers')
  for (const [table, count] of [
    [ordersTable(ctx, customers.scope, 10), 23],
    [reportTable(ctx, customers, 10), 23],
    [reportTable(ctx, await read('inventory'), 10), 25],
  ] as const) {
    const chunks: string[] = []
    for await (const chunk of csvContent(table.columns, table.rows)) chunks.push(chunk)
    const [, ...batches] = chunks
    expect(batches).toHaveLength(3)
    const names = linesOf(batches.join('')).map((line) => line.split(',')[0])
    expect([names.length, new Set(names).size]).toEqual([count, count])
  }
})

it('an export is open to people who may only read, and audited even where audit logging is off', async () => {
  await changeSettings(server.deps.db, fixture.companyId, { auditLogging: false })
  const { statusCode, body } = await fixture.reader.get(`/api/reports/sales/export?format=csv&part=orders&${sunday}`)
  expect([statusCode, linesOf(body)]).toEqual([200, expect.arrayContaining([expect.stringContaining('LS-1')])])
  expect((await fixture.reader.get('/api/orders/export?format=csv')).statusCode).toBe(403)
  expect((await exported('sales', 'format=csv&startDate=2025-11-03&endDate=2025-11-02')).statusCode).toBe(422)
  await exported('customers', `format=xlsx&part=orders&${sunday}`)
  await exported('channels', `format=csv&${sunday}`)
  const entries = await fixture.inCompany((tx) =>
    tx
      .select({ changes: auditLog.changes, userId: auditLog.userId })
      .from(auditLog)
      .where(and(eq(auditLog.companyId, fixture.companyId), eq(auditLog.action, 'report.export')))
      .orderBy(auditLog.id),
  )
  const range = { startDate: '2025-11-02', endDate: '2025-11-02' }
  expect(entries.slice(-2)).toEqual([
    {
      userId: fixture.ops.user.id,
      changes: { before: {}, after: { type: 'customers', ...range, format: 'xlsx', rows: expect.any(Number) } },
    },
    {
      userId: fixture.ops.user.id,
      changes: { before: {}, after: { type: 'channels', ...range, format: 'csv', part: 'table', rows: 0 } },
    },
  ])
})
