import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StockDetail, StockHistory, StockMovement } from '#contract/inventory.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, manualClock, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { buildFulfillment, buildOrderWithLines, changeSettings, countStock } from '#server/testing/stock.ts'
import { acceptHolds, holdUnits } from './holds.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let skuId: string
let browser: Browser

/** Two days after clocks went forward in New York. */
const now = new Date('2026-03-10T15:00:00Z')

beforeAll(async () => {
  server = await createTestApp({ clock: manualClock(now) })
})
afterAll(() => server.close())
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  skuId = (await buildSku(server.deps.db, companyId)).id
  browser = await server.as('readonly', companyId)
})

const count = (
  available: number,
  readAt: string,
  more: { source?: 'sheet'; reserved?: number; inbound?: number } = {},
) => countStock(server.deps.db, companyId, skuId, { available, readAt: new Date(readAt), ...more })

async function placeOrder(quantity: number, channelId: string | null = null) {
  const { db } = server.deps
  const order = await buildOrderWithLines(db, companyId, [{ skuId, quantity }], { channelId })
  await db.inCompany(companyId, (tx) => holdUnits(tx, { companyId, orderId: order.id, at: now }))
  return order
}

async function buildChannel() {
  const id = newId()
  const values = { companyId, id, name: 'Etsy', slug: id, type: 'etsy' as const }
  await server.deps.db.inCompany(companyId, (tx) => tx.insert(channels).values(values))
  return id
}

const detail = async () => (await browser.get(`/api/inventory/${skuId}`)).json<StockDetail>()
const history = async (days = 5) =>
  (await browser.get(`/api/inventory/${skuId}/history?days=${days}`))
    .json<StockHistory>()
    .map(({ day, qtyAvailable }) => [day.slice(5), qtyAvailable])

describe('the explanation of a SKU’s stock', () => {
  it('consists of count, holds and buffer, which add up', async () => {
    await changeSettings(server.deps.db, companyId, { safetyBuffer: 2 })
    await count(12, '2026-03-10T09:00:00Z', { reserved: 1, inbound: 6 })
    const etsy = await placeOrder(3, await buildChannel())
    const own = await placeOrder(1)
    const { id } = await buildFulfillment(server.deps.db, companyId, own)
    const acceptance = { companyId, fulfillmentId: id, acceptedAt: new Date('2026-03-10T10:00:00Z') }
    await server.deps.db.inCompany(companyId, (tx) => acceptHolds(tx, acceptance))
    const stock = await detail()
    expect(stock).toMatchObject({ qtyAvailable: 8, qtyReserved: 5, qtyInbound: 6, safetyBuffer: 0, companyBuffer: 2 })
    expect(stock.why).toEqual({
      source: 'amazon',
      readAt: '2026-03-10T09:00:00.000Z',
      counted: 12,
      countedReserved: 1,
      held: 4,
      available: 8,
      buffer: 2,
      sellable: 6,
    })
    expect(stock.holds).toMatchObject([
      { orderId: etsy.id, orderNumber: etsy.orderNumber, channelType: 'etsy', quantity: 3, acceptedAt: null },
      { orderId: own.id, channelType: null, quantity: 1, acceptedAt: '2026-03-10T10:00:00.000Z' },
    ])
  })

  it('never goes below zero when more is held than there is', async () => {
    await count(1, '2026-03-10T09:00:00Z')
    await placeOrder(3)
    expect((await detail()).why).toMatchObject({ counted: 1, held: 3, available: 0, sellable: 0 })
  })

  it('says that there is no count yet', async () => {
    const stock = await detail()
    expect(stock.why).toMatchObject({ source: null, readAt: null, counted: 0, sellable: 0 })
    expect(stock).toMatchObject({ holds: [], isActive: true, version: 1, status: 'out_of_stock' })
  })

  it('exists for an inactive SKU too', async () => {
    skuId = (await buildSku(server.deps.db, companyId, { isActive: false, safetyBuffer: 4 })).id
    await count(5, '2026-03-10T09:00:00Z')
    expect(await detail()).toMatchObject({ isActive: false, safetyBuffer: 4, why: { buffer: 4, sellable: 1 } })
  })
})

