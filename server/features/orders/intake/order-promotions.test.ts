import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PromotionClaim } from '#server/features/promotions/redemptions/attribute-discount.ts'
import { updateRedemptions } from '#server/features/promotions/redemptions/update-redemptions.ts'
import { promotionRedemptions, promotions } from '#server/platform/db/schema/promotions.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, orderEventBody } from '#server/testing/intake-fixture.ts'
import { buildPromotion } from '#server/testing/promotions.ts'
import { restoreOrder } from '../actions/restore-order.ts'
import { cancelOrder } from '../fulfillment/request-cancellation.ts'
import { readOrder } from '../read-order.ts'

const clock = manualClock()
let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => void (test = await createTestDeps({ clock })))
afterAll(() => test.close())

/** An order of $46.00 with promotion fields of its channel. */
const ordered = (name: string, promotionCodes: string[], discountAmount: string, changes: object = {}) =>
  anOrder(name, { promotionCodes, discountAmount, ...changes })

/** A shop with the code FALL10, which takes $4.60 off the order. */
async function buildShop(given: Parameters<typeof buildPromotion>[2] = {}) {
  const fixture = await createIntakeFixture(test.deps, { stock: { 'TEE-L': 1_000, MUG: 1_000 } })
  const { db } = test.deps
  const build = (more: typeof given) => buildPromotion(db, fixture.companyId, more)
  const promotion = await build({ code: 'FALL10', ...given })
  let minute = 0
  const nextStateAfter = async (type: Parameters<typeof orderEventBody>[0], ...orders: object[]) => {
    await fixture.deliverAll(orders.map((order) => orderEventBody(type, (minute += 1), order)))
    await fixture.processInbox()
  }
  const named = async (name: string) =>
    (await fixture.orders()).find((order) => order.externalOrderId === name)?.id ?? ''
  return {
    ...fixture,
    build,
    promotion,
    named,
    place: (...orders: object[]) => nextStateAfter('order.created', ...orders),
    revise: (order: object) => nextStateAfter('order.updated', order),
    cancel: (name: string) => nextStateAfter('order.cancelled', { externalOrderId: name }),
    change: (changes: Partial<typeof promotions.$inferInsert>) =>
      db.inCompany(fixture.companyId, (tx) =>
        tx.update(promotions).set(changes).where(eq(promotions.id, promotion.id)),
      ),
    /** The promotion's counter, and each order's active and released redemptions. */
    uses: () =>
      db.inCompany(fixture.companyId, async (tx) => {
        const [counted] = await tx.select().from(promotions).where(eq(promotions.id, promotion.id))
        const rows = await tx.select().from(promotionRedemptions).orderBy(promotionRedemptions.id)
        return {
          counted: counted?.redemptionCount,
          rows: rows.map(({ discountAmount, releasedAt }) => (releasedAt ? `(${discountAmount})` : discountAmount)),
        }
      }),
    timeline: async (name: string) =>
      (await fixture.timelineOf(await named(name)))
        .filter(({ event }) => event.startsWith('promotion.'))
        .map(({ description }) => description),
  }
}

