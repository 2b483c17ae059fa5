import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromCents, toCents } from '#contract/money.ts'
import { OrderDetail } from '#contract/orders.ts'
import type { ReportOf } from '#contract/reports.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orderItems } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp } from '#server/testing/app.ts'
import { createReportFixture } from '#server/testing/report-fixture.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const [canada, day] = ['A2EUQ1WTGCTBG2', '2026-02-20']
const at = `${day}T20:00:00Z`

type Fee = { cost: string | null; marketplaceId?: string; status?: 'shipped' | 'cancelled'; provider?: 'seller' }

/** A company whose tee costs 4.00 and whose mug has no cost. */
async function createProfitFixture() {
  const fixture = await createReportFixture(server)
  const { companyId, inCompany, skuIds } = fixture
  const [tee, mug] = skuIds
  await inCompany((tx) => tx.update(skus).set({ cost: '4.00' }).where(eq(skus.id, tee)))
  const ship = (orderId: string, fees: Fee[]) =>
    inCompany(async (tx) => {
      for (const [index, { cost, ...fee }] of fees.entries()) {
        const row = { companyId, id: newId(), orderId, attempt: index + 1, shippingCost: cost }
        await tx.insert(fulfillments).values({ status: 'shipped', ...row, ...fee })
      }
    })
  const sellShipped = async (sold: Partial<Parameters<typeof fixture.sell>[0]>, fees: Fee[] = [{ cost: '3.00' }]) => {
    const id = await fixture.sell({ at, status: 'shipped', ...sold })
    await ship(id, fees)
    return id
  }
  return { ...fixture, tee, mug, sellShipped }
}

const sumOf = (values: readonly (string | null)[]) =>
  fromCents(values.reduce((sum, value) => sum + toCents(value ?? '0.00'), 0n))

const figuresOf = ({ metrics }: Pick<ReportOf<'profit-skus'>, 'metrics'>) =>
  Object.fromEntries(metrics.map(({ figure, value }) => [figure, value]))

/** What every view of the profit must agree on. */
const viewSums = (
  rows: readonly { profit: string | null; netSales: string | null; fulfillmentFees: string | null }[],
) => {
  const known = rows.filter(({ profit }) => profit !== null)
  return {
    profit: sumOf(known.map(({ profit }) => profit)),
    netSales: sumOf(known.map(({ netSales }) => netSales)),
    fees: sumOf(known.map(({ fulfillmentFees }) => fulfillmentFees)),
  }
}

