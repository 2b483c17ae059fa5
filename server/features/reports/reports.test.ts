import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReportOrder, type Report } from '#contract/reports.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { orderItems } from '#server/platform/db/schema/orders.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { createTestApp, readAllPages } from '#server/testing/app.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { createReportFixture, createSoldWeeksFixture, type ReportFixture } from '#server/testing/report-fixture.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  // Monday, March 2, two in the morning in Los Angeles.
  server = await createTestApp()
})
afterAll(() => server.close())

const figuresOf = ({ metrics }: Pick<Report, 'metrics'>) =>
  Object.fromEntries(metrics.map(({ figure, value, previous }) => [figure, [value, previous]]))

async function ordersBehind({ reader }: ReportFixture, query: Record<string, string>, limit = 500) {
  const path = `/api/report-orders?${new URLSearchParams({ ...query, limit: String(limit) }).toString()}`
  const pages = await readAllPages(reader, path, ReportOrder)
  const rows = pages.flatMap((page) => page.rows)
  expect(pages.map(({ total }) => total)).toEqual(pages.map(() => rows.length))
  return rows
}

const week = { startDate: '2026-02-16', endDate: '2026-02-22' }

describe('the sales report', () => {
  it('sums up sales in the company’s days and currency', async () => {
    const fixture = await createSoldWeeksFixture(server)
    const report = await fixture.read('sales', week.startDate, week.endDate)
    expect(figuresOf(report)).toEqual({
      revenue: ['90.00', '37.00'],
      orders: [5, 2],
      // 90.00 by the four orders in dollars.
      averageOrderValue: ['22.50', '18.50'],
      uniqueCustomers: [3, 1],
    })
    expect(report).toMatchObject({ range: week, timeZone: 'America/Los_Angeles', currency: 'USD', rowCount: 7 })
    expect(report.previous).toEqual({ startDate: '2026-02-09', endDate: '2026-02-15', isCut: false })
    expect(report.otherCurrencies).toEqual([{ currency: 'EUR', orders: 1, revenue: '80.00' }])
    expect(report.rows[0]).toMatchObject({ startDate: '2026-02-16', orders: 1, revenue: '20.00', tax: '1.50' })
    expect(report.rows[2]).toEqual({
      startDate: '2026-02-18',
      endDate: '2026-02-18',
      orders: 3,
      revenue: '19.99',
      averageOrderValue: '10.00',
      discounts: '0.00',
      shipping: '4.00',
      tax: '0.00',
      cancelledOrders: 0,
    })
    expect(report.rows[3]).toMatchObject({ orders: 0, revenue: '0.00', averageOrderValue: null, cancelledOrders: 1 })
    const [revenue] = report.charts
    expect(revenue?.points.map(({ values }) => values[0])).toEqual(report.rows.map((row) => row.revenue))
    expect(revenue?.points.map(({ previous }) => previous)).toEqual([
      '0.00',
      '30.00',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '7.00',
    ])
    expect(report.charts.map(({ figure }) => figure)).toEqual(['revenue', 'orders'])
  })

  it('lists the orders behind each figure', async () => {
    const fixture = await createSoldWeeksFixture(server)
    const { web, ana, ben, tee } = fixture
    const totals = async (query: Record<string, string>) =>
      (await ordersBehind(fixture, { ...week, ...query })).map(({ total }) => total)
    expect(await totals({})).toEqual(['50.01', '80.00', '9.99', '10.00', '20.00'])
    expect(await totals({ group: 'cancelled' })).toEqual(['500.00'])
    expect(await totals({ group: 'new' })).toEqual(['50.01', '80.00', '10.00'])
    expect(await totals({ group: 'returning' })).toEqual(['20.00'])
    expect(await totals({ channelId: web })).toEqual(['80.00', '20.00'])
    expect(await totals({ channelId: 'none' })).toEqual(['9.99'])
    expect(await totals({ customerId: ben })).toEqual(['50.01', '10.00'])
    expect(await totals({ customerId: ana, startDate: '2026-02-01' })).toEqual(['20.00', '30.00'])
    const ofTee = await ordersBehind(fixture, { ...week, skuId: tee })
    expect(ofTee.map(({ total, units }) => [total, units])).toEqual([
      ['10.00', 1],
      ['20.00', 2],
    ])
    expect(await ordersBehind(fixture, week, 2)).toEqual(await ordersBehind(fixture, week))
  })

  it('compares today with the same hours of yesterday', async () => {
    const { sell, read } = await createReportFixture(server)
    for (const at of ['2026-03-02T09:00:00Z', '2026-03-01T08:00:00Z', '2026-03-01T09:59:59Z', '2026-03-01T10:00:00Z'])
      await sell({ at })
    const report = await read('sales', '2026-03-02')
    expect(report.previous).toEqual({ startDate: '2026-03-01', endDate: '2026-03-01', isCut: true })
    expect(figuresOf(report)).toMatchObject({ orders: [1, 2], revenue: ['10.00', '20.00'] })
  })

  it('reflects an order that is cancelled, restored, moved and repriced', async () => {
    const { sell, read, change } = await createReportFixture(server)
    const id = await sell({ at: '2026-02-20T12:00:00Z', total: '10.00' })
    const seen = async () => figuresOf(await read('sales', '2026-02-20'))['revenue']?.[0]
    await change(id, { status: 'cancelled' })
    expect(await seen()).toBe('0.00')
    await change(id, { status: 'placed', total: '12.34' })
    expect(await seen()).toBe('12.34')
    await change(id, { placedAt: new Date('2026-02-21T12:00:00Z') })
    expect(await seen()).toBe('0.00')
  })

  it('has no data of another company', async () => {
    const [own, other] = [await createReportFixture(server), await createReportFixture(server)]
    const [customerId] = other.customerIds
    await other.sell({ at: '2026-02-20T12:00:00Z', customerId, lines: [{ skuId: other.skuIds[0], quantity: 4 }] })
    for (const type of ['sales', 'inventory', 'channels', 'customers'] as const) {
      const values = (await own.read(type, week.startDate, week.endDate)).metrics.map(({ value }) => Number(value))
      expect(values.slice(0, 2)).toEqual(type === 'inventory' ? [40, 0] : [0, 0])
    }
    expect(await ordersBehind(own, { ...week, customerId })).toEqual([])
  })

  it('refuses an invalid range and an unknown type', async () => {
    const { reader } = await createReportFixture(server)
    const refused = await reader.get('/api/reports/sales?startDate=2026-02-02&endDate=2026-02-01')
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({
      errors: [{ field: 'endDate', message: 'The end date is before the start date' }],
    })
    const status = async (path: string) => (await reader.get(path)).statusCode
    expect(await status('/api/report-orders?startDate=2022-01-01&endDate=2026-02-01')).toBe(422)
    expect(await status('/api/reports/sales?startDate=2026-02-30&endDate=2026-03-01')).toBe(422)
    expect(await status('/api/reports/sales?startDate=9999-12-31&endDate=9999-12-31')).toBe(422)
    expect(await status('/api/reports/taxes?startDate=2026-02-01&endDate=2026-03-01')).toBe(404)
  })
})