describe('an order with a code of ours', () => {
  it('uses it, on record with when it was placed', async () => {
    const shop = await buildShop()
    await shop.place(ordered('1', [' fall10 '], '4.60'))
    expect(await shop.uses()).toEqual({ counted: 1, rows: ['4.60'] })
    expect(await shop.timeline('1')).toEqual(['FALL10 took $4.60 off.'])
    expect(await shop.open()).toEqual([])
    const { promotions, promotionCodes } = await readOrder(shop.ctx, { orderId: await shop.named('1') })
    expect(promotionCodes).toEqual(['fall10'])
    const { id: promotionId, title } = shop.promotion
    expect(promotions).toEqual([{ promotionId, title, code: 'FALL10', discountAmount: '4.60', releasedAt: null }])
    const [row] = await shop.ctx.transaction((tx) => tx.select().from(promotionRedemptions))
    expect(row?.redeemedAt).toEqual(new Date('2026-03-02T09:00:00Z'))
  })

  it('uses it once, however often the order arrives', async () => {
    const shop = await buildShop({ maxRedemptions: 5 })
    const order = ordered('1', ['FALL10'], '4.60')
    await shop.place(order, order)
    await shop.place(order)
    await shop.revise(order)
    expect(await shop.uses()).toEqual({ counted: 1, rows: ['4.60'] })
  })

  it('waits for a person when its channel’s discount differs', async () => {
    const shop = await buildShop()
    await shop.place(ordered('1', ['FALL10'], '9.20'))
    expect(await shop.uses()).toEqual({ counted: 1, rows: ['4.60'] })
    const reason = 'Your promotions take $4.60 off, the channel took $9.20 off.'
    expect(await shop.open()).toEqual([{ code: 'discount_differs', reason }])
    expect(await shop.timelineOf(await shop.named('1'))).toContainEqual(
      expect.objectContaining({ event: 'attention.raised', reason }),
    )
  })

  it('is checked by the time it was placed, not by the time it arrives', async () => {
    const shop = await buildShop({ endsAt: new Date('2026-03-02T09:30:00Z') })
    await shop.place(ordered('1', ['FALL10'], '4.60'))
    await shop.place(ordered('2', ['FALL10'], '4.60', { placedAt: '2026-03-02T09:30:00Z' }))
    expect(await shop.uses()).toEqual({ counted: 1, rows: ['4.60'] })
    expect(await shop.open()).toMatchObject([{ reason: expect.stringContaining('Ended on Mar 2, 2026, 9:30 AM UTC.') }])
  })

  it('may bring twenty of them', async () => {
    const shop = await buildShop({ isStackable: true })
    for (let n = 1; n < 20; n += 1)
      await shop.build({ code: `PLUS${n}`, type: 'flat', value: '1.00', isStackable: true })
    const codes = ['FALL10', ...Array.from({ length: 19 }, (_, index) => `plus${index + 1}`)]
    await shop.place(ordered('1', codes, '23.60'))
    const { rows } = await shop.uses()
    expect(rows.toSorted()).toEqual([...Array.from({ length: 19 }, () => '1.00'), '4.60'])
    expect(await shop.open()).toEqual([])
  })

  it('uses it in its own currency', async () => {
    const shop = await buildShop()
    await shop.place(ordered('1', ['FALL10'], '4.60', { currency: 'EUR' }))
    expect(await shop.timeline('1')).toEqual(['FALL10 took €4.60 off.'])
  })

  it('uses it also where the prices have it in them', async () => {
    const shop = await buildShop()
    await shop.place(ordered('1', ['FALL10'], '0.00', { arePromotionsInPrices: true }))
    expect(await shop.uses()).toEqual({ counted: 1, rows: ['0.00'] })
    expect(await shop.open()).toEqual([])
    await cancelOrder(shop.ctx, { orderId: await shop.named('1') })
    await restoreOrder(shop.ctx, { orderId: await shop.named('1') })
    expect(await shop.uses()).toEqual({ counted: 1, rows: ['(0.00)', '0.00'] })
    expect(await shop.open()).toEqual([])
  })
})

it('codes and discounts of the shop itself raise nothing', async () => {
  const shop = await buildShop()
  await shop.place(
    ordered('1', ['THEIRS'], '4.60'),
    ordered('2', [], '7.00'),
    ordered('3', ['FALL10 '.repeat(9)], '1.00'),
  )
  expect(await shop.uses()).toEqual({ counted: 0, rows: [] })
  expect(await shop.open()).toEqual([])
})