describe('the profit reports', () => {
  it('take tax, refunds, cost and fees off what was paid, and leave out what is not known', async () => {
    const { sellShipped, sell, read, tee, mug, channelIds } = await createProfitFixture()
    const paid = { total: '22.00', taxAmount: '2.00', refundedAmount: '5.50', lines: [{ skuId: tee, quantity: 2 }] }
    await sellShipped(paid, [{ cost: '3.00' }, { cost: '9.00', status: 'cancelled' }])
    await sellShipped({
      total: '30.00',
      lines: [
        { skuId: tee, quantity: 1 },
        { skuId: mug, quantity: 1 },
      ],
    })
    await sellShipped({ total: '30.00', lines: [{ skuId: null, quantity: 1 }] })
    await sellShipped({ total: '30.00', lines: [{ skuId: tee, quantity: 1 }] }, [{ cost: null }])
    await sellShipped({ total: '30.00', lines: [{ skuId: tee, quantity: 1 }] }, [
      { cost: '3.00', marketplaceId: canada },
    ])
    await sell({ at, total: '30.00', channelId: channelIds[1], lines: [{ skuId: tee, quantity: 5 }] })
    await sell({ at, status: 'cancelled', total: '30.00', lines: [{ skuId: tee, quantity: 7 }] })
    await sellShipped({ total: '99.00', currency: 'EUR', lines: [{ skuId: tee, quantity: 1 }] })
    const report = await read('profit-channels', day)
    expect(figuresOf(report)).toEqual({ netSales: '20.00', profit: '4.00', profitMargin: 0.266667, ordersLeftOut: 5 })
    expect(report.gaps).toEqual({
      orders: 6,
      ordersLeftOut: 5,
      lines: 7,
      linesWithoutCost: 2,
      ordersNotSent: 1,
      ordersWithoutFee: 2,
    })
    expect(report.otherCurrencies).toEqual([{ currency: 'EUR', orders: 1, revenue: '99.00' }])
    expect(report.rows).toMatchObject([
      {
        channelName: 'Web',
        knownOrders: 1,
        netSales: '20.00',
        refunds: '5.00',
        costOfGoods: '8.00',
        fulfillmentFees: '3.00',
        profit: '4.00',
        ordersLeftOut: 4,
      },
      { channelName: 'Meta', knownOrders: 0, profit: '0.00', ordersLeftOut: 1 },
    ])
    const bySku = await read('profit-skus', day)
    expect(bySku.rows).toMatchObject([
      { sku: 'TEE', knownUnits: 2, unitsLeftOut: 8, profit: '4.00', costOfGoods: '8.00' },
      { sku: 'MUG', knownUnits: 0, unitsLeftOut: 1, profit: null, costOfGoods: null, netSales: null },
    ])
    const byOrder = await read('profit-orders', day)
    expect(byOrder.rowCount).toBe(6)
    expect(byOrder.rows[0]).toMatchObject({ profit: '4.00', missing: null })
    const [, ...others] = byOrder.rows
    expect(others.map(({ missing }) => missing ?? '').toSorted((one, other) => one.localeCompare(other))).toEqual([
      '1 of 2 items has no cost',
      'Item has no cost',
      'No fee from Amazon',
      'No fee from Amazon',
      'Not sent yet',
    ])
  })

  it('agree to the cent, whatever an order’s amounts are divided by', async () => {
    const { sellShipped, read, tee, mug, inCompany, ops } = await createProfitFixture()
    await inCompany((tx) => tx.update(skus).set({ cost: '0.33' }).where(eq(skus.id, mug)))
    const ids: string[] = []
    for (const [total, fee, refund] of [
      ['10.00', '3.33', '0.01'],
      ['0.07', '0.05', '0.07'],
      ['100.01', '7.77', '33.33'],
    ] as const) {
      const lines = [tee, mug, tee].map((skuId, index) => ({ skuId, quantity: index + 1 }))
      ids.push(await sellShipped({ total, taxAmount: '0.01', refundedAmount: refund, lines }, [{ cost: fee }]))
    }
    // A gift: its lines have no price to share by.
    const gift = await sellShipped({ total: '1.00', lines: [tee, mug, mug].map((skuId) => ({ skuId, quantity: 1 })) })
    await inCompany((tx) => tx.update(orderItems).set({ totalPrice: '0.00' }).where(eq(orderItems.orderId, gift)))
    const [bySku, byChannel, byOrder] = [
      await read('profit-skus', day),
      await read('profit-channels', day),
      await read('profit-orders', day),
    ]
    expect(viewSums(bySku.rows)).toEqual(viewSums(byChannel.rows))
    expect(viewSums(byOrder.rows)).toEqual(viewSums(byChannel.rows))
    expect(figuresOf(bySku)).toEqual(figuresOf(byOrder))
    expect(figuresOf(bySku)['profit']).toBe(viewSums(byOrder.rows).profit)
    for (const id of [...ids, gift]) {
      const { profit } = OrderDetail.parse((await ops.get(`/api/orders/${id}`)).json())
      expect(byOrder.rows.find(({ orderId }) => orderId === id)).toMatchObject({
        profit: profit.profit,
        netSales: profit.netSales,
        refunds: profit.refunds,
      })
    }
  })

  it('are files too, with every order and what is missing', async () => {
    const { sellShipped, sell, reader, tee } = await createProfitFixture()
    const named = { externalNumber: '#W-1', orderNumber: 'LS-1' }
    await sellShipped({ ...named, total: '20.00', lines: [{ skuId: tee, quantity: 1 }] })
    await sell({ at: `${day}T21:00:00Z`, orderNumber: 'LS-2', externalOrderId: '=2', total: '5.00' })
    const file = async (type: string) =>
      (await reader.get(`/api/reports/${type}/export?format=csv&startDate=${day}&endDate=${day}`)).body
        .replace('\uFEFF', '')
        .trimEnd()
        .split('\r\n')
    expect(await file('profit-orders')).toEqual([
      'Order number,Shop order number,Placed (America/Los_Angeles),Channel,Net Sales (USD),Refunds (USD),Cost (USD),Amazon Fees (Estimate) (USD),Profit (USD),Margin,What’s Missing',
      `LS-2,'=2,2026-02-20 13:00:00,Web,5.00,0.00,,,,,Items unknown; not sent yet`,
      'LS-1,#W-1,2026-02-20 12:00:00,Web,20.00,0.00,4.00,3.00,13.00,0.65,',
    ])
    expect((await file('profit-skus'))[1]).toBe('TEE,Tee,1,20.00,0.00,4.00,3.00,13.00,0.65,0')
    expect((await file('profit-channels'))[1]).toBe('Web,1,20.00,0.00,4.00,3.00,13.00,0.65,1')
  })

  it('know nothing of another company', async () => {
    const [own, other] = [await createProfitFixture(), await createProfitFixture()]
    await other.sellShipped({ total: '20.00', lines: [{ skuId: other.tee, quantity: 1 }] })
    for (const type of ['profit-skus', 'profit-channels', 'profit-orders', 'best-sellers'] as const) {
      expect((await own.read(type, day)).rows).toEqual([])
    }
  })
})