describe('the history by day', () => {
  it('has the last count of each day, repeated over days without a change, from the first count on', async () => {
    await count(9, '2026-03-07T08:00:00Z', { reserved: 1, inbound: 2 })
    await count(7, '2026-03-07T23:59:59Z')
    await count(4, '2026-03-09T00:00:00Z')
    expect(await history()).toEqual([
      ['03-07', 7],
      ['03-08', 7],
      ['03-09', 4],
      ['03-10', 4],
    ])
    const reply = await browser.get(`/api/inventory/${skuId}/history?days=1`)
    expect(reply.json()).toEqual([{ day: '2026-03-10', qtyAvailable: 4, qtyReserved: 1, qtyInbound: 2 }])
  })

  it('begins with the count before its first day', async () => {
    await count(9, '2025-01-01T00:00:00Z')
    expect(await history(2)).toEqual([
      ['03-09', 9],
      ['03-10', 9],
    ])
    const days = (await browser.get(`/api/inventory/${skuId}/history`)).json<StockHistory>()
    expect([days.length, days[0]?.day]).toEqual([90, '2025-12-11'])
  })

  it('is empty before the first count', async () => {
    expect(await history()).toEqual([])
  })

  it('uses the company’s days, including one of 23 hours', async () => {
    await changeSettings(server.deps.db, companyId, { timeZone: 'America/New_York' })
    await count(5, '2026-03-08T04:59:00Z')
    await count(6, '2026-03-08T05:00:00Z')
    await count(7, '2026-03-09T03:59:00Z')
    await count(8, '2026-03-09T04:00:00Z')
    expect(await history()).toEqual([
      ['03-07', 5],
      ['03-08', 7],
      ['03-09', 8],
      ['03-10', 8],
    ])
  })

  it('ends with today in the company’s time zone', async () => {
    await changeSettings(server.deps.db, companyId, { timeZone: 'Pacific/Auckland' })
    await count(5, '2026-03-09T12:00:00Z')
    expect((await history(2)).map(([day]) => day)).toEqual(['03-10', '03-11'])
  })

  it('puts a late count on its own day', async () => {
    await count(5, '2026-03-07T08:00:00Z')
    await count(9, '2026-03-09T08:00:00Z')
    await count(2, '2026-03-08T08:00:00Z')
    expect((await history()).map(([, available]) => available)).toEqual([5, 2, 9, 9])
  })

  it.each(['0', '367', 'all'])('the history refuses %s days', async (days) => {
    expect((await browser.get(`/api/inventory/${skuId}/history?days=${days}`)).statusCode).toBe(422)
  })
})

describe('movements', () => {
  const movements = async (query = '') => {
    const reply = await browser.get(`/api/inventory/${skuId}/movements${query}`)
    const rows = reply.json<StockMovement[]>().map((row) => [row.qtyAvailable, row.change, row.source])
    return { rows, total: reply.headers['x-total-count'], next: /<(.+)>/.exec(String(reply.headers['link']))?.[1] }
  }

  beforeEach(async () => {
    await count(9, '2026-03-07T08:00:00Z')
    await count(7, '2026-03-08T08:00:00Z')
    await count(20, '2026-03-09T08:00:00Z', { source: 'sheet' })
  })

  it('are the counts, newest first, each with its change against the one before', async () => {
    const { rows, total } = await movements()
    expect(rows).toEqual([
      [20, 13, 'sheet'],
      [7, -2, 'amazon'],
      [9, null, 'amazon'],
    ])
    expect(total).toBe('3')
  })

  it('have their change at the end of a page too', async () => {
    const first = await movements('?limit=2')
    expect(first.rows.at(-1)).toEqual([7, -2, 'amazon'])
    const last = await browser.get(first.next ?? '')
    expect(last.json()).toMatchObject([{ qtyAvailable: 9, change: null, capturedAt: '2026-03-07T08:00:00.000Z' }])
    expect(last.headers['link']).toBeUndefined()
  })

  it('are those of this SKU only', async () => {
    const other = await buildSku(server.deps.db, companyId)
    await countStock(server.deps.db, companyId, other.id, { available: 99 })
    expect((await movements()).total).toBe('3')
  })
})

it.each(['', '/history', '/movements'])('another company’s SKU is not found under …%s', async (path) => {
  const stranger = await server.as('admin')
  expect((await stranger.get(`/api/inventory/${skuId}${path}`)).statusCode).toBe(404)
  expect((await browser.get(`/api/inventory/${skuId}${path}`)).statusCode).toBe(200)
})