it('thirty uses go to the first thirty of fifty orders that arrive together', async () => {
  const shop = await buildShop({ maxRedemptions: 30 })
  await shop.place(...Array.from({ length: 50 }, (_, index) => ordered(String(index + 1), ['FALL10'], '4.60')))
  const { counted, rows } = await shop.uses()
  expect([counted, rows.length]).toEqual([30, 30])
  const open = await shop.open()
  expect(open).toHaveLength(20)
  expect(new Set(open.map(({ reason }) => reason))).toEqual(
    new Set([
      'Your promotions take nothing off, the channel took $4.60 off. FALL10 does not apply. Limit of 30 uses reached.',
    ]),
  )
})

describe('the promotions that orders claim', () => {
  const claimOf = ({ shop }: Shop, codes: string[], discount: string, orderId: string): PromotionClaim => ({
    orderId,
    channelId: shop.id,
    placedAt: new Date('2026-03-02T09:00:00Z'),
    currency: 'USD',
    lines: [{ unitPrice: '46.00', quantity: 1 }],
    codes,
    discount,
    isInPrices: false,
    cartReference: null,
  })

  /** Redeems the promotions of the orders; `after` gets the number of statements so far. */
  const follow = (shop: Shop, placed: readonly PromotionClaim[], after: (count: number) => Promise<void> | void) => {
    let count = 0
    return shop.ctx.transaction((tx) => {
      const execute: typeof tx.execute = ((...query: Parameters<typeof tx.execute>) =>
        tx.execute(...query).then(async (answer) => (await after((count += 1)), answer))) as typeof tx.execute
      const watched = new Proxy(tx, {
        get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name, target)),
      })
      return updateRedemptions(watched, shop.ctx, { placed, at: clock.now() })
    })
  }

  it('take as many statements for fifty orders as for one, and none where nothing is claimed', async () => {
    const shop = await buildShop()
    const statements = async (placed: readonly PromotionClaim[]) => {
      let total = 0
      await follow(shop, placed, (count) => void (total = count))
      return total
    }
    await shop.place(...Array.from({ length: 50 }, (_, index) => anOrder(String(index + 1))))
    const orderIds = (await shop.orders()).map(({ id }) => id)
    expect(await statements(orderIds.map((id) => claimOf(shop, [], '0.00', id)))).toBe(0)
    const one = await statements(orderIds.slice(0, 1).map((id) => claimOf(shop, ['FALL10'], '4.60', id)))
    expect(await statements(orderIds.slice(1).map((id) => claimOf(shop, ['FALL10'], '4.60', id)))).toBe(one)
    expect(await shop.uses()).toMatchObject({ counted: 50 })
  })

  it('are those that were locked, and not what somebody has switched on since', async () => {
    const shop = await buildShop({ code: null, isActive: false, maxRedemptions: 1 })
    await shop.place(anOrder('1'))
    const claim = claimOf(shop, [], '4.60', await shop.named('1'))
    await follow(shop, [claim], async (count) => {
      if (count === 1) await shop.change({ isActive: true })
    })
    expect(await shop.uses()).toEqual({ counted: 0, rows: [] })
  })
})

