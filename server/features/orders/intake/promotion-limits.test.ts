import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { QuoteReply } from '#contract/carts.ts'
import type { PublicOrder } from '#contract/public-api.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createTestDeps, openSession, testEnvironment } from '#server/testing/app.ts'
import { buildSku, buildUser, setLevel } from '#server/testing/builders.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { startProcesses, type ProductProcesses } from '#server/testing/product-processes.ts'
import { buildPromotion } from '#server/testing/promotions.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
let product: ProductProcesses
beforeAll(async () => {
  test = await createTestDeps({ clock: systemClock })
  product = await startProcesses(testEnvironment(test.database.url), { web: 2, workers: 0 })
}, 60_000)
afterAll(async () => {
  await product.stop()
  await test.close()
})

const items = [{ sku: 'TEE-L', quantity: 2, unitPrice: '19.00' }]
const shippingAddress = { line1: '1 Main St', city: 'Seattle', postalCode: '98101', country: 'US' }

/** A shop that calls two processes alternately, and the code FALL10 with so many uses. */
async function openShop(maxRedemptions: number) {
  const { deps } = test
  const { db } = deps
  const { id: userId, companyId } = await buildUser(db, { role: 'ops' })
  if (!companyId) throw new Error('an operator was built without a company')
  const { apiKey } = await buildChannel(deps, companyId)
  const { headers: session } = await openSession(deps, userId)
  await setLevel(db, await buildSku(db, companyId, { sku: 'TEE-L' }), { qtyAvailable: 10_000 })
  await buildPromotion(db, companyId, { code: 'FALL10', maxRedemptions })
  let calls = 0
  // A call that is refused as too busy is repeated, as the API's documentation says.
  const post = async <Reply>(path: string, headers: Record<string, string>, body: object): Promise<Reply> => {
    const url = product.urls[(calls += 1) % product.urls.length]
    const sent = { ...headers, 'content-type': 'application/json' }
    const reply = await fetch(`${url}${path}`, { method: 'POST', headers: sent, body: JSON.stringify(body) })
    if (reply.status === 503) {
      await sleep(100 + 200 * Math.random())
      return post(path, headers, body)
    }
    if (!reply.ok) throw new Error(await reply.text())
    return (await reply.json()) as Reply
  }
  const key = { authorization: `Bearer ${apiKey}` }
  const codes = { items, promotionCodes: ['FALL10'] }
  let orders = 0
  return {
    order: (changes: object = {}) => {
      const body = { externalOrderId: String((orders += 1)), shippingAddress, discountAmount: '3.80', ...codes }
      return post<PublicOrder>('/api/v1/orders', key, { ...body, ...changes })
    },
    reserve: async (cartReference: string) => {
      const asked = { ...codes, cartReference, reserveMinutes: 15 }
      const { reservedUntil } = await post<QuoteReply>('/api/v1/promotions/quote', key, asked)
      return { cartReference, isReserved: reservedUntil !== null }
    },
    cancel: ({ id }: PublicOrder) => post(`/api/orders/${id}/cancel`, session, {}),
    /** The promotion's counter, its redemptions, and the number of orders with attention. */
    figures: async () => {
      const { rows } = await db.inCompany(companyId, (tx) =>
        tx.execute(sql`
          select redemption_count as counted,
            (select count(*)::int from promotion_redemptions where released_at is null) as used,
            (select count(*)::int from promotion_redemptions where released_at is not null) as released,
            (select count(*)::int from promotion_reservations) as reserved,
            (select count(*)::int from attention_items where code = 'discount_differs' and resolved_at is null) as flagged
          from promotions`),
      )
      return rows[0]
    },
  }
}

const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

const got = (orders: readonly PublicOrder[]) => orders.filter(({ attention }) => attention === null)

it('a code’s 30 uses go to exactly 30 of 60 concurrent orders, and those of 5 cancelled ones to exactly 5', async () => {
  const shop = await openShop(30)
  const redeemed = got(await many(60, () => shop.order()))
  expect(redeemed).toHaveLength(30)
  expect(await shop.figures()).toEqual({ counted: 30, used: 30, released: 0, reserved: 0, flagged: 30 })
  await Promise.all(redeemed.slice(0, 5).map(shop.cancel))
  expect(await shop.figures()).toEqual({ counted: 25, used: 25, released: 5, reserved: 0, flagged: 30 })
  expect(got(await many(6, () => shop.order()))).toHaveLength(5)
  expect(await shop.figures()).toEqual({ counted: 30, used: 30, released: 5, reserved: 0, flagged: 31 })
}, 60_000)

it('no use is given twice while carts reserve the same code', async () => {
  const shop = await openShop(5)
  const [orders, carts] = await Promise.all([
    many(20, () => shop.order()),
    many(20, (index) => shop.reserve(`cart-${index}`)),
  ])
  const reserved = carts.filter(({ isReserved }) => isReserved)
  expect(got(orders).length + reserved.length).toBe(5)
  const [late, stored] = await Promise.all([
    many(10, () => shop.order()),
    Promise.all(reserved.map(({ cartReference }) => shop.order({ cartReference }))),
  ])
  expect([got(late).length, got(stored).length]).toEqual([0, reserved.length])
  expect(await shop.figures()).toMatchObject({ counted: 5, used: 5, reserved: 0 })
}, 60_000)
