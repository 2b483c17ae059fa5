import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Redemption, type PromotionUsage } from '#contract/promotions.ts'
import { createTestApp, manualClock, type Browser, readAllPages } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { buildPromotion, buildRedemption, buildReservation } from '#server/testing/promotions.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { readUsage } from './usage-queries.ts'

const clock = manualClock()
const now = clock.now()

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let reader: Browser
let shop: { id: string; name: string }

beforeAll(async () => {
  server = await createTestApp({ clock })
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db)).id
  reader = await server.as('readonly', companyId)
  shop = await buildChannel(server.deps, companyId, { name: 'Shop' })
})
afterAll(() => server.close())

const build = (given: Parameters<typeof buildPromotion>[2] = {}) => buildPromotion(server.deps.db, companyId, given)

type Given = Partial<Parameters<typeof buildRedemption>[2]> & { channelId?: string; currency?: string }

async function redeem(promotionId: string, { channelId = shop.id, currency = 'USD', ...given }: Given = {}) {
  const order = await buildOrder(server.deps, companyId, { channelId, currency })
  return buildRedemption(server.deps.db, companyId, { promotionId, orderId: order.id, ...given })
}

const moment = (text: string) => new Date(text)

describe('one promotion', () => {
  it('shows its discounts in the company’s currency, its current reservations and its channels', async () => {
    const outlet = await buildChannel(server.deps, companyId, { name: 'Outlet' })
    const promotion = await build({ maxRedemptions: 9, channelIds: [shop.id, outlet.id] })
    const other = await build()
    await redeem(promotion.id, { discountAmount: '9999999999.99' })
    await redeem(promotion.id, { discountAmount: '0.01' })
    await redeem(promotion.id, { discountAmount: '5.00', currency: 'EUR' })
    await redeem(promotion.id, { discountAmount: '7.00', releasedAt: now })
    await redeem(other.id, { discountAmount: '3.00' })
    const keep = { promotionId: promotion.id, channelId: shop.id }
    await buildReservation(server.deps.db, companyId, keep)
    await buildReservation(server.deps.db, companyId, { ...keep, expiresAt: now })
    expect((await reader.get(`/api/promotions/${promotion.id}`)).json()).toMatchObject({
      id: promotion.id,
      redemptionCount: 3,
      isRedeemed: true,
      discountGiven: '10000000000.00',
      currency: 'USD',
      reservedCount: 1,
      channelNames: ['Shop', 'Outlet'],
      createdAt: promotion.createdAt.toISOString(),
    })
  })

  it('without uses has given no discount', async () => {
    const { id } = await build()
    expect((await reader.get(`/api/promotions/${id}`)).json()).toMatchObject({
      discountGiven: '0.00',
      reservedCount: 0,
      channelNames: [],
      isRedeemed: false,
    })
  })
})

describe('its redemptions', () => {
  it('come newest first, released ones included, in pages', async () => {
    const { id } = await build()
    await redeem((await build()).id)
    const redeemedAt = moment('2026-03-01T08:00:00Z')
    const given = [{ redeemedAt, releasedAt: now }, { redeemedAt }, { currency: 'EUR', discountAmount: '2.50' }]
    const uses = []
    for (const one of given) uses.push(await redeem(id, one))
    const pages = await readAllPages(reader, `/api/promotions/${id}/redemptions?limit=2`, Redemption)
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [2, 3],
      [1, 3],
    ])
    const rows = pages.flatMap((page) => page.rows)
    expect(rows.map((row) => row.id)).toEqual(uses.map((use) => use.id).toReversed())
    expect(rows[0]).toMatchObject({ channelName: 'Shop', discountAmount: '2.50', currency: 'EUR', releasedAt: null })
    expect(rows[2]).toMatchObject({ orderId: uses[0]?.orderId, releasedAt: now.toISOString() })
  })
})