it('the channels report separates channels, and orders without a channel', async () => {
  const { read, web, meta } = await createSoldWeeksFixture(server)
  const report = await read('channels', week.startDate, week.endDate)
  expect(figuresOf(report)).toMatchObject({
    revenue: ['90.00', '37.00'],
    orders: [5, 2],
    cancelledShare: [0.166667, 0],
  })
  const rows = report.rows.map(({ channelId, channelName, channelType, ...row }) => [
    channelId,
    channelName,
    channelType,
    ...Object.values(row),
  ])
  expect(rows).toEqual([
    // Orders, revenue, its share, average order value, cancelled orders.
    [meta, 'Meta', 'meta_shops', 2, '60.01', 0.666778, '30.01', 1],
    [web, 'Web', 'website', 2, '20.00', 0.222222, '20.00', 0],
    [null, null, null, 1, '9.99', 0.111, '9.99', 0],
  ])
  const [revenue, orders] = report.charts
  expect(revenue?.series.map(({ label }) => label)).toEqual(['Meta', 'Web', 'Manual'])
  expect(revenue?.points[2]).toMatchObject({ values: ['10.00', '0.00', '9.99'], previous: '0.00' })
  expect(orders?.points[2]?.values).toEqual([1, 1, 1])
})

it('the channels report charts the five strongest channels, and the others together', async () => {
  const { sell, read, companyId } = await createReportFixture(server)
  for (let number = 1; number <= 7; number += 1) {
    const { id: channelId } = await buildChannel(server.deps, companyId, { name: `Shop ${number}` })
    await sell({ at: '2026-02-20T12:00:00Z', channelId, total: `${number}.00` })
  }
  const [revenue] = (await read('channels', '2026-02-20')).charts
  expect(revenue?.series.map(({ label }) => label)).toEqual(['Shop 7', 'Shop 6', 'Shop 5', 'Shop 4', 'Shop 3', 'Other'])
  expect(revenue?.points[0]?.values).toEqual(['7.00', '6.00', '5.00', '4.00', '3.00', '3.00'])
})