describe('an order that its channel changes', () => {
  const oneTee = { items: [{ sku: 'TEE-L', quantity: 1, unitPrice: '19.00' }] }

  it('redeems its current value, although the promotion is used up and switched off by then', async () => {
    const shop = await buildShop({ maxRedemptions: 1 })
    await shop.place(ordered('1', ['FALL10'], '4.60'))
    await shop.change({ isActive: false })
    await shop.revise(ordered('1', ['FALL10'], '1.90', oneTee))
    expect(await shop.uses()).toEqual({ counted: 1, rows: ['1.90'] })
    expect(await shop.timeline('1')).toEqual(['FALL10 took $4.60 off.', 'FALL10 now takes $1.90 off.'])
    expect(await shop.open()).toEqual([])
  })

  it('releases what it no longer claims, and redeems what it does', async () => {
    const shop = await buildShop()
    await shop.build({ code: 'FIVE', type: 'flat', value: '5.00' })
    await shop.place(ordered('1', ['FALL10'], '4.60'))
    await shop.revise(ordered('1', ['FIVE'], '5.00'))
    expect(await shop.uses()).toEqual({ counted: 0, rows: ['(4.60)', '5.00'] })
    await shop.revise(ordered('1', [], '0.00'))
    expect(await shop.uses()).toEqual({ counted: 0, rows: ['(4.60)', '(5.00)'] })
    expect(await shop.timeline('1')).toEqual([
      'FALL10 took $4.60 off.',
      'One use of FALL10 was returned.',
      'FIVE took $5.00 off.',
      'One use of FIVE was returned.',
    ])
  })

  it('is released once its discount is right, and is not checked again for unrelated changes', async () => {
    const shop = await buildShop()
    await shop.place(ordered('1', ['FALL10'], '9.20'))
    await shop.change({ value: '20.00' })
    await shop.revise(ordered('1', ['FALL10'], '9.20', { notes: 'Ring twice' }))
    expect(await shop.open()).toMatchObject([{ code: 'discount_differs' }])
    await shop.change({ value: '10.00' })
    await shop.revise(ordered('1', ['FALL10'], '4.60', { notes: 'Ring twice' }))
    expect(await shop.open()).toEqual([])
    expect(await shop.uses()).toEqual({ counted: 1, rows: ['4.60'] })
  })
})

describe('an order that is cancelled', () => {
  it.each([
    ['by its channel', (shop: Shop) => shop.cancel('1')],
    ['by a person', async (shop: Shop) => void (await cancelOrder(shop.ctx, { orderId: await shop.named('1') }))],
  ])('%s releases its use once', async (_, cancel) => {
    const shop = await buildShop({ maxRedemptions: 1 })
    await shop.place(ordered('1', ['FALL10'], '4.60'))
    await cancel(shop)
    await shop.cancel('1')
    expect(await shop.uses()).toEqual({ counted: 0, rows: ['(4.60)'] })
    expect(await shop.timeline('1')).toEqual(['FALL10 took $4.60 off.', 'One use of FALL10 was returned.'])
    const { promotions } = await readOrder(shop.ctx, { orderId: await shop.named('1') })
    expect(promotions).toMatchObject([{ discountAmount: '4.60', releasedAt: clock.now().toISOString() }])
  })

  it('before it comes in uses nothing', async () => {
    const shop = await buildShop()
    await shop.cancel('1')
    await shop.place(ordered('1', ['FALL10'], '4.60'))
    expect(await shop.uses()).toEqual({ counted: 0, rows: [] })
  })

  it('and restored is checked as if it were new', async () => {
    const shop = await buildShop({ maxRedemptions: 1 })
    await shop.place(ordered('1', ['FALL10'], '4.60'))
    const again = async () => {
      await cancelOrder(shop.ctx, { orderId: await shop.named('1') })
      clock.advance(1)
      await restoreOrder(shop.ctx, { orderId: await shop.named('1') })
    }
    await again()
    expect(await shop.uses()).toEqual({ counted: 1, rows: ['(4.60)', '4.60'] })
    expect(await readOrder(shop.ctx, { orderId: await shop.named('1') })).toMatchObject({
      promotions: [{ discountAmount: '4.60', releasedAt: null }],
    })
    await cancelOrder(shop.ctx, { orderId: await shop.named('1') })
    await shop.place(ordered('2', ['FALL10'], '4.60'))
    await restoreOrder(shop.ctx, { orderId: await shop.named('1') })
    expect(await shop.uses()).toEqual({ counted: 1, rows: ['(4.60)', '(4.60)', '4.60'] })
    expect(await shop.open()).toMatchObject([
      { code: 'discount_differs', reason: expect.stringContaining('Limit of 1 use reached.') },
    ])
  })
})

type Shop = Awaited<ReturnType<typeof buildShop>>