describe('best sellers', () => {
  it('are ranked by units or revenue, in all channels or one, and say how long the stock lasts', async () => {
    const { sell, ops, tee, mug, channelIds, inCompany } = await createProfitFixture()
    const [web, meta] = channelIds
    await inCompany((tx) => tx.update(products).set({ images: ['https://images.example/tee.jpg'] }))
    const mugOrder = await sell({ at, channelId: meta, lines: [{ skuId: mug, quantity: 1 }] })
    await inCompany((tx) => tx.update(orderItems).set({ totalPrice: '90.00' }).where(eq(orderItems.orderId, mugOrder)))
    await sell({ at, channelId: web, lines: [{ skuId: tee, quantity: 3 }] })
    await sell({ at, channelId: meta, lines: [{ skuId: tee, quantity: 5 }] })
    await sell({ at, channelId: meta, currency: 'EUR', lines: [{ skuId: mug, quantity: 1 }] })
    await sell({ at, status: 'cancelled', lines: [{ skuId: mug, quantity: 50 }] })
    const best = async (query = '') => {
      const { body } = await ops.get(`/api/reports/best-sellers?startDate=${day}&endDate=${day}${query}`)
      return JSON.parse(body) as ReportOf<'best-sellers'>
    }
    const report = await best()
    expect(report.rows).toMatchObject([
      { sku: 'TEE', unitsSold: 8, itemRevenue: '2.00', unitsAvailable: 40, daysOfCover: 5 },
      { sku: 'MUG', unitsSold: 2, itemRevenue: '90.00', unitsAvailable: 0, daysOfCover: 0 },
    ])
    expect(report.rows[0]?.imageUrl).toBe('https://images.example/tee.jpg')
    expect(figuresOf(report)).toEqual({ unitsSold: 10, itemRevenue: '92.00', skusSold: 2 })
    expect(report.charts[0]?.points.map(({ values }) => values[0])).toEqual([10])
    expect((await best('&rankBy=revenue')).rows.map(({ sku }) => sku)).toEqual(['MUG', 'TEE'])
    const ofWeb = await best(`&channelId=${web}`)
    // What sells in the other channel takes from the same stock.
    expect(ofWeb.rows).toMatchObject([{ sku: 'TEE', unitsSold: 3, daysOfCover: 5 }])
    expect(ofWeb.charts[0]?.points.map(({ values }) => values[0])).toEqual([3])
    const file = await ops.get(
      `/api/reports/best-sellers/export?format=csv&rankBy=revenue&channelId=${meta}&startDate=${day}&endDate=${day}`,
    )
    expect(file.body.replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
      'SKU,Product,Units Sold,Item Revenue (USD),Status,Units Available,Days of Cover',
      'MUG,Mug,2,90.00,Out of Stock,0,0',
      'TEE,Tee,5,1.00,In Stock,40,5',
    ])
  })

  it('are of channels of the company only, and no other report takes a channel', async () => {
    const { ops } = await createReportFixture(server)
    const status = async (type: string, query: string) =>
      (await ops.get(`/api/reports/${type}?startDate=${day}&endDate=${day}&${query}`)).statusCode
    const { channelIds } = await createReportFixture(server)
    expect(await status('best-sellers', `channelId=${channelIds[0]}`)).toBe(404)
    expect(await status('best-sellers', 'channelId=none')).toBe(200)
    expect(await status('sales', 'rankBy=units')).toBe(422)
    expect(await status('profit-skus', 'channelId=none')).toBe(422)
  })
})
