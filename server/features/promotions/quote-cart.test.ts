import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuoteReply } from '#contract/carts.ts'
import type { PublicOrder } from '#contract/public-api.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { promotionReservations, promotions } from '#server/platform/db/schema/promotions.ts'
import { newId } from '#server/platform/ids.ts'
import { buildMasterKey, programWith } from '#server/testing/api-keys.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { buildCompany, buildSku, setLevel } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { countLockWaits } from '#server/testing/database-contents.ts'
import { buildPromotion } from '#server/testing/promotions.ts'
import { lockLimitedCandidates, readLockedCandidates, lockCandidates } from './rule-queries.ts'
import { insertReservations } from './reservation-queries.ts'

const clock = manualClock()
let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp({ clock })
})
afterAll(() => server.close())

const path = '/api/v1/promotions/quote'
const items = [{ sku: 'TEE-L', quantity: 2, unitPrice: '19.00' }]

/** A website with its own key, and a program with the master key. */
async function openShop() {
  const { deps } = server
  const { id: companyId } = await buildCompany(deps.db)
  const channel = await buildChannel(deps, companyId)
  const sku = await buildSku(deps.db, companyId, { sku: 'TEE-L' })
  await setLevel(deps.db, sku, { qtyAvailable: 100 })
  const website = programWith(server.app.http, channel.apiKey)
  const ask = async (asked: object) => {
    const reply = await website.post(path, { items, ...asked })
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<QuoteReply>()
  }
  let orders = 0
  return {
    companyId,
    channel,
    website,
    ask,
    master: programWith(server.app.http, await buildMasterKey(deps.db, companyId)),
    promote: (given: Parameters<typeof buildPromotion>[2]) => buildPromotion(deps.db, companyId, given),
    /** A cart that wants the last uses of FALL10. */
    reserve: (cartReference: string, asked: object = {}) =>
      ask({ promotionCodes: ['FALL10'], cartReference, reserveMinutes: 15, ...asked }),
    order: async (changes: object = {}) => {
      const shippingAddress = { line1: '1 Main St', city: 'Seattle', postalCode: '98101', country: 'US' }
      const externalOrderId = String((orders += 1))
      const submission = { externalOrderId, items, shippingAddress, promotionCodes: ['FALL10'], discountAmount: '3.80' }
      return (await website.post('/api/v1/orders', { ...submission, ...changes })).json<PublicOrder>()
    },
    reservations: () =>
      deps.db.inCompany(companyId, (tx) =>
        tx
          .select({ cart: promotionReservations.cartReference, expiresAt: promotionReservations.expiresAt })
          .from(promotionReservations)
          .orderBy(promotionReservations.cartReference),
      ),
    counted: async () => {
      const rows = await deps.db.inCompany(companyId, (tx) => tx.select().from(promotions))
      return rows.map(({ redemptionCount }) => redemptionCount)
    },
  }
}

type Shop = Awaited<ReturnType<typeof openShop>>

const inTenMinutes = () => new Date(clock.now().getTime() + 600_000)