describe('uses per day and channel', () => {
  const usage = async (query = '') => (await reader.get(`/api/promotions/usage?${query}`)).json<PromotionUsage>()
  const daysOf = ({ rows }: PromotionUsage) => rows.map(({ day, uses }) => [day, uses])

  it('leave out released uses, and other currencies from the discount', async () => {
    const outlet = await buildChannel(server.deps, companyId, { name: 'Outlet' })
    const [one, two] = [await build(), await build()]
    await redeem(one.id, { discountAmount: '1.25' })
    await redeem(one.id, { discountAmount: '2.50' })
    await redeem(one.id, { discountAmount: '4.00', currency: 'EUR' })
    await redeem(one.id, { discountAmount: '8.00', releasedAt: now })
    await redeem(two.id, { discountAmount: '5.00', channelId: outlet.id })
    const day = '2026-03-02'
    const ofShop = { day, channelId: shop.id, channelName: 'Shop', uses: 3, discount: '3.75' }
    const ofOutlet = { day, channelId: outlet.id, channelName: 'Outlet', uses: 1, discount: '5.00' }
    const period = { from: '2026-02-01', to: day, currency: 'USD' }
    expect(await usage()).toEqual({ ...period, rows: [ofOutlet, ofShop], foreignUses: 1 })
    expect(await usage(`promotionId=${one.id}`)).toEqual({ ...period, rows: [ofShop], foreignUses: 1 })
    expect(await usage(`promotionId=${two.id}`)).toEqual({ ...period, rows: [ofOutlet], foreignUses: 0 })
  })

  it('begin and end with the company’s days', async () => {
    await changeSettings(server.deps.db, companyId, { timeZone: 'Pacific/Auckland' })
    const { id } = await build()
    for (const redeemedAt of [
      '2026-02-23T10:59:59.999Z',
      '2026-02-23T11:00:00Z',
      '2026-03-01T10:59:59.999Z',
      '2026-03-01T11:00:00Z',
      '2026-03-02T10:59:59.999Z',
      '2026-03-02T11:00:00Z',
    ])
      await redeem(id, { redeemedAt: moment(redeemedAt) })
    const found = await usage('days=7')
    expect([found.from, found.to, daysOf(found)]).toEqual([
      '2026-02-24',
      '2026-03-02',
      [
        ['2026-02-24', 1],
        ['2026-03-01', 1],
        ['2026-03-02', 2],
      ],
    ])
  })

  it('belong to their day across a change of the clocks', async () => {
    await changeSettings(server.deps.db, companyId, { timeZone: 'America/New_York' })
    const { id } = await build()
    for (const redeemedAt of [
      '2026-03-08T04:59:59Z',
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:59:59Z',
      '2026-03-09T04:00:00Z',
    ])
      await redeem(id, { redeemedAt: moment(redeemedAt) })
    const later = { companyId, clock: manualClock(moment('2026-03-09T12:00:00Z')) }
    const found = await server.deps.db.inCompany(companyId, (tx) => readUsage(tx, later, { days: 7 }))
    expect(daysOf(found)).toEqual([
      ['2026-03-07', 1],
      ['2026-03-08', 2],
      ['2026-03-09', 1],
    ])
  })

  it('are refused for other spans and for other companies’ promotions', async () => {
    const theirs = await buildPromotion(server.deps.db, (await buildCompany(server.deps.db)).id)
    expect((await reader.get('/api/promotions/usage?days=31')).statusCode).toBe(422)
    expect((await reader.get(`/api/promotions/usage?promotionId=${theirs.id}`)).statusCode).toBe(404)
  })
})

describe('trying a cart', () => {
  const items = [{ quantity: 2, unitPrice: '19.00' }]
  const everything = () =>
    server.deps.db.inCompany(companyId, (tx) =>
      tx.execute(sql`
        select (select json_agg(p) from promotions p) as promotions,
          (select json_agg(r) from promotion_redemptions r) as redemptions,
          (select json_agg(r) from promotion_reservations r) as reservations,
          (select count(*) from audit_log) as audited`),
    )

  it('shows the outcome of each promotion, and changes nothing', async () => {
    await build({ title: 'Ten', isStackable: true })
    await build({ title: 'Coded', code: 'FALL10', type: 'flat', value: '1.00', isStackable: true })
    await build({ title: 'Elsewhere', channelIds: [shop.id] })
    const last = await build({ title: 'Kept', maxRedemptions: 1, isStackable: true })
    await buildReservation(server.deps.db, companyId, { promotionId: last.id, channelId: shop.id })
    const before = await everything()
    const reply = await reader.post('/api/promotions/try', { items, promotionCodes: [' fall10', 'NOPE'] })
    expect(reply.json()).toMatchObject({
      currency: 'USD',
      subtotal: '38.00',
      discount: '4.80',
      total: '33.20',
      lines: [{ subtotal: '38.00', discount: '4.80', total: '33.20' }],
      promotions: [
        { title: 'Ten', outcome: 'applied', discount: '3.80' },
        { title: 'Coded', outcome: 'applied', discount: '1.00' },
        { title: 'Elsewhere', outcome: 'other_channel' },
        { title: 'Kept', outcome: 'used_up' },
      ],
      unknownCodes: ['NOPE'],
    })
    expect((await everything()).rows).toEqual(before.rows)
  })

  it('prices the cart at the given channel and time', async () => {
    await build({ channelIds: [shop.id], startsAt: moment('2026-06-01T00:00:00Z') })
    const tried = async (given: object) =>
      (await reader.post('/api/promotions/try', { items, ...given })).json<{ discount: string }>().discount
    expect(await tried({ channelId: shop.id, at: '2026-06-01T00:00:00Z' })).toBe('3.80')
    expect(await tried({ channelId: shop.id })).toBe('0.00')
    expect(await tried({ at: '2026-06-01T00:00:00Z' })).toBe('0.00')
  })

  it('prices carts of any size', async () => {
    await build()
    const dearest = Array.from({ length: 500 }, () => ({ quantity: 100_000, unitPrice: '99999999.99' }))
    const reply = await reader.post('/api/promotions/try', { items: dearest })
    expect(reply.json()).toMatchObject({ subtotal: '4999999999500000.00', discount: '499999999950000.00' })
  })

  it('refuses a channel of others', async () => {
    const theirs = await buildChannel(server.deps, (await buildCompany(server.deps.db)).id)
    const reply = await reader.post('/api/promotions/try', { items, channelId: theirs.id })
    expect(reply.statusCode).toBe(422)
  })
})