describe('the customers report', () => {
  it('separates new from returning customers', async () => {
    const { read, ana, ben, cara } = await createSoldWeeksFixture(server)
    const report = await read('customers', week.startDate, week.endDate)
    expect(figuresOf(report)).toEqual({
      uniqueCustomers: [3, 1],
      newCustomers: [2, 0],
      returningCustomers: [1, 1],
      // 80.01 of Ana and Ben; Cara paid in euros.
      revenuePerCustomer: ['40.01', '30.00'],
    })
    expect(
      report.rows.map(({ customerId, customerName, isNew, orders, revenue, averageOrderValue }) => [
        customerId,
        customerName,
        isNew,
        orders,
        revenue,
        averageOrderValue,
      ]),
    ).toEqual([
      [ben, 'Ben', true, 2, '60.01', '30.01'],
      [ana, 'Ana', false, 1, '20.00', '20.00'],
      [cara, 'Cara', true, 1, '0.00', null],
    ])
    expect(report.rows[0]?.lastOrderAt).toBe('2026-02-23T07:59:59.000Z')
    expect([report.rowCount, report.otherCurrencies.length]).toEqual([3, 1])
    expect(report.charts[0]?.points.map(({ values }) => values[0])).toEqual([0, 0, 2, 0, 0, 0, 0])
    const before = await read('customers', '2026-02-01', '2026-02-15')
    expect(figuresOf(before)).toMatchObject({ newCustomers: [1, 0], returningCustomers: [0, 0] })
  })

  it('keeps a customer whose data were erased, without their name', async () => {
    const { read, inCompany, ana } = await createSoldWeeksFixture(server)
    await inCompany((tx) =>
      tx.update(customers).set({ firstName: null, lastName: null, erasedAt: new Date() }).where(eq(customers.id, ana)),
    )
    const report = await read('customers', week.startDate, week.endDate)
    expect(report.rows.find(({ customerId }) => customerId === ana)).toMatchObject({
      customerName: null,
      revenue: '20.00',
    })
  })

  it('updates who is new when an order is moved to another customer', async () => {
    const { read, change, sell, customerIds } = await createReportFixture(server)
    const [ana, ben] = customerIds
    const id = await sell({ at: '2026-02-01T12:00:00Z', customerId: ana })
    await sell({ at: '2026-02-20T12:00:00Z', customerId: ana })
    const newcomers = async () => figuresOf(await read('customers', week.startDate, week.endDate))['newCustomers']?.[0]
    expect(await newcomers()).toBe(0)
    await change(id, { customerId: ben })
    expect(await newcomers()).toBe(1)
  })
})

describe('the inventory report', () => {
  it('shows the stock left and how long it lasts', async () => {
    const { read, tee, mug } = await createSoldWeeksFixture(server)
    const report = await read('inventory', week.startDate, week.endDate)
    expect(figuresOf(report)).toEqual({
      unitsAvailable: [40, null],
      unitsSold: [4, 3],
      lowStockSkus: [1, null],
      outOfStockSkus: [1, null],
    })
    expect(report.rows).toEqual([
      // 40 units, at 3 in 7 days.
      {
        skuId: tee,
        sku: 'TEE',
        title: 'Tee',
        stockStatus: 'in_stock',
        unitsAvailable: 40,
        unitsInbound: 5,
        unitsSold: 3,
        daysOfCover: 93.3,
      },
      {
        skuId: mug,
        sku: 'MUG',
        title: 'Mug',
        stockStatus: 'out_of_stock',
        unitsAvailable: 0,
        unitsInbound: 0,
        unitsSold: 1,
        daysOfCover: 0,
      },
    ])
    expect(report.charts[0]?.points.map(({ values }) => values[0])).toEqual([2, 0, 1, 0, 0, 0, 1])
    expect([report.rowCount, report.otherCurrencies]).toEqual([2, []])
  })

  it('counts a line as soon as its SKU is mapped, over the elapsed part of the day', async () => {
    const { read, sell, inCompany, skuIds } = await createReportFixture(server)
    const [tee] = skuIds
    await sell({ at: '2026-03-02T09:00:00Z', lines: [{ skuId: null, quantity: 4 }] })
    const sold = async () => (await read('inventory', '2026-03-02')).rows.find(({ skuId }) => skuId === tee)
    expect(await sold()).toMatchObject({ unitsSold: 0, daysOfCover: null })
    await inCompany((tx) => tx.update(orderItems).set({ skuId: tee }).where(isNull(orderItems.skuId)))
    // Four units in the two elapsed hours of the day.
    expect(await sold()).toMatchObject({ unitsSold: 4, daysOfCover: 0.8 })
  })

  it('omits inactive SKUs, whose sales still count', async () => {
    const { read, inCompany, companyId, mug } = await createSoldWeeksFixture(server)
    await inCompany((tx) =>
      tx
        .update(skus)
        .set({ isActive: false })
        .where(and(eq(skus.companyId, companyId), eq(skus.id, mug))),
    )
    const report = await read('inventory', week.startDate, week.endDate)
    expect(report.rows.map(({ sku }) => sku)).toEqual(['TEE'])
    expect(figuresOf(report)['unitsSold']).toEqual([4, 3])
  })
})