describe('a quote', () => {
  it('prices the cart line by line, and lists the codes that came with it', async () => {
    const { ask, promote } = await openShop()
    await promote({ code: 'FALL10', title: 'Fall sale' })
    await promote({ code: 'OLD', title: 'Gone', endsAt: new Date('2026-03-01T00:00:00Z') })
    await promote({ code: 'SECRET', title: 'For friends', value: '50.00' })
    await promote({ title: 'Above $100', minSubtotal: '100.00' })
    const cart = [{ sku: 'MUG', quantity: 1, unitPrice: 8 }, ...items]
    expect(await ask({ items: cart, promotionCodes: [' fall10', 'old', 'NOBODYS'] })).toEqual({
      currency: 'USD',
      subtotal: '46.00',
      discount: '4.60',
      total: '41.40',
      items: [
        { sku: 'MUG', quantity: 1, unitPrice: '8.00', subtotal: '8.00', discount: '0.80', total: '7.20' },
        { sku: 'TEE-L', quantity: 2, unitPrice: '19.00', subtotal: '38.00', discount: '3.80', total: '34.20' },
      ],
      promotions: [
        { code: 'FALL10', title: 'Fall sale', outcome: 'applied', discount: '4.60', reason: '$4.60 off.' },
        {
          code: 'OLD',
          title: 'Gone',
          outcome: 'expired',
          discount: '0.00',
          reason: expect.stringContaining('Mar 1, 2026'),
        },
      ],
      unknownCodes: ['NOBODYS'],
      reservedUntil: null,
    })
  })

  it('includes automatic promotions of this channel', async () => {
    const { ask, promote, channel } = await openShop()
    await promote({ title: 'Here', value: '20.00', channelIds: [channel.id] })
    await promote({ title: 'Elsewhere', value: '50.00', channelIds: [newId()] })
    await promote({ title: 'Tomorrow', value: '50.00', startsAt: new Date('2026-03-03T00:00:00Z') })
    await promote({ title: 'Off', value: '50.00', isActive: false })
    expect(await ask({})).toMatchObject({ discount: '7.60', promotions: [{ code: null, title: 'Here' }] })
  })

  it('reflects each change of a promotion at once', async () => {
    const { ask, promote, companyId } = await openShop()
    const { id } = await promote({ code: 'FALL10' })
    const discount = async () => (await ask({ promotionCodes: ['FALL10'] })).discount
    const change = (changes: Partial<typeof promotions.$inferInsert>) =>
      server.deps.db.inCompany(companyId, (tx) => tx.update(promotions).set(changes).where(eq(promotions.id, id)))
    expect(await discount()).toBe('3.80')
    await change({ value: '20.00' })
    expect(await discount()).toBe('7.60')
    await change({ isActive: false })
    expect(await discount()).toBe('0.00')
    await change({ isActive: true, maxRedemptions: 1, redemptionCount: 1 })
    expect(await discount()).toBe('0.00')
    await change({ redemptionCount: 0 })
    expect(await discount()).toBe('7.60')
  })

  it('is in the currency of the cart', async () => {
    const { ask, promote } = await openShop()
    await promote({ code: 'FIVE', type: 'flat', value: '5.00' })
    expect(await ask({ promotionCodes: ['FIVE'], currency: 'EUR' })).toMatchObject({
      currency: 'EUR',
      discount: '0.00',
      promotions: [{ outcome: 'other_currency' }],
    })
  })

  it('needs an active channel of the company', async () => {
    const { companyId, master, channel } = await openShop()
    const other = await openShop()
    const ask = async (query: string) => (await master.post(`${path}${query}`, { items })).statusCode
    expect(await ask('')).toBe(422)
    expect(await ask(`?channelId=${newId()}`)).toBe(404)
    expect(await ask(`?channelId=${other.channel.id}`)).toBe(404)
    expect(await ask(`?channelId=${channel.id}`)).toBe(200)
    await server.deps.db.inCompany(companyId, (tx) =>
      tx.update(channels).set({ isActive: false }).where(eq(channels.id, channel.id)),
    )
    expect(await ask(`?channelId=${channel.id}`)).toBe(409)
  })

  it.each([
    ['no name for the cart', { reserveMinutes: 5 }],
    ['more than an hour', { cartReference: 'c', reserveMinutes: 61 }],
    ['21 codes', { promotionCodes: Array.from({ length: 21 }, (_, n) => `C${n}`) }],
    ['no items', { items: [] }],
  ])('is refused with %s', async (_, asked) => {
    const { website } = await openShop()
    expect((await website.post(path, { items, ...asked })).statusCode).toBe(422)
  })
})

describe('a reservation', () => {
  it('holds the last use for its cart, whose order gets it', async () => {
    const shop = await openShop()
    await shop.promote({ code: 'FALL10', maxRedemptions: 1 })
    expect(await shop.reserve('mine')).toMatchObject({ discount: '3.80', reservedUntil: '2026-03-02T10:15:00.000Z' })
    expect(await shop.reserve('theirs')).toMatchObject({ discount: '0.00', promotions: [{ outcome: 'used_up' }] })
    expect(await shop.ask({ promotionCodes: ['FALL10'] })).toMatchObject({ promotions: [{ outcome: 'used_up' }] })
    expect(await shop.order({ cartReference: 'theirs' })).toMatchObject({ attention: { code: 'discount_differs' } })
    expect(await shop.order({ cartReference: 'mine' })).toMatchObject({ attention: null })
    expect([await shop.counted(), await shop.reservations()]).toEqual([[1], []])
    expect(await shop.reserve('mine')).toMatchObject({ discount: '0.00', reservedUntil: null })
  })

  it('expires, and is then deleted', async () => {
    const shop = await openShop()
    await shop.promote({ code: 'FALL10', maxRedemptions: 1 })
    await shop.reserve('slow')
    clock.advance(15 * 60 - 1)
    expect(await shop.order()).toMatchObject({ attention: { code: 'discount_differs' } })
    clock.advance(1)
    expect(await shop.order()).toMatchObject({ attention: null })
    expect(await shop.reservations()).toEqual([])
    expect(await shop.order({ cartReference: 'slow' })).toMatchObject({ attention: { code: 'discount_differs' } })
  })

  it('is renewed by each quote of its cart', async () => {
    const shop = await openShop()
    await shop.promote({ code: 'FALL10', maxRedemptions: 2 })
    const minutesLeft = async () =>
      (await shop.reservations()).map(({ expiresAt }) => (expiresAt.getTime() - clock.now().getTime()) / 60_000)
    await shop.reserve('mine')
    clock.advance(10 * 60)
    const unasked = await shop.ask({ promotionCodes: ['FALL10'], cartReference: 'mine' })
    expect(unasked.reservedUntil).toBe(new Date(clock.now().getTime() + 5 * 60_000).toISOString())
    expect(await minutesLeft()).toEqual([5])
    await shop.reserve('mine')
    expect(await minutesLeft()).toEqual([15])
    expect(await shop.ask({ cartReference: 'mine' })).toMatchObject({ reservedUntil: null })
    expect(await shop.reservations()).toEqual([])
  })

  it('is not made for unlimited promotions, nor for those that do not apply', async () => {
    const shop = await openShop()
    await shop.promote({ code: 'FALL10' })
    await shop.promote({ code: 'LOST', maxRedemptions: 5, value: '5.00' })
    const codes = { promotionCodes: ['FALL10', 'LOST'] }
    expect(await shop.reserve('mine', codes)).toMatchObject({ discount: '3.80', reservedUntil: null })
    expect(await shop.reservations()).toEqual([])
  })

  it('is made only for locked promotions, not for one that was activated meanwhile', async () => {
    const { companyId, channel, promote } = await openShop()
    const { db } = server.deps
    const promotion = await promote({ maxRedemptions: 1, isActive: false })
    const now = clock.now()
    const wanted = { codes: [], automatic: { channelIds: [channel.id], from: now, to: now } }
    const rules = await db.inCompany(companyId, async (tx) => {
      const locked = await lockLimitedCandidates(tx, companyId, wanted)
      await db.inCompany(companyId, (other) =>
        other.update(promotions).set({ isActive: true }).where(eq(promotions.id, promotion.id)),
      )
      return readLockedCandidates(tx, { companyId, now }, wanted, locked)
    })
    expect(rules.promotions).toEqual([])
  })

  it('belongs to one channel: another channel’s cart with the same reference has its own', async () => {
    const shop = await openShop()
    const second = await buildChannel(server.deps, shop.companyId)
    await shop.promote({ code: 'FALL10', maxRedemptions: 2 })
    await shop.reserve('cart')
    const asked = { items, promotionCodes: ['FALL10'], cartReference: 'cart', reserveMinutes: 15 }
    const reply = await programWith(server.app.http, second.apiKey).post(path, asked)
    expect(reply.json()).toMatchObject({ discount: '3.80' })
    expect(await shop.reservations()).toHaveLength(2)
  })

  it.each([
    ['a cart', (shop: Shop) => shop.reserve('late').then(({ discount }) => discount === '3.80')],
    ['an order', (shop: Shop) => shop.order().then(({ attention }) => attention === null)],
  ])('makes %s wait that wants the same use', async (_, wants) => {
    const shop = await openShop()
    const { id: promotionId } = await shop.promote({ code: 'FALL10', maxRedemptions: 1 })
    const { db } = server.deps
    const { late } = await db.inCompany(shop.companyId, async (tx) => {
      await lockCandidates(tx, shop.companyId, { codes: ['fall10'], automatic: null })
      const cart = { channelId: shop.channel.id, cartReference: 'early', promotionId, expiresAt: inTenMinutes() }
      await insertReservations(tx, shop.companyId, [cart])
      const late = wants(shop)
      await expect.poll(() => countLockWaits(db), { interval: 5 }).toBe(1)
      return { late }
    })
    expect(await late).toBe(false)
  })

  it('is granted no more often than there are uses, however many carts ask at once', async () => {
    const shop = await openShop()
    await shop.promote({ code: 'FALL10', maxRedemptions: 3 })
    const replies = await Promise.all(Array.from({ length: 12 }, (_, cart) => shop.reserve(`cart-${cart % 9}`)))
    expect(new Set(replies.map(({ discount }) => discount))).toEqual(new Set(['3.80', '0.00']))
    expect(await shop.reservations()).toHaveLength(3)
  })
})
